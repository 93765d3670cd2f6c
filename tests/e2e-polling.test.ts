/** A page changes a moment after what was done to it, so that a test reads it until it shows what is expected: by `expect.poll`. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const READS =
  'count|textContent|innerText|allTextContents|allInnerTexts|inputValue|getAttribute|boundingBox|title|evaluate|evaluateAll|is[A-Z]\\w+';
/** `expect(await locator.count())`, also within a list. */
const READ_ONCE = new RegExp(`expect\\([[(]*(?:\\w+, )?[[(]*await (?:(?!\\bexpect\\b)[^;])*?\\.(?:${READS})\\(`, 'g');

const findReads = (text: string) => [...text.matchAll(READ_ONCE)].map(({ index }) => text.slice(0, index).split('\n').length);

test('no journey reads a page once and expects', () => {
  expect(findReads('expect(await card.count()).toBe(0);\nexpect([url, await field.isDisabled()]).toEqual([url, true]);')).toEqual([1, 2]);
  expect(findReads('await expect.poll(() => card.count()).toBe(0);\nexpect((await fetch(url)).status).toBe(200);')).toEqual([]);
  const files = globSync('tests/e2e/**/*.ts', { cwd: root });
  expect(files.length).toBeGreaterThan(60);
  const found = files.flatMap((file) => findReads(readFileSync(path.join(root, file), 'utf8')).map((line) => `${file}:${line}`));
  expect(
    found,
    'await expect.poll(() => …); where something must not be there, wait for what shows that the page has changed first',
  ).toEqual([]);
});
