/** An admin who changes many products at once, and waits for the result. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import {
  type BulkChange,
  type BulkSelection,
  previewBulkEdit,
  readBulkEdit,
  startBulkEdit,
  undoBulkEdit,
} from '../../src/contract/bulk-edit.ts';
import type { Shop } from './harness.ts';

export async function openBulkEdits(shop: Shop) {
  const { token } = await shop.signUp({ role: 1, name: 'Ada' });
  const preview = (change: BulkChange, selection: BulkSelection) => shop.call(previewBulkEdit, { token, body: { ...selection, change } });
  const waitFor = async (id: string) => {
    for (let tries = 0; tries < 200; tries += 1) {
      const { body } = await shop.call(readBulkEdit, { token, params: { id } });
      if (body.edit.status === 'done') return body;
      await wait(50);
    }
    throw new Error('the bulk edit never ended');
  };
  const start = async (change: BulkChange, selection: BulkSelection, id: string = randomUUID()) => {
    const { status, body } = await shop.call(startBulkEdit, { token, body: { id, ...selection, change } });
    expect([status, body.message]).toEqual([200, undefined]);
    return waitFor(body.edit._id);
  };
  const undo = async (id: string) => waitFor((await shop.call(undoBulkEdit, { token, params: { id } })).body.edit._id);
  return { token, preview, start, undo };
}
