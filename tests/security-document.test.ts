/** What docs/security.md and its pages name is there: rows, files, replayed vulnerabilities, and each requirement of ASVS 5.0, level 2. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const pages = ['docs/security.md', ...globSync('docs/security/*.md', { cwd: root })];
const document = pages.map(read).join('\n');
const REPLAYS = 'tests/security/replays';
const HOLE = /CVE-\d{4}-\d+/g;

test('[SAFE-20] each row that docs/security.md names is in the specification, and so needs a test', () => {
  const specification = read('docs/specification.md');
  const rows = [...document.matchAll(/(?<![\w-])(?!(?:CVE|CWE|SHA|AES|GHSA|HMAC)-)[A-Z][A-Z]+-\d+(?![\w-])/g)].map(([row]) => row);
  expect(new Set(rows).size).toBeGreaterThan(80);
  expect(rows.filter((row) => !specification.includes(`- **${row}** `))).toEqual([]);
});

test('[SAFE-20] each file that docs/security.md or SECURITY.md names exists', () => {
  const files = [...`${document}${read('SECURITY.md')}`.matchAll(/`((?:src|tests|docs|tools)\/[\w./-]+)`/g)].map(([, file]) =>
    String(file),
  );
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('[SAFE-20] each published vulnerability with a number has a test that names it, at least 25 in all', () => {
  const holes = new Set(read('docs/security/published-holes.md').match(/CVE-\d{4}-\d+|GHSA(?:-[a-z0-9]{4}){3}/g));
  const titles = globSync(['src/**/*.test.ts', 'tests/**/*.test.ts'], { cwd: root })
    .flatMap((file) => read(file).split('\n'))
    .filter((line) => line.includes('[SAFE-17]'))
    .join('\n');
  expect(holes.size).toBeGreaterThanOrEqual(25);
  expect([...holes].filter((hole) => !titles.includes(hole))).toEqual([]);
});

test('[SAFE-20] a vulnerability is tested in the file that is documented for it, and each replay is documented', () => {
  const replayed = readdirSync(path.join(root, REPLAYS)).flatMap((file) => read(`${REPLAYS}/${file}`).match(HOLE) ?? []);
  expect(new Set(replayed.filter((hole) => !document.includes(hole)))).toEqual(new Set());
  const lines = document.split('\n').filter((line) => line.startsWith('| ') && line.includes(`\`${REPLAYS}/`));
  expect(lines.length).toBeGreaterThanOrEqual(25);
  for (const line of lines) {
    const file = /`(tests\/security\/replays\/[\w.-]+)`/.exec(line)?.[1] ?? '';
    const text = read(file);
    for (const hole of line.match(HOLE) ?? []) expect(text, line).toContain(hole);
  }
});

const numbersUpTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test.each([
  ['Threats', 50],
  ['Faults', 39],
])('[SAFE-20] each of the %s has a number, and a row of the specification or a test that proves its control', (title, count) => {
  const [, table = ''] = read('docs/security/threats.md').split(`\n## ${title}\n`);
  const lines = (table.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| \d/.test(line));
  const rows = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  expect(rows.map(([, number]) => Number(number))).toEqual(numbersUpTo(count));
  for (const [, , what, control, proof] of rows)
    expect([what, control, proof], what).toEqual([
      expect.stringMatching(/.{5}/),
      expect.stringMatching(/.{5}/),
      expect.stringMatching(/[A-Z]+-\d+|`(src|tests)\//),
    ]);
});

/** How many requirements of level 1 or 2 each section has; their numbers leave none out. */
const SECTIONS =
  '1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2';

/** `1.2.1–1.2.3`, across sections too, and single ones. */
function expandRange(range: string, all: readonly string[]): string[] {
  const [first = '', last = first] = range.split('–');
  return all.slice(all.indexOf(first), all.indexOf(last) + 1);
}

test('[SAFE-20] each requirement of ASVS 5.0 up to level 2 is answered, once', () => {
  const all = SECTIONS.split(' ').flatMap((section) => {
    const [name, count] = section.split(':');
    return numbersUpTo(Number(count)).map((number) => `${name}.${number}`);
  });
  expect(all).toHaveLength(253);
  const lines = read('docs/security/asvs.md')
    .split('\n')
    .filter((line) => /^\| \d/.test(line));
  const answered = lines.flatMap((line) => (line.split('|')[1] ?? '').split(',').flatMap((range) => expandRange(range.trim(), all)));
  expect(answered.toSorted()).toEqual(all.toSorted());
  for (const line of lines) expect(line).toMatch(/\| (met|partly|open|n\/a|the operator's)\b/);
});
