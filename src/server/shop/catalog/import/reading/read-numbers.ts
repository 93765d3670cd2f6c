/** Reads the numbers of a file by the file's own way of writing them, which is found out from its cells. */
import type { ImportNumbers } from '../../../../../contract/product-import-fields.ts';
import { NUMBER_FORMATS, readNumber } from '../../../../../contract/read-number.ts';
import type { ImportField, RowNotice } from '../formats/format.ts';

/** How often cells can only be read with a point, or only with a comma before the decimals. */
export interface NumberEvidence {
  point: number;
  comma: number;
  /** One separator with three digits behind it, in a price: decimals for some, thousands for others. */
  ambiguous: number;
}

const PATTERNS: Record<ImportNumbers, RegExp> = {
  point: /^\D{0,3}(\d+\.\d{1,2}|\d{4,}\.\d+|0\.\d+|\d{1,3}(,\d{3})+\.\d+)\D{0,3}$/,
  comma: /^\D{0,3}(\d+,\d{1,2}|\d{4,},\d+|0,\d+|\d{1,3}([. ]\d{3})+,\d+)\D{0,3}$/,
};
const AMBIGUOUS = /^\D{0,3}[1-9]\d{0,2}[.,]\d{3}\D{0,3}$/;

/** Longer cells are no numbers. */
const MAX_LENGTH = 40;

export function addEvidence(evidence: NumberEvidence, { number }: ImportField, cell: string): void {
  if (!number || !cell || cell.length > MAX_LENGTH) return;
  if (PATTERNS.comma.test(cell)) evidence.comma += 1;
  else if (PATTERNS.point.test(cell)) evidence.point += 1;
  else if (number === 'price' && AMBIGUOUS.test(cell)) evidence.ambiguous += 1;
}

/** Without any evidence, a file with semicolons comes from where the comma begins the decimals. */
export const chooseNumbers = ({ point, comma }: NumberEvidence, delimiter: string): ImportNumbers =>
  comma > point || (comma === point && delimiter === ';') ? 'comma' : 'point';

/** As the shop writes it; what is no number stays, and fails validation. */
export function readNumberCell(cell: string, field: ImportField, numbers: ImportNumbers, tell: (notice: RowNotice) => void): string {
  if (/^-?\d+$/.test(cell) || cell.length > MAX_LENGTH) return cell;
  const format = NUMBER_FORMATS[numbers];
  const reading = field.number === 'price' ? readNumber(cell, format, { maxDecimals: 2 }) : readNumber(cell, format);
  if ('number' in reading) return String(reading.number);
  if (reading.problem === 'not_a_number') return cell;
  // Read as the rest of the file is.
  const strict = readNumber(cell, format);
  const number = 'number' in strict ? strict.number : Number.NaN;
  if (Number.isNaN(number)) return cell;
  tell({ kind: 'guessed', column: field.name, reason: `"${cell}" is read as ${number}` });
  return String(number);
}
