import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCacheEntry, getVariant, negotiateEncoding } from './cache-entry.ts';
import { createLruStore } from './lru.ts';

const createTextEntry = (text: string) => createCacheEntry(text, { 'content-type': 'text/plain' });

test('[KEPT-7] 20,000 addresses leave the store under its limit, and what is asked for in between stays', () => {
  const limit = 2 * 1024 * 1024;
  const store = createLruStore(limit);
  store.set('hot', createTextEntry('hot'));
  for (let n = 0; n < 20_000; n += 1) {
    store.set(`/?x=${n}`, createTextEntry('x'.repeat(n % 5000)));
    expect(store.bytes).toBeLessThanOrEqual(limit);
    if (n % 50 === 0) expect(store.get('hot')).toBeDefined();
  }
  expect(store.get('/?x=0')).toBeUndefined();
  expect(store.get('/?x=19999')).toBeDefined();
  store.clear();
  expect([store.bytes, store.size]).toEqual([0, 0]);
});

test('[KEPT-7] packed forms count too, also while they are made for what is gone meanwhile', async () => {
  const store = createLruStore(400_000);
  const entry = createTextEntry('mug '.repeat(5000));
  store.set('a', entry);
  const before = store.bytes;
  const compressed = await Promise.all([1, 2, 3].map(() => getVariant(entry, 'br', (bytes) => store.grow('a', entry, bytes))));
  expect(new Set(compressed).size).toBe(1);
  expect(store.bytes).toBeGreaterThan(before);
  store.clear();
  await getVariant(entry, 'gzip', (bytes) => store.grow('a', entry, bytes));
  expect(store.bytes).toBe(0);
});

test('[KEPT-7] one answer alone never takes the whole store', () => {
  const store = createLruStore(100_000);
  store.set('large', createTextEntry('x'.repeat(50_000)));
  expect(store.size).toBe(0);
  const none = createLruStore(0);
  none.set('a', createTextEntry('a'));
  expect(none.size).toBe(0);
});

test('what names a product is forgotten with it, all else stays', () => {
  const store = createLruStore(100_000);
  const [mug, lamp] = [randomUUID(), randomUUID()];
  store.set('mug', createTextEntry(`{"_id":"${mug}"}`));
  store.set('both', createTextEntry(`{"_id":"${mug}"},{"_id":"${lamp}"}`));
  store.set('lamp', createTextEntry(`{"_id":"${lamp}"}`));
  const { version } = store;
  store.invalidate([mug]);
  expect(['mug', 'both', 'lamp'].map((key) => store.get(key) !== undefined)).toEqual([false, false, true]);
  expect(store.version).toBeGreaterThan(version);
});

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0', 'identity'],
  ['br;q=0.000, gzip;q=1.0', 'gzip'],
  ['brotli', 'identity'],
])('whoever accepts %j gets %s', (accepted, encoding) => {
  expect(negotiateEncoding(accepted)).toBe(encoding);
});
