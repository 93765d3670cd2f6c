import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restoreAssets, stashAssets } from './previous-assets.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'shop-build-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const getAssets = () => path.join(root, 'build/client/assets');
const list = () => readdirSync(getAssets()).sort();

/** As Vite does: empties the folder and writes these files. */
function emit(...names: string[]): void {
  rmSync(getAssets(), { recursive: true, force: true });
  mkdirSync(getAssets(), { recursive: true });
  for (const name of names) writeFileSync(path.join(getAssets(), name), `text of ${name}`);
}

function build(...names: string[]): void {
  stashAssets(root);
  emit(...names);
  restoreAssets(root);
}

test('[STORAGE-7] files of the previous build stay, those of older builds are deleted', () => {
  build('shop-aaa.js', 'shop-aaa.js.br', 'font-fff.woff2');
  build('shop-bbb.js', 'font-fff.woff2');
  expect(list()).toEqual(['font-fff.woff2', 'shop-aaa.js', 'shop-aaa.js.br', 'shop-bbb.js']);
  expect(readFileSync(path.join(getAssets(), 'shop-aaa.js'), 'utf8')).toBe('text of shop-aaa.js');
  build('shop-ccc.js', 'font-fff.woff2');
  expect(list()).toEqual(['font-fff.woff2', 'shop-bbb.js', 'shop-ccc.js']);
});

test('[STORAGE-7] a build that changes nothing for browsers keeps the previous files', () => {
  build('shop-aaa.js');
  build('shop-bbb.js');
  build('shop-bbb.js');
  build('shop-bbb.js');
  expect(list()).toEqual(['shop-aaa.js', 'shop-bbb.js']);
});

test('[STORAGE-7] after failed builds the files of the last complete build stay', () => {
  build('shop-aaa.js');
  stashAssets(root);
  emit('shop-half.js');
  // The next build is told that the last was incomplete, and puts nothing aside.
  emit('shop-bbb.js');
  restoreAssets(root);
  expect(list()).toEqual(['shop-aaa.js', 'shop-bbb.js']);
});

test('[STORAGE-7] a build by a version that kept no list counts as the previous one', () => {
  emit('shop-old.js');
  build('shop-new.js');
  expect(list()).toEqual(['shop-new.js', 'shop-old.js']);
});
