import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { imagePath, listFileNames } from '../../../../tests/support/image-files.ts';
import { IMAGE_FILE_PATTERN, imageFileName } from '../../shop/content/media/image-url.ts';
import { openFolderStore } from './folder-store.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'shop-folder-'));
afterAll(() => rmSync(root, { recursive: true }));
const store = openFolderStore(root, IMAGE_FILE_PATTERN);
const makeName = (n: number) => imageFileName(n.toString(16).padStart(4, '0').padEnd(32, '7'), 640);
const listNames = async () => (await Array.fromAsync(store.list())).flat().map(({ name }) => name);

test('[STORAGE-4] files are two folders deep; files of the previous version are found where they are, until they are moved', async () => {
  const [now = '', before = ''] = [makeName(0xabcd), makeName(0x1234)];
  await store.put([{ name: now, bytes: Buffer.from('now') }]);
  expect(existsSync(path.join(root, 'ab/cd', now))).toBe(true);
  writeFileSync(path.join(root, before), 'before');
  expect(await store.find(before)).toEqual({ root, path: before });
  expect((await store.read(before))?.toString()).toBe('before');
  expect((await listNames()).sort()).toEqual([before, now]);
  await store.tidy();
  expect(await store.find(before)).toEqual({ root, path: path.join('12/34', before) });
  expect((await store.read(before))?.toString()).toBe('before');
  await store.delete([before, now]);
  expect([await store.find(before), await store.find(now)]).toEqual([null, null]);
});

test('[STORAGE-4] a file is found at any moment while it is moved', async () => {
  const names = Array.from({ length: 60 }, (_, n) => makeName(n * 257));
  for (const name of names) writeFileSync(path.join(root, name), 'x');
  let isMoving = true;
  const looking = (async () => {
    let misses = 0;
    while (isMoving) for (const name of names) if (!(await store.find(name))) misses += 1;
    return misses;
  })();
  await store.tidy();
  isMoving = false;
  expect(await looking).toBe(0);
  expect(listFileNames(root).sort()).toEqual([...names].sort());
  for (const name of names) expect(existsSync(imagePath(root, name))).toBe(true);
  await store.delete(names);
});

test('[STORAGE-3] a folder is listed in pages, without files that aren’t the shop’s images', async () => {
  const names = Array.from({ length: 1200 }, (_, n) => imageFileName(`0102${n.toString(16).padStart(28, '0')}`, 640));
  await store.put(names.map((name) => ({ name, bytes: Buffer.from('x') })));
  mkdirSync(path.join(root, 'other'));
  writeFileSync(path.join(root, 'other', makeName(1)), 'x');
  writeFileSync(path.join(root, 'notes.txt'), 'x');
  const pages = await Array.fromAsync(store.list());
  expect(pages.map((it) => it.length)).toEqual([1000, 200]);
});
