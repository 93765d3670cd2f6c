/** Under which licences the shop ships. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { isAllowed } from './licenses.ts';
import { listShippedPackages } from './shipped-packages.ts';

const shipped = listShippedPackages(path.resolve(import.meta.dirname, '../..'));

test('[SAFE-18] all that is installed or built into the shop has an allowed licence, and the checksum of its archive', () => {
  expect(shipped.filter(({ name, license }) => !isAllowed(name, license))).toEqual([]);
  expect(shipped.filter(({ integrity }) => !integrity?.startsWith('sha512-')).map(({ name }) => name)).toEqual([]);
});

test('[SAFE-18] what is shipped is what production installs, and what the build takes in', () => {
  const names = (isBundled: boolean) => shipped.filter((it) => it.isBundled === isBundled).map(({ name }) => name);
  expect(names(false)).toEqual(expect.arrayContaining(['fastify', 'pg', 'sharp', 'light-my-request']));
  expect(names(true)).toEqual(
    expect.arrayContaining(['react', 'scheduler', 'react-router', 'stripe', 'drizzle-orm', '@fontsource-variable/geist', 'tailwindcss']),
  );
  for (const name of ['vite', '@react-router/dev', 'caniuse-lite', 'vitest', 'typescript', 'lighthouse', 'playwright-core'])
    expect(names(true)).not.toContain(name);
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND GPL-3.0-only', false],
  ['GPL-3.0-or-later', false],
  ['LGPL-3.0-or-later', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['UNLICENSED', false],
  [undefined, false],
])('[SAFE-18] %s: allowed is %s', (license, allowed) => {
  expect(isAllowed('a-package', license)).toBe(allowed);
});

test('[SAFE-18] the LGPL is allowed to the libraries of images alone', () => {
  expect(isAllowed('@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later')).toBe(true);
  expect(isAllowed('@img/other', 'LGPL-3.0-or-later')).toBe(false);
});
