/** Writes CSV files that spreadsheets can open directly. */

/**
 * Spreadsheets treat a cell that begins like this as a formula, even after spaces and with full-width characters. A text that only looks as
 * if it had been guarded (`'=1`) is matched too: it gets an apostrophe more, so that reading takes away no more than writing added.
 */
const FORMULA = /^'*(?:\s*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]|[\t\r\n])/;

/** Numbers come from the shop and may be negative. Texts may come from anybody, so an apostrophe keeps them from being formulas. */
function writeCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",;\r\n\t']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The inverse of writeCell, once the quotes are read: an import removes the apostrophe again. */
export const readCsvCell = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell);

/** Includes the line break. */
export function writeCsvRow(cells: readonly (string | number)[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`;
}
