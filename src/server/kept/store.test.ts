import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { encodingFor, formIn, makeEntry } from './entry.ts';
import { createStore } from './store.ts';

const entryOf = (text: string) => makeEntry(text, { 'content-type': 'text/plain' });

test('[KEPT-7] 20,000 addresses leave the store under its limit, and what is asked for in between stays', () => {
  const limit = 2 * 1024 * 1024;
  const store = createStore(limit);
  store.put('hot', entryOf('hot'));
  for (let n = 0; n < 20_000; n += 1) {
    store.put(`/?x=${n}`, entryOf('x'.repeat(n % 5000)));
    expect(store.bytes).toBeLessThanOrEqual(limit);
    if (n % 50 === 0) expect(store.find('hot')).toBeDefined();
  }
  expect(store.find('/?x=0')).toBeUndefined();
  expect(store.find('/?x=19999')).toBeDefined();
  store.clear();
  expect([store.bytes, store.size]).toEqual([0, 0]);
});

test('[KEPT-7] packed forms count too, also while they are made for what is gone meanwhile', async () => {
  const store = createStore(400_000);
  const entry = entryOf('mug '.repeat(5000));
  store.put('a', entry);
  const before = store.bytes;
  const packed = await Promise.all([1, 2, 3].map(() => formIn(entry, 'br', (bytes) => store.grow('a', entry, bytes))));
  expect(new Set(packed).size).toBe(1);
  expect(store.bytes).toBeGreaterThan(before);
  store.clear();
  await formIn(entry, 'gzip', (bytes) => store.grow('a', entry, bytes));
  expect(store.bytes).toBe(0);
});

test('[KEPT-7] one answer alone never takes the whole store', () => {
  const store = createStore(100_000);
  store.put('large', entryOf('x'.repeat(50_000)));
  expect(store.size).toBe(0);
  const none = createStore(0);
  none.put('a', entryOf('a'));
  expect(none.size).toBe(0);
});

test('what names a product is forgotten with it, all else stays', () => {
  const store = createStore(100_000);
  const [mug, lamp] = [randomUUID(), randomUUID()];
  store.put('mug', entryOf(`{"_id":"${mug}"}`));
  store.put('both', entryOf(`{"_id":"${mug}"},{"_id":"${lamp}"}`));
  store.put('lamp', entryOf(`{"_id":"${lamp}"}`));
  const { version } = store;
  store.forget([mug]);
  expect(['mug', 'both', 'lamp'].map((key) => store.find(key) !== undefined)).toEqual([false, false, true]);
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
  expect(encodingFor(accepted)).toBe(encoding);
});
