import { expect, test } from 'vitest';
import { readCsvCell, writeCsvRow } from './csv.ts';

test('[PEOPLE-5] no cell starts a formula, and all other cells are exported unchanged', () => {
  const cells = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '\u00a0=1', '＝1', '＋1', '－1', '＠a'];
  for (const cell of cells) expect(writeCsvRow([cell])).toMatch(/^"'/);
  expect(writeCsvRow(['a=1', 'x@y.z', '1-2', '', 'Zoë 🙂', -4.5, 0])).toBe('a=1,x@y.z,1-2,,Zoë 🙂,-4.5,0\r\n');
  expect(writeCsvRow(['a,b', 'say "hi"', 'two\nlines', ' x', "it's", 'a;b'])).toBe(`"a,b","say ""hi""","two\nlines"," x","it's","a;b"\r\n`);
});

/** The cells of each line as a spreadsheet reads them that splits at semicolons: a quotation mark counts at the beginning of a cell alone. */
function splitAtSemicolons(file: string): string[] {
  const cells: string[] = [];
  let [cell, isQuoted] = ['', false];
  for (const sign of file) {
    if (!isQuoted && /[;\t\r\n]/.test(sign)) {
      cells.push(cell);
      cell = '';
    } else if (sign === '"' && (cell === '' || isQuoted)) isQuoted = !isQuoted;
    else cell += sign;
  }
  return [...cells, cell];
}

test('[PEOPLE-5] no cell starts a formula after a semicolon either, where German spreadsheets split it', () => {
  for (const text of ['a;=1+1', 'a; =1', 'a;;@SUM(A1)', 'a;\u3000＝1', 'Main St\n=cmd|x', 'a\t-1', 'a\r\n+1', 'a\n-1'])
    expect([text, splitAtSemicolons(writeCsvRow(['Ada', text, 'end'])).filter((cell) => /^\s*[=+\-@＝]/.test(cell))]).toEqual([text, []]);
  expect(writeCsvRow(['a;b', 'Oak:\n- light\n- dark', 'a;b=c'])).toBe('"a;b","Oak:\n- light\n- dark","a;b=c"\r\n');
});

test('[PEOPLE-5] whatever a cell contains, reading returns what was written', () => {
  const signs = ["'", ';', '=', '-', ' ', '\n', '\t', 'a', '＝', '\r'];
  const makeText = (seed: number) => Array.from({ length: seed % 7 }, (_, n) => signs[Math.floor(seed / 10 ** n) % 10]).join('');
  for (let n = 0; n < 200_000; n += 7) {
    const text = makeText(n * 31 + 5);
    const cell = writeCsvRow([text]).slice(0, -2);
    const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
    if (readCsvCell(read) !== text) expect([text, readCsvCell(read)]).toEqual([text, text]);
  }
});
