/** Writes CSV files that spreadsheets can open directly. */

/** What begins a formula, also after blanks and with full-width characters. */
const SIGN = String.raw`[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]`;
/** A list item of a description, such as `- Oak`, begins no formula. */
const SIGN_OF_LINE = `(?![+-] )${SIGN}`;
const BLANKS = String.raw`[^\S\t\r\n]*`;

/**
 * Where spreadsheets would find a formula: at the beginning of a cell, and within it where a spreadsheet begins a new cell because it splits
 * lines at semicolons (as in German) or at tabs. Such a spreadsheet ignores quotation marks except at the beginning of a line. Apostrophes
 * are skipped: a text that already looks defused (`'=1`) gets one more, so that reading removes only what writing has added.
 */
const DEFUSED = `'*(?:${BLANKS}${SIGN})`;
const POSITIONS = `(?<=^)(?='*[\\t\\r\\n]|${DEFUSED})|(?<=[;\\t])(?=${DEFUSED})|(?<=[\\r\\n])(?='*${BLANKS}${SIGN_OF_LINE})`;
const FORMULAS = new RegExp(POSITIONS, 'g');
const APOSTROPHES = new RegExp(POSITIONS.replaceAll(')(?=', ")'(?="), 'g');

/** Numbers come from the shop and may be negative. Texts may come from anybody, so an apostrophe keeps them from being formulas. */
function writeCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = value.replace(FORMULAS, "'");
  return /[",;\r\n\t']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The inverse of writeCell, once the quotes are read: an import removes the apostrophes again. */
export const readCsvCell = (cell: string): string => cell.replace(APOSTROPHES, '');

/** Includes the line break. */
export function writeCsvRow(cells: readonly (string | number)[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`;
}
