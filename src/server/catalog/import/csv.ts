/** Reads a CSV file with a header as a stream, so that it may be larger than memory. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { type CsvError, type Info, parse } from 'csv-parse';
import { readCsvCell } from '../../http/csv.ts';

/** Characters; a quote that is never closed would otherwise swallow the rest of the file. */
const MAX_ROW_LENGTH = 1024 * 1024;

const CSV_ERRORS: Partial<Record<CsvError['code'], string>> = {
  CSV_QUOTE_NOT_CLOSED: 'opens a quote that is never closed, so nothing from here on could be read',
  CSV_MAX_RECORD_SIZE: 'is longer than a megabyte: a quote may be left open here, so the rows after it may be missing',
};

export interface CsvRow {
  /** As a spreadsheet counts: the header is row 1. */
  row: number;
  /** By column, trimmed; blank cells are absent. */
  cells: Record<string, string>;
  /** Why the row can't be imported, or null. */
  error: string | null;
  /** How much of the file has been read, 0 to 1. */
  fraction: number;
}

export interface Columns {
  required: readonly string[];
  optional: readonly string[];
}

interface SkippedRow {
  row: number;
  error: string;
}

const DELIMITERS = [',', ';', '\t'] as const;
/** As much of a file as its first row may take. */
const HEADER_BYTES = 64 * 1024;

/** What parts the cells: spreadsheets of many countries write semicolons. Of the three, the one that is most often in the first row. */
async function findDelimiter(file: string): Promise<string> {
  const handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0).finally(() => handle.close());
  const [header = ''] = buffer
    .toString('utf8', 0, bytesRead)
    .trimStart()
    .split(/[\r\n]/, 1);
  const count = (delimiter: string) => header.split(delimiter).length;
  return DELIMITERS.reduce((best, it) => (count(it) > count(best) ? it : best));
}

function readHeader(record: string[], { required, optional }: Columns): string[] {
  const header = record.map((cell) => cell.trim().toLowerCase());
  const missing = required.filter((name) => !header.includes(name));
  if (missing.length) {
    const found = header.filter(Boolean).join(', ').slice(0, 200);
    throw new Error(
      `The first row must name the columns, parted by commas, semicolons or tabs. Missing: ${missing.join(', ')}. It reads: ${found || 'nothing'}. (Optional: ${optional.join(', ')}.)`,
    );
  }
  const duplicate = [...required, ...optional].find((name) => header.indexOf(name) !== header.lastIndexOf(name));
  if (duplicate) throw new Error(`The column ${duplicate} stands twice in the first row.`);
  return header;
}

function toCells(header: string[], record: string[], { required, optional }: Columns): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const name of [...required, ...optional]) {
    const text = readCsvCell(record[header.indexOf(name)]?.trim() ?? '');
    if (text) cells[name] = text;
  }
  return cells;
}

function findRowError(header: string[], record: string[]): string | null {
  if (record.length < header.length || record.slice(header.length).some((cell) => cell.trim())) {
    return `has ${record.length} cells where the first row has ${header.length}`;
  }
  // The replacement character, which a decoder writes for bytes that aren't UTF-8.
  if (record.some((cell) => cell.includes('\uFFFD'))) return "holds characters that aren't UTF-8: save the file as CSV UTF-8";
  return null;
}

/** Skips blank rows. Throws an Error where the file doesn't exist or lacks columns. */
export async function* readCsv(file: string, columns: Columns): AsyncGenerator<CsvRow> {
  const stats = await stat(file).catch(() => null);
  if (!stats?.isFile()) throw new Error(`There is no file ${file}`);
  const skipped: SkippedRow[] = [];
  const lines = new Set<number>();
  const parser = parse({
    bom: true,
    delimiter: await findDelimiter(file),
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_error: true,
    max_record_size: MAX_ROW_LENGTH,
  });
  parser.on('skip', (error: CsvError & Partial<Info>) => {
    // The event comes once for each bad character of a line.
    const line = error.lines ?? 0;
    if (lines.has(line)) return;
    lines.add(line);
    skipped.push({ row: (error.records ?? 0) + lines.size, error: CSV_ERRORS[error.code] ?? `isn't well-formed CSV: ${error.message}` });
  });
  // Errors of the stream are thrown by the loop below, which reads from the parser.
  pipeline(createReadStream(file), parser, () => undefined);
  let header: string[] | null = null;
  let row = 0;
  const yieldSkipped = function* (fraction: number): Generator<CsvRow> {
    for (let next = skipped[0]; next && next.row === row + 1; next = skipped[0]) {
      skipped.shift();
      row += 1;
      yield { row, cells: {}, error: next.error, fraction };
    }
  };
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      const fraction = stats.size ? Math.min(1, info.bytes / stats.size) : 1;
      if (header) yield* yieldSkipped(fraction);
      row += 1;
      if (!header) {
        header = readHeader(record, columns);
        continue;
      }
      if (record.every((cell) => !cell.trim())) continue;
      yield { row, cells: toCells(header, record, columns), error: findRowError(header, record), fraction };
    }
    if (!header) readHeader([], columns);
    yield* yieldSkipped(1);
  } finally {
    parser.destroy();
  }
}
