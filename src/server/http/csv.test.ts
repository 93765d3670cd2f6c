import { expect, test } from 'vitest';
import { writeCsvRow } from './csv.ts';

test('[PEOPLE-5] no cell begins a formula, and every other comes out as it went in', () => {
  const cells = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '\u00a0=1', '＝1', '＋1', '－1', '＠a'];
  for (const cell of cells) expect(writeCsvRow([cell])).toMatch(/^"'/);
  expect(writeCsvRow(['a=1', 'x@y.z', '1-2', '', 'Zoë 🙂', -4.5, 0])).toBe('a=1,x@y.z,1-2,,Zoë 🙂,-4.5,0\r\n');
  expect(writeCsvRow(['a,b', 'say "hi"', 'two\nlines', ' x', "it's", 'a;b'])).toBe(`"a,b","say ""hi""","two\nlines"," x","it's","a;b"\r\n`);
});
