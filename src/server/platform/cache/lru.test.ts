import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCacheEntry, getVariant } from './cache-entry.ts';
import { createLruStore } from './lru.ts';

const createTextEntry = (text: string) => createCacheEntry(text, { 'content-type': 'text/plain' });

test('[KEPT-7] 20,000 URLs leave the cache under its limit, and what is requested in between stays', () => {
  const limit = 2 * 1024 * 1024;
  const store = createLruStore(limit);
  store.set('hot', createTextEntry('hot'));
  let maxBytes = 0;
  for (let n = 0; n < 20_000; n += 1) {
    store.set(`/?x=${n}`, createTextEntry('x'.repeat(n % 5000)));
    maxBytes = Math.max(maxBytes, store.bytes);
    if (n % 50 === 0) expect(store.get('hot')).toBeDefined();
  }
  expect(maxBytes).toBeLessThanOrEqual(limit);
  expect(store.get('/?x=0')).toBeUndefined();
  expect(store.get('/?x=19999')).toBeDefined();
  store.clear();
  expect([store.bytes, store.size]).toEqual([0, 0]);
});

test('[KEPT-7] compressed bodies count too, and are made once however many ask for them', async () => {
  const store = createLruStore(400_000);
  const entry = createTextEntry('mug '.repeat(5000));
  const updateSize = () => store.updateSize('a', entry);
  store.set('a', entry);
  const before = store.bytes;
  const variants = await Promise.all([1, 2, 3].map(() => getVariant(entry, 'br', updateSize)));
  expect(new Set(variants).size).toBe(1);
  expect(store.bytes).toBeGreaterThan(before);
  // An entry that was dropped while it is compressed doesn't come back.
  store.clear();
  await getVariant(entry, 'gzip', updateSize);
  expect([store.bytes, store.size]).toEqual([0, 0]);
});

test('[KEPT-7] entries that grow push out others', async () => {
  const entries = Array.from({ length: 20 }, () => createTextEntry(randomUUID().repeat(40)));
  const store = createLruStore(entries.reduce((sum, entry) => sum + entry.bytes + 100, 0));
  for (const [n, entry] of entries.entries()) store.set(`${n}`, entry);
  expect(store.size).toBe(20);
  for (const [n, entry] of entries.entries()) await getVariant(entry, 'br', () => store.updateSize(`${n}`, entry));
  expect(store.size).toBeLessThan(20);
  expect(store.get('19')).toBe(entries[19]);
});

test('[KEPT-7] one response alone never takes the whole cache; a limit of 0 caches nothing', () => {
  const store = createLruStore(100_000);
  store.set('large', createTextEntry('x'.repeat(50_000)));
  expect(store.size).toBe(0);
  const disabled = createLruStore(0);
  disabled.set('a', createTextEntry('a'));
  expect(disabled.size).toBe(0);
});

test('a change drops the responses that it affects and no others', () => {
  const store = createLruStore(100_000);
  const [mug, lamp] = [randomUUID(), randomUUID()];
  const keys = ['mug', 'both', 'lamp', 'list', 'category'];
  const remaining = () => keys.filter((key) => store.get(key) !== undefined);
  const fill = () => {
    store.set('mug', createTextEntry(`{"_id":"${mug}"}`));
    store.set('both', createTextEntry(`{"_id":"${mug}"},{"_id":"${lamp}"}`));
    store.set('lamp', createTextEntry(`{"_id":"${lamp}"}`));
    store.set('list', createCacheEntry('[]', {}, { dependencies: new Set(['products']) }));
    store.set('category', createCacheEntry('[]', {}, { dependencies: new Set(['category:1']) }));
  };
  fill();
  store.drop({ kind: 'stock', id: mug });
  expect(remaining()).toEqual(['lamp', 'list', 'category']);
  fill();
  store.drop({ kind: 'product', id: lamp, categoryId: '2' });
  expect(remaining()).toEqual(['mug', 'category']);
  fill();
  store.drop({ kind: 'product', id: randomUUID(), categoryId: '1' });
  expect(remaining()).toEqual(['mug', 'both', 'lamp']);
  store.drop({ kind: 'everything' });
  expect(remaining()).toEqual([]);
});

test('responses with a product whose stock moved may be served for a limited time', () => {
  const store = createLruStore(100_000);
  const mug = randomUUID();
  store.set('mug', createTextEntry(`{"_id":"${mug}"}`));
  store.set('lamp', createTextEntry(`{"_id":"${randomUUID()}"}`));
  store.limitFreshness([mug], 1000);
  store.limitFreshness([mug], 2000);
  expect(store.get('mug')?.freshUntil).toBe(1000);
  expect(store.get('lamp')?.freshUntil).toBe(Number.POSITIVE_INFINITY);
  store.dropOutdated();
  expect([store.get('mug'), store.size]).toEqual([undefined, 1]);
});
