/** The entries and the requests that make them, without a database: notifications are sent by hand. */
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { KILOBYTE } from '../../../contract/values.ts';
import type { OpenDatabase } from '../database/connect.ts';
import { createCacheEntry } from './cache-entry.ts';
import { type Dependency, EVERYTHING } from './dependencies.ts';
import { openResponseCache } from './open-response-cache.ts';

const DATABASE = { embedded: { listen: async () => async () => undefined } } as unknown as OpenDatabase['connection'];
const open = (maxBytes: number) => openResponseCache(DATABASE, maxBytes, { warn: () => undefined });
type Cache = Awaited<ReturnType<typeof open>>;

const [mug, lamp] = [randomUUID(), randomUUID()];
const createEntry = (text: string, ...dependencies: Dependency[]) =>
  createCacheEntry(text, { 'content-type': 'text/plain' }, new Set(dependencies));
const mention = (...ids: string[]) => createEntry(ids.map((id) => `{"_id":"${id}"}`).join());
const store = (cache: Cache, key: string, entry = createEntry(key)) => cache.startInFlight(key).complete(entry);

test('[KEPT-7] 20,000 URLs stay within the cache’s limit, and an entry that is still requested stays', async () => {
  const limit = 2 * KILOBYTE * KILOBYTE;
  const cache = await open(limit);
  store(cache, 'hot');
  let maxBytes = 0;
  for (let n = 0; n < 20_000; n += 1) {
    store(cache, `/?x=${n}`, createEntry('x'.repeat(n % 5000)));
    maxBytes = Math.max(maxBytes, cache.getSize().bytes);
    if (n % 50 === 0) expect(cache.find('hot')).toBeDefined();
  }
  expect(maxBytes).toBeLessThanOrEqual(limit);
  expect(cache.find('/?x=0')).toBeUndefined();
  expect(cache.find('/?x=19999')).toBeDefined();
  cache.apply(EVERYTHING);
  expect(cache.getSize()).toEqual({ bytes: 0, entries: 0 });
});

test('[KEPT-7] the size of an entry counts twice its body and all compressed forms that it will have', () => {
  const html = Array.from({ length: 300 }, () => `<a href="/product/${randomUUID()}">A mug</a>`).join('\n');
  const compressed = gzipSync(html).length;
  expect(createEntry(html).bytes).toBeGreaterThan(2 * html.length + compressed);
});

test('[KEPT-7] a single response never fills the whole cache; a limit of 0 caches nothing', async () => {
  const cache = await open(100_000);
  store(cache, 'large', createEntry('x'.repeat(50_000)));
  store(cache, 'small');
  expect(cache.getSize().entries).toBe(1);
  const disabled = await open(0);
  store(disabled, 'small');
  expect(disabled.getSize().entries).toBe(0);
});

test('[KEPT-8] a change drops only the responses that it affects', async () => {
  const cache = await open(200_000);
  const entries = {
    mug: mention(mug),
    both: mention(mug, lamp),
    lamp: mention(lamp),
    list: createEntry('[]', 'products'),
    category: createEntry('[]', 'category:1'),
  };
  const remaining = () => Object.keys(entries).filter((key) => cache.find(key) !== undefined);
  const fill = () => {
    for (const [key, entry] of Object.entries(entries)) store(cache, key, entry);
  };
  fill();
  cache.apply({ kind: 'stock', productIds: [mug] });
  expect(remaining()).toEqual(['lamp', 'list', 'category']);
  fill();
  cache.apply({ kind: 'product', id: lamp, categoryId: '2' });
  expect(remaining()).toEqual(['mug', 'category']);
  fill();
  cache.apply({ kind: 'product', id: randomUUID(), categoryId: '1' });
  expect(remaining()).toEqual(['mug', 'both', 'lamp']);
  cache.apply(EVERYTHING);
  expect(remaining()).toEqual([]);
});

test('[KEPT-3] a sale drops responses with its product, also those that are being made', async () => {
  const cache = await open(200_000);
  store(cache, 'mug', mention(mug));
  store(cache, 'lamp', mention(lamp));
  const inFlight = cache.startInFlight('both');
  cache.apply({ kind: 'stock', productIds: [mug] });
  inFlight.complete(mention(mug, lamp));
  expect((await inFlight.result)?.staleFrom).toBe(0);
  expect(['mug', 'both', 'lamp'].map((key) => cache.find(key) !== undefined)).toEqual([false, false, true]);
});

test('[KEPT-1] a change while the handler runs counts only if the response contains what changed', async () => {
  const cache = await open(200_000);
  const [first, second] = [cache.startInFlight('mug'), cache.startInFlight('lamp')];
  cache.apply({ kind: 'product', id: lamp, categoryId: '1' });
  cache.apply({ kind: 'product', id: mug, categoryId: '1' });
  first.complete(mention(mug));
  second.complete(mention(lamp));
  expect([(await first.result)?.staleFrom, (await second.result)?.staleFrom]).toEqual([1, 0]);
  expect(cache.getSize().entries).toBe(0);
  const third = cache.startInFlight('lamp');
  cache.apply({ kind: 'product', id: mug, categoryId: '1' });
  third.complete(mention(lamp));
  expect([(await third.result)?.staleFrom, cache.getSize().entries]).toEqual([-1, 1]);
});

test('a completed request stays completed; the next request with the same key starts again', async () => {
  const cache = await open(200_000);
  const first = cache.startInFlight('mug');
  expect(cache.findInFlight('mug')).toBe(first);
  first.complete(null);
  expect(cache.findInFlight('mug')).toBeUndefined();
  const second = cache.startInFlight('mug');
  first.complete(mention(mug));
  expect([await first.result, cache.findInFlight('mug'), cache.find('mug')]).toEqual([null, second, undefined]);
});

test('[KEPT-1] a request after a change doesn’t wait for a response that is known to be outdated', async () => {
  const cache = await open(200_000);
  const dependencies = new Set<Dependency>();
  const first = cache.startInFlight('list', dependencies);
  cache.apply({ kind: 'product', id: mug, categoryId: '1' });
  expect(cache.findInFlight('list')).toBe(first);
  dependencies.add('products');
  cache.apply({ kind: 'product', id: mug, categoryId: '1' });
  expect(cache.findInFlight('list')).toBeUndefined();
  const second = cache.startInFlight('list', dependencies);
  first.complete(createEntry('[]', 'products'));
  expect([(await first.result)?.staleFrom, cache.findInFlight('list'), cache.find('list')]).toEqual([0, second, undefined]);
});
