/** The tests themselves: that none is left out of a run, and that none reads a page before it has changed. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { EMBEDDED_TESTS, SERVER_TESTS, UNIT_TESTS } from './support/projects.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Folders that may have no tests yet. */
const MAY_BE_EMPTY = ['src/contract/**/*.test.ts'];

test('every pattern in the lists of test files matches a file', () => {
  const patterns = [...UNIT_TESTS, ...SERVER_TESTS, ...EMBEDDED_TESTS].filter((it) => !MAY_BE_EMPTY.includes(it));
  expect(patterns.filter((pattern) => !globSync(pattern, { cwd: root }).length)).toEqual([]);
  // Vitest reads `!(upgrade)` as the beginning of a name, and Node as the whole: a file would count as run that isn't.
  expect(patterns.filter((pattern) => /[!?+@*]\(/.test(pattern))).toEqual([]);
});

/** A page changes a moment after an action, so what it shows is read again and again (`expect.poll`), and not once with one of these. */
const READS =
  'count|textContent|innerText|allTextContents|allInnerTexts|inputValue|getAttribute|boundingBox|title|evaluate|evaluateAll|is[A-Z]\\w+';
/** `expect(await locator.count())`, also within a list. */
const READ_ONCE = new RegExp(`expect\\([[(]*(?:\\w+, )?[[(]*await (?:(?!\\bexpect\\b)[^;])*?\\.(?:${READS})\\(`, 'g');

const findReads = (text: string) => [...text.matchAll(READ_ONCE)].map(({ index }) => text.slice(0, index).split('\n').length);

test('no browser test reads a page only once', () => {
  expect(findReads('expect(await card.count()).toBe(0);\nexpect([url, await field.isDisabled()]).toEqual([url, true]);')).toEqual([1, 2]);
  expect(findReads('await expect.poll(() => card.count()).toBe(0);\nexpect((await fetch(url)).status).toBe(200);')).toEqual([]);
  const files = globSync('tests/e2e/**/*.ts', { cwd: root });
  expect(files.length).toBeGreaterThan(60);
  const found = files.flatMap((file) => findReads(readFileSync(path.join(root, file), 'utf8')).map((line) => `${file}:${line}`));
  expect(
    found,
    'write await expect.poll(() => …); where something must be absent, first wait for another sign that the page has changed',
  ).toEqual([]);
});
