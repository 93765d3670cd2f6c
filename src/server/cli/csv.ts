/** Reads a CSV file with a heading as a stream: files larger than memory, quoted cells, any line ends, with or without BOM. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { type CsvError, type Info, parse } from 'csv-parse';

/** Characters; a quote that is never closed would otherwise swallow the rest of the file. */
const MAX_ROW = 1024 * 1024;

const FAULTS: Partial<Record<CsvError['code'], string>> = {
  CSV_QUOTE_NOT_CLOSED: 'opens a quote that is never closed, so nothing from here on could be read',
  CSV_MAX_RECORD_SIZE: 'is longer than a megabyte: a quote may be left open here, so the rows after it may be missing',
};

export interface CsvRow {
  /** As a spreadsheet counts: the heading is row 1. */
  row: number;
  /** By column, without blanks around them; a blank cell is absent. */
  cells: Record<string, string>;
  /** Why the row can't be taken, or null. */
  fault: string | null;
  /** How much of the file is read, 0 to 1. */
  part: number;
}

export interface Columns {
  required: readonly string[];
  optional: readonly string[];
}

interface Skipped {
  row: number;
  fault: string;
}

function readHeading(record: string[], { required, optional }: Columns): string[] {
  const heading = record.map((cell) => cell.trim().toLowerCase());
  const missing = required.filter((name) => !heading.includes(name));
  if (missing.length) {
    const found = heading.filter(Boolean).join(', ').slice(0, 200);
    throw new Error(
      `The first row must name the columns, parted by commas. Missing: ${missing.join(', ')}. It reads: ${found || 'nothing'}. (Optional: ${optional.join(', ')}.)`,
    );
  }
  const twice = [...required, ...optional].find((name) => heading.indexOf(name) !== heading.lastIndexOf(name));
  if (twice) throw new Error(`The column ${twice} stands twice in the first row.`);
  return heading;
}

function toCells(heading: string[], record: string[], { required, optional }: Columns): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const name of [...required, ...optional]) {
    const text = record[heading.indexOf(name)]?.trim();
    if (text) cells[name] = text;
  }
  return cells;
}

function faultOf(heading: string[], record: string[]): string | null {
  if (record.length < heading.length || record.slice(heading.length).some((cell) => cell.trim())) {
    return `has ${record.length} cells where the first row has ${heading.length}`;
  }
  // What a decoder puts where the bytes made no sense.
  if (record.some((cell) => cell.includes('\uFFFD'))) return "holds characters that aren't UTF-8: save the file as CSV UTF-8";
  return null;
}

/** Rows that are blank all over are passed by. Throws an Error for a file that isn't there or has not the columns. */
export async function* readCsv(file: string, columns: Columns): AsyncGenerator<CsvRow> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new Error(`There is no file ${file}`);
  const skipped: Skipped[] = [];
  const lines = new Set<number>();
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_error: true,
    max_record_size: MAX_ROW,
  });
  parser.on('skip', (error: CsvError & Partial<Info>) => {
    // It comes once for every character that makes no sense.
    const line = error.lines ?? 0;
    if (lines.has(line)) return;
    lines.add(line);
    skipped.push({ row: (error.records ?? 0) + lines.size, fault: FAULTS[error.code] ?? `isn't well-formed CSV: ${error.message}` });
  });
  // Its errors reach the loop below through the parser.
  pipeline(createReadStream(file), parser, () => undefined);
  let heading: string[] | null = null;
  let row = 0;
  const takeSkipped = function* (part: number): Generator<CsvRow> {
    for (let next = skipped[0]; next && next.row === row + 1; next = skipped[0]) {
      skipped.shift();
      row += 1;
      yield { row, cells: {}, fault: next.fault, part };
    }
  };
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      const part = found.size ? Math.min(1, info.bytes / found.size) : 1;
      if (heading) yield* takeSkipped(part);
      row += 1;
      if (!heading) {
        heading = readHeading(record, columns);
        continue;
      }
      if (record.every((cell) => !cell.trim())) continue;
      yield { row, cells: toCells(heading, record, columns), fault: faultOf(heading, record), part };
    }
    if (!heading) readHeading([], columns);
    yield* takeSkipped(1);
  } finally {
    parser.destroy();
  }
}
