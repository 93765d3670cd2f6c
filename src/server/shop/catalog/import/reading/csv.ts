/** Reads a CSV file as a stream, so that it may be larger than memory. */

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { type CsvError, type Info, parse } from 'csv-parse';
import { KILOBYTE, MEGABYTE } from '../../../../../contract/values.ts';
import { AppError } from '../../../../platform/errors.ts';

/** The encodings that spreadsheets write: Excel's "CSV" is windows-1252 in Western countries, its "Unicode text" UTF-16. */
export type CsvEncoding = 'utf-8' | 'windows-1252' | 'utf-16le';

const ZIP = 'PK\u0003\u0004';
const NUL = 0;

function createNoCsvError(what: string): AppError {
  return new AppError('invalid_request', `This isn't a CSV file${what}. Save it as CSV and try again`);
}

/** Throws `invalid_request` if the file begins like a zip archive, as workbooks do. */
export function refusePacked(beginning: Buffer): void {
  if (beginning.toString('latin1', 0, 4) === ZIP) throw createNoCsvError(', but an Excel workbook or another packed file');
}

/** Reads the whole file. It is UTF-8 if all of it is valid UTF-8. Throws `invalid_request` for files that aren't text. */
export async function detectEncoding(bytes: AsyncIterable<Buffer>): Promise<CsvEncoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  let isUtf8 = true;
  for await (const piece of bytes) {
    if (isFirst) {
      refusePacked(piece);
      if (piece[0] === 0xff && piece[1] === 0xfe) return 'utf-16le';
      isFirst = false;
    }
    // A NUL byte later in the file may be a mistake in one cell, which is refused there; one at the start means an image or a program.
    if (!isUtf8) continue;
    try {
      decoder.decode(piece, { stream: true });
    } catch {
      isUtf8 = false;
      if (piece.subarray(0, 4096).includes(NUL)) throw createNoCsvError('');
    }
  }
  try {
    decoder.decode();
  } catch {
    return 'windows-1252';
  }
  return isUtf8 ? 'utf-8' : 'windows-1252';
}

export async function* decodeCsv(bytes: AsyncIterable<Buffer>, encoding: CsvEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/** In characters. Without a limit, a quote that is never closed would make the rest of the file one cell. */
const MAX_ROW_LENGTH = MEGABYTE;

/** In bytes. The parser processes a piece without a pause. */
const PIECE_LENGTH = 4 * KILOBYTE;
/**
 * After this many errors in one row, reading ends: the parser reports every further character of a row that is too long, which takes a minute for
 * some megabytes.
 */
const MAX_ROW_ERRORS = 100;

const CSV_ERRORS: Partial<Record<CsvError['code'], string>> = {
  CSV_QUOTE_NOT_CLOSED: 'opens a quote that is never closed, so nothing from here on could be read',
  CSV_MAX_RECORD_SIZE: 'is longer than a megabyte: a quote may be left open here, so the rows after it may be missing',
};

/** A file that can be read several times. */
export interface CsvFile {
  size: number;
  open: () => AsyncIterable<Buffer>;
}

export interface CsvRecord {
  /** As a spreadsheet counts: the header is row 1. */
  row: number;
  record: string[];
  /** Why the row can't be read, or null. */
  error: string | null;
  /** How much of the file has been read, 0 to 1. */
  fraction: number;
}

/** Encoding and delimiter of the file. */
export interface CsvDialect {
  encoding: CsvEncoding;
  delimiter: string;
}

const DELIMITERS = [',', ';', '\t'] as const;
/** How much of the file is read to find its first row. */
const HEADER_LENGTH = 64 * KILOBYTE;

/** Throws an Error where the file doesn't exist. */
export async function openCsvFile(path: string): Promise<CsvFile> {
  const stats = await stat(path).catch(() => null);
  if (!stats?.isFile()) throw new Error(`There is no file ${path}`);
  return { size: stats.size, open: () => createReadStream(path) };
}

/**
 * Detects encoding and delimiter. Spreadsheets of many countries write semicolons, so the one of the three delimiters that is most frequent
 * in the first row is taken. Throws `invalid_request` for files that aren't CSV.
 */
export async function findDialect({ open }: CsvFile): Promise<CsvDialect> {
  const encoding = await detectEncoding(open());
  let text = '';
  for await (const piece of decodeCsv(open(), encoding)) {
    text += piece;
    if (text.length >= HEADER_LENGTH) break;
  }
  const [header = ''] = text
    .slice(0, HEADER_LENGTH)
    .trimStart()
    .split(/[\r\n]/, 1);
  const count = (delimiter: string) => header.split(delimiter).length;
  return { encoding, delimiter: DELIMITERS.reduce((best, it) => (count(it) > count(best) ? it : best)) };
}

/** Cuts bytes, which the parser puts together again. Half an emoji of a text would become a question mark. */
async function* cutPieces(texts: AsyncIterable<string>, isOver: () => boolean): AsyncGenerator<Buffer> {
  for await (const text of texts) {
    const bytes = Buffer.from(text);
    for (let start = 0; start < bytes.length; start += PIECE_LENGTH) {
      if (isOver()) return;
      yield bytes.subarray(start, start + PIECE_LENGTH);
    }
  }
}

/** The first one is the header. */
export async function* readRecords({ open, size }: CsvFile, { encoding, delimiter }: CsvDialect): AsyncGenerator<CsvRecord> {
  const skipped: Pick<CsvRecord, 'row' | 'error'>[] = [];
  const lines = new Set<number>();
  let errorsOfRow = 0;
  let lastLine = 0;
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_error: true,
    max_record_size: MAX_ROW_LENGTH,
  });
  parser.on('skip', (error: CsvError & Partial<Info>) => {
    // The event is emitted once for each bad character of a line.
    const line = error.lines ?? 0;
    errorsOfRow = line === lastLine ? errorsOfRow + 1 : 1;
    lastLine = line;
    if (lines.has(line)) return;
    lines.add(line);
    skipped.push({ row: (error.records ?? 0) + lines.size, error: CSV_ERRORS[error.code] ?? `isn't well-formed CSV: ${error.message}` });
  });
  // The parser counts bytes of UTF-8. If the file has another encoding, the fraction is approximate.
  const decodedSize = encoding === 'utf-16le' ? size / 2 : size;
  // Errors of the stream are thrown by the loop below, which reads from the parser.
  pipeline(
    Readable.from(
      cutPieces(decodeCsv(open(), encoding), () => errorsOfRow > MAX_ROW_ERRORS),
      { objectMode: false },
    ),
    parser,
    () => undefined,
  );
  let row = 0;
  const yieldSkipped = function* (fraction: number): Generator<CsvRecord> {
    for (let next = skipped[0]; next && next.row === row + 1; next = skipped[0]) {
      skipped.shift();
      row += 1;
      yield { row, record: [], error: next.error, fraction };
    }
  };
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      const fraction = size ? Math.min(1, info.bytes / decodedSize) : 1;
      if (row) yield* yieldSkipped(fraction);
      row += 1;
      yield { row, record, error: null, fraction };
    }
    yield* yieldSkipped(1);
  } finally {
    parser.destroy();
  }
}
