import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { EMBEDDED_TESTS, SERVER_TESTS, UNIT_TESTS } from './support/projects.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Folders that may have no tests yet. */
const MAY_BE_EMPTY = ['src/contract/**/*.test.ts'];

test('every pattern of the lists of test files matches a file', () => {
  const patterns = [...UNIT_TESTS, ...SERVER_TESTS, ...EMBEDDED_TESTS].filter((it) => !MAY_BE_EMPTY.includes(it));
  expect(patterns.filter((pattern) => !globSync(pattern, { cwd: root }).length)).toEqual([]);
});
