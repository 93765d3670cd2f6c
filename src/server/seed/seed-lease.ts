/**
 * Who sets up the demo shop. A row in the settings says who began and when they were last seen: two instances that
 * start at once don't both do it, and what a killed one left is taken up by the next.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as Type from 'typebox';
import { Check } from 'typebox/value';
import type { Database } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { findSetting } from '../settings/settings.repository.ts';
import { isEmptyShop, swapSetting } from './seed.repository.ts';

const KEY = 'demo_seeded';
/** A holder that wasn't seen for so long has died: it is seen with every product. */
const LEASE_MS = 10_000;

const Lease = Type.Object({
  holder: Type.String(),
  /** Milliseconds since 1970: the first product's time, kept when another process goes on. */
  startedAt: Type.Number(),
  seenAt: Type.Number(),
  done: Type.Boolean(),
});
export type Lease = Type.Static<typeof Lease>;

type Context = Pick<Deps, 'db' | 'now'>;

/** Null where there is nothing to do: the shop has products or orders, or another process has just set it up. */
export async function takeLease({ db, now }: Context, print: (line: string) => void): Promise<Lease | null> {
  for (let isWaiting = false; ; ) {
    const found = await findSetting(db, KEY);
    const current = Check(Lease, found) ? found : null;
    const isUnfinished = current !== null && !current.done;
    const time = now().getTime();
    if (!isUnfinished && !(await isEmptyShop(db))) return null;
    if (!isUnfinished || time - current.seenAt > LEASE_MS) {
      const mine = { holder: randomUUID(), startedAt: isUnfinished ? current.startedAt : time, seenAt: time, done: false };
      if (await swapSetting(db, KEY, found, mine)) return mine;
    } else if (!isWaiting) {
      print('Demo shop: an earlier start began to set it up; going on in a few seconds unless that one still does …');
      isWaiting = true;
    }
    await sleep(500);
  }
}

/** Shows that the holder lives, or that all is done. Throws where another process has taken over. */
export async function renewLease(db: Database, lease: Lease, change: Partial<Pick<Lease, 'seenAt' | 'done'>>): Promise<Lease> {
  const next = { ...lease, ...change };
  if (await swapSetting(db, KEY, lease, next)) return next;
  throw new Error('Another process has taken over setting up the demo shop. Start this one again when that is done.');
}
