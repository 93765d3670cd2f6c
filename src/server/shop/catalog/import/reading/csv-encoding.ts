/** Detects the encoding of a CSV file, and decodes it piece by piece. */
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
