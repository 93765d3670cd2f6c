/**
 * Which process seeds the demo shop. A row in `settings` names the holder and when it was last active: two processes that start at once
 * don't both seed, and if one is killed, the next continues.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as Type from 'typebox';
import { Check } from 'typebox/value';
import { SECOND } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { findSetting } from '../settings/settings.repository.ts';
import { isEmptyShop, swapSetting } from './seed.repository.ts';

const KEY = 'demo_seeded';
/** A process renews its lease every second; if it hasn't for this long, it has died. */
const LEASE_TIMEOUT = 10 * SECOND;
const POLL_INTERVAL = SECOND / 2;

const Lease = Type.Object({
  holder: Type.String(),
  /** Milliseconds since 1970. The products' creation times are based on it, even if another process continues. */
  startedAt: Type.Number(),
  seenAt: Type.Number(),
  done: Type.Boolean(),
});
export type Lease = Type.Static<typeof Lease>;

type Context = Pick<Deps, 'db' | 'now'>;

/** Null if there is nothing to do: the shop has products or orders, or another process has just seeded it. */
export async function takeLease({ db, now }: Context, print: (line: string) => void): Promise<Lease | null> {
  for (let isWaiting = false; ; ) {
    const found = await findSetting(db, KEY);
    const current = Check(Lease, found) ? found : null;
    const isUnfinished = current !== null && !current.done;
    const time = now().getTime();
    if (!isUnfinished && !(await isEmptyShop(db))) return null;
    if (!isUnfinished || time - current.seenAt > LEASE_TIMEOUT) {
      const mine = { holder: randomUUID(), startedAt: isUnfinished ? current.startedAt : time, seenAt: time, done: false };
      if (await swapSetting(db, KEY, found, mine)) return mine;
    } else if (!isWaiting) {
      print('Demo shop: another process is seeding it, or was stopped while it did; continuing in a few seconds if it was …');
      isWaiting = true;
    }
    await sleep(POLL_INTERVAL);
  }
}

/** Whether the demo shop is complete. */
export async function isSeeded(db: Database): Promise<boolean> {
  const lease = await findSetting(db, KEY);
  return Check(Lease, lease) && lease.done;
}

/** Renews the lease or marks the seeding as done. Throws if another process has taken over. */
export async function renewLease(db: Database, lease: Lease, change: Partial<Pick<Lease, 'seenAt' | 'done'>>): Promise<Lease> {
  const next = { ...lease, ...change };
  if (await swapSetting(db, KEY, lease, next)) return next;
  throw new Error('Another process has taken over seeding the demo shop. Start this one again when that is done.');
}
