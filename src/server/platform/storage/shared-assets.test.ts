/** Instances of two versions behind one address, with one bucket. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fastify } from 'fastify';
import { afterAll, afterEach, expect, test } from 'vitest';
import { startS3, TEST_LIMITS } from '../../../../tests/support/s3.ts';
import { DAY } from '../../../contract/values.ts';
import { registerErrorHandlers } from '../http/errors.ts';
import { registerAssets } from '../http/pages/assets.ts';
import { openAssetStore, shareAssets } from './shared-assets.ts';

const s3 = await startS3();
const store = openAssetStore({ s3: s3.config, writesTo: 's3' }, TEST_LIMITS);
const home = mkdtempSync(path.join(os.tmpdir(), 'shop-assets-'));
const closing: (() => unknown)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));
afterAll(async () => {
  await s3.close();
  rmSync(home, { recursive: true });
});

async function startVersion(...names: string[]) {
  const assetsDir = mkdtempSync(path.join(home, 'version-'));
  for (const name of names) writeFileSync(path.join(assetsDir, name), `text of ${name}`);
  if (store) await shareAssets(store, assetsDir, new Date());
  const app = fastify();
  registerErrorHandlers(app);
  await registerAssets(app, assetsDir, store);
  closing.push(() => app.close());
  return { get: (name: string) => app.inject({ url: `/assets/${name}` }), assetsDir };
}

const listNames = async () => (await Array.fromAsync(store?.list() ?? [])).flat().map(({ name }) => name);

test('[STORAGE-8] an instance of either version serves the files of both, with their type and a permanent cache', async () => {
  const before = await startVersion('shop-aaaaaa.js', 'app-aaaaaa.css');
  const after = await startVersion('shop-bbbbbb.js', 'app-aaaaaa.css');
  for (const instance of [before, after])
    for (const name of ['shop-aaaaaa.js', 'shop-bbbbbb.js']) {
      const response = await instance.get(name);
      expect([response.statusCode, response.body]).toEqual([200, `text of ${name}`]);
      expect(response.headers['content-type']).toMatch(/^(text|application)\/javascript/);
      expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
  expect((await after.get('shop-cccccc.js')).statusCode).toBe(404);
  const asked = s3.requests.length;
  for (const name of ['..%2fuploads%2fx.webp', 'secret.txt', '']) expect((await after.get(name)).statusCode).toBeGreaterThanOrEqual(400);
  expect(s3.requests.length).toBe(asked);
});

test('[STORAGE-8] files that no instance has had for a month are deleted at a start, and files in use stay', async () => {
  const { assetsDir } = await startVersion('shop-dddddd.js');
  expect(await listNames()).toContain('shop-aaaaaa.js');
  if (store) await shareAssets(store, assetsDir, new Date(Date.now() + 31 * DAY));
  expect(await listNames()).toEqual(['shop-dddddd.js']);
});
