/**
 * The built scripts, styles and fonts of every running version, in the bucket. Behind a load balancer, a page of one version may request
 * its files from an instance of another, and a tab may stay open for days. Names contain a hash of the content, so versions never collide.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DAY } from '../../../contract/values.ts';
import type { StorageConfig } from '../settings/storage-config.ts';
import type { ObjectStore } from './object-store.ts';
import type { S3Limits } from './s3-client.ts';
import { openS3Store } from './s3-store.ts';

/** Precompressed variants are only in the build's own folder. */
const ASSET_PATTERN = /^[\w.-]+-[\w-]{6,8}\.(?<extension>js|css|woff2|svg|webp|png)$/;
const CONTENT_TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  png: 'image/png',
};

/** How long files are kept after the last start of an instance that has them. */
const KEEP_FOR = 30 * DAY;
/** Files of this build are stored again after this long, which marks them as in use. */
const RENEW_AFTER = 7 * DAY;

/** Null if there is no bucket: then a build keeps the files of the previous one (tools/build/previous-assets.ts). */
export function openAssetStore({ s3 }: StorageConfig, limits?: S3Limits): ObjectStore | null {
  if (!s3) return null;
  const contentType = (name: string) => CONTENT_TYPES[ASSET_PATTERN.exec(name)?.groups?.extension ?? ''] ?? 'application/octet-stream';
  return openS3Store(s3, { prefix: 'assets/', pattern: ASSET_PATTERN, contentType, ...(limits && { limits }) });
}

/** Call it before the shop opens, so that the files of its first page are available to instances of other versions. */
export async function shareAssets(store: ObjectStore, assetsDir: string, now: Date): Promise<void> {
  const own = new Set((await readdir(assetsDir)).filter((name) => ASSET_PATTERN.test(name)));
  const fresh = new Set<string>();
  const expired: string[] = [];
  for await (const page of store.list()) {
    for (const { name, getModifiedAt } of page) {
      const age = now.getTime() - ((await getModifiedAt())?.getTime() ?? now.getTime());
      if (age < RENEW_AFTER) fresh.add(name);
      if (age > KEEP_FOR && !own.has(name)) expired.push(name);
    }
  }
  const missing = [...own].filter((name) => !fresh.has(name));
  await store.put(await Promise.all(missing.map(async (name) => ({ name, bytes: await readFile(path.join(assetsDir, name)) }))));
  await store.delete(expired);
}
