/** Files that are sold, in a bucket: sent in parts, and moved between folder and bucket. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeBytes } from '../../../../tests/support/downloads.ts';
import { startS3, TEST_LIMITS } from '../../../../tests/support/s3.ts';
import { DOWNLOAD_PIECE_BYTES } from '../../../contract/downloads.ts';
import { moveImages } from '../../shop/content/media/move.ts';
import { createPieceName, openDownloadStores, readPieces } from './piece-store.ts';

const s3 = await startS3();
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'shop-data-'));
const stores = openDownloadStores(dataDir, { s3: s3.config, writesTo: 's3' }, TEST_LIMITS);
afterAll(async () => {
  await s3.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const bytes = makeBytes(DOWNLOAD_PIECE_BYTES + 3000);
const read = async (names: string[], start: number, end: number) =>
  Buffer.concat(await Array.fromAsync(readPieces(stores.current, names, start, end)));

test('[DOWNLOAD-4] [DOWNLOAD-13] a file in a bucket is sent whole and in parts, and moves to the folder and back', async () => {
  const names = [createPieceName(), createPieceName()];
  const pieces = [bytes.subarray(0, DOWNLOAD_PIECE_BYTES), bytes.subarray(DOWNLOAD_PIECE_BYTES)];
  await stores.current.put(names.map((name, index) => ({ name, bytes: Buffer.from(pieces[index] ?? []) })));
  const check = async () => {
    for (const [start, end] of [
      [0, bytes.length - 1],
      [DOWNLOAD_PIECE_BYTES - 5, DOWNLOAD_PIECE_BYTES + 5],
      [bytes.length - 1, bytes.length - 1],
    ] as const)
      expect((await read(names, start, end)).equals(bytes.subarray(start, end + 1))).toBe(true);
  };
  await check();
  const never = new AbortController().signal;
  const moved = await moveImages({ ...stores, writesTo: 'folder' }, { from: 's3', to: 'folder' }, () => undefined, never);
  expect(moved.moved).toBe(2);
  await check();
  await moveImages(stores, { from: 'folder', to: 's3' }, () => undefined, never);
  await check();
  await stores.current.delete(names.slice(1));
  await expect(read(names, 0, bytes.length - 1)).rejects.toThrow('is missing');
});
