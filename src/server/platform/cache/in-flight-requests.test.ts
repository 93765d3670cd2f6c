import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCacheEntry } from './cache-entry.ts';
import { createInFlightRequests } from './in-flight-requests.ts';

const [mug, lamp] = [randomUUID(), randomUUID()];
const createEntry = (id: string) => createCacheEntry(`{"_id":"${id}"}`, {});

test('[KEPT-1] a change while the handler runs counts only where the response is made of what changed', async () => {
  const requests = createInFlightRequests();
  const [first, second] = [requests.start('mug', new Set()), requests.start('lamp', new Set())];
  requests.recordChange({ kind: 'product', id: lamp, categoryId: '1' });
  requests.recordChange({ kind: 'product', id: mug, categoryId: '1' });
  first.complete(createEntry(mug));
  second.complete(createEntry(lamp));
  expect([(await first.result)?.staleFromChange, (await second.result)?.staleFromChange]).toEqual([2, 1]);
  const third = requests.start('lamp', new Set());
  requests.recordChange({ kind: 'product', id: mug, categoryId: '1' });
  expect(third.complete(createEntry(lamp))?.staleFromChange).toBe(Number.POSITIVE_INFINITY);
});

test('[KEPT-1] of more changes than are remembered, each response is affected', () => {
  const requests = createInFlightRequests();
  const inFlight = requests.start('lamp', new Set());
  for (let n = 0; n < 300; n += 1) requests.recordChange({ kind: 'stock', id: mug });
  expect(inFlight.complete(createEntry(lamp))?.staleFromChange).toBe(201);
});

test('[KEPT-3] stock that moves while the handler runs limits how long its response is served', () => {
  const requests = createInFlightRequests();
  const inFlight = requests.start('mug', new Set());
  requests.recordMovedStock([mug, lamp], 2000);
  requests.recordMovedStock([mug], 1000);
  requests.recordMovedStock([mug], 3000);
  expect(inFlight.complete(createEntry(mug))?.entry.freshUntil).toBe(1000);
  expect(requests.start('other', new Set()).complete(createEntry(mug))?.entry.freshUntil).toBe(Number.POSITIVE_INFINITY);
});

test('what was completed once stays so; the next request of the same key starts anew', async () => {
  const requests = createInFlightRequests();
  const inFlight = requests.start('mug', new Set());
  expect(requests.get('mug')).toBe(inFlight);
  inFlight.complete(null);
  expect(requests.get('mug')).toBeUndefined();
  inFlight.complete(createEntry(mug));
  expect(await inFlight.result).toBeNull();
});

test('[KEPT-1] whoever asks after a change does not wait for a response that is known to be stale', async () => {
  const requests = createInFlightRequests();
  const dependencies = new Set<'products'>();
  const first = requests.start('list', dependencies);
  requests.recordChange({ kind: 'product', id: mug, categoryId: '1' });
  expect(requests.get('list')).toBe(first);
  dependencies.add('products');
  requests.recordChange({ kind: 'product', id: mug, categoryId: '1' });
  expect(requests.get('list')).toBeUndefined();
  const second = requests.start('list', dependencies);
  expect(first.complete(createCacheEntry('[]', {}, { dependencies }))?.staleFromChange).toBe(1);
  expect(requests.get('list')).toBe(second);
});
