/** Files in a bucket of an S3-compatible object store, under `prefix`. */

import { createBusyError } from '../errors.ts';
import { limitConcurrency } from '../process/concurrency-limit.ts';
import type { S3Config } from '../settings/storage-config.ts';
import {
  CACHE_FOREVER,
  type Conditions,
  type FoundFile,
  type ListedFile,
  type NewFile,
  type ObjectStore,
  waitForAll,
} from './object-store.ts';
import { connectToS3, listObjects, type S3Limits } from './s3-client.ts';

/** Headers of a found object that are passed on to the client. */
const PASSED_HEADERS = ['content-type', 'content-range', 'accept-ranges', 'etag', 'last-modified'];
/** Each response is held in memory until it is complete. If the store is slow, further reads wait here instead of each on a socket. */
const MAX_CONCURRENT_READS = 32;
const READ_QUEUE = { maxQueued: 2000, createError: createBusyError };
const MAX_CONCURRENT_WRITES = 12;

export interface S3StoreOptions {
  /** Prefix of the names, with a slash at its end. */
  prefix: string;
  contentType: (name: string) => string;
  /** Objects with other names aren't found, listed or deleted. */
  pattern: RegExp;
  limits?: S3Limits;
}

export function openS3Store(config: S3Config, { prefix, contentType, pattern, limits }: S3StoreOptions): ObjectStore {
  const send = connectToS3(config, limits);
  const limitReads = limitConcurrency(MAX_CONCURRENT_READS, READ_QUEUE);
  const limitWrites = limitConcurrency(MAX_CONCURRENT_WRITES);
  const toKey = (name: string) => config.prefix + prefix + name;

  const put = (files: readonly NewFile[]) =>
    waitForAll(
      files.map(({ name, bytes }) => {
        const headers = { 'content-type': contentType(name), 'cache-control': CACHE_FOREVER };
        return limitWrites(() => send({ method: 'PUT', key: toKey(name), body: bytes, headers }));
      }),
    );

  async function find(name: string, conditions: Conditions = {}): Promise<FoundFile | null> {
    if (!pattern.test(name)) return null;
    const headers = Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined));
    const request = { method: 'GET', key: toKey(name), headers, expected: [304, 404, 416] } as const;
    const { status, headers: all, bytes } = await limitReads(() => send(request));
    if (status === 404) return null;
    // The store's own error text about an invalid range isn't passed on.
    const body = status === 416 ? Buffer.alloc(0) : bytes;
    const passed = PASSED_HEADERS.flatMap((it) =>
      all.has(it) && !(status === 416 && it === 'content-type') ? [[it, all.get(it) ?? '']] : [],
    );
    return { status, headers: Object.fromEntries(passed), bytes: body };
  }

  async function read(name: string): Promise<Buffer | null> {
    const found = await find(name);
    return found && 'bytes' in found ? found.bytes : null;
  }

  // One by one: deleting many in one call needs permission to list, and an MD5 or another checksum depending on the store.
  const remove = (names: readonly string[]) =>
    waitForAll(names.map((name) => limitWrites(() => send({ method: 'DELETE', key: toKey(name), expected: [404] }))));

  async function* list(): AsyncGenerator<ListedFile[]> {
    for await (const page of listObjects(send, toKey('')))
      yield page.flatMap(({ key, modifiedAt }) => {
        const name = key.slice(toKey('').length);
        return pattern.test(name) ? [{ name, isUnfinished: false, getModifiedAt: async () => modifiedAt }] : [];
      });
  }

  return { kind: 's3', put, find, read, delete: remove, list, tidy: async () => undefined };
}
