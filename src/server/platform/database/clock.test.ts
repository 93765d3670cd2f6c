import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { MINUTE, SECOND } from '../../../contract/values.ts';
import { openClock } from './clock.ts';
import type { Database } from './connect.ts';

const shop = await openShop();
const warnings: object[] = [];
const log = { warn: (details: object) => void warnings.push(details) } as Parameters<typeof openClock>[1];

beforeEach(() => {
  warnings.length = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Of `now` from the database's time, in milliseconds. */
async function measureError(now: () => Date, db: Database = shop.deps.db): Promise<number> {
  const { rows } = (await db.execute(sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as time`)) as unknown as {
    rows: { time: number }[];
  };
  return Math.abs(now().getTime() - Number(rows[0]?.time));
}

const shiftMachineClock = (milliseconds: number) => {
  const real = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => real() + milliseconds);
};

test.runIf(inject('server')).each([-10 * MINUTE, 10 * MINUTE])(
  "[SCALE-12] the database's time counts if the machine's clock is %d ms off, and the log says so once",
  async (shift) => {
    shiftMachineClock(shift);
    const now = await openClock({ db: shop.deps.db, kind: 'server' }, log);
    expect(await measureError(now)).toBeLessThan(30 * SECOND);
    expect(warnings).toEqual([{ skewSeconds: Math.round(shift / SECOND) }]);
  },
);

test.runIf(inject('server'))(
  "[SCALE-12] setting the machine's clock while the shop is open changes nothing: the database is asked for the time again",
  async () => {
    let statements = 0;
    const db = new Proxy(shop.deps.db, {
      get: (target, key) => {
        if (key === 'execute') statements += 1;
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const now = await openClock({ db, kind: 'server' }, log);
    now();
    expect(statements).toBe(1);
    shiftMachineClock(-10 * MINUTE);
    expect(await measureError(now)).toBeLessThan(30 * SECOND);
    await expect.poll(() => warnings).toHaveLength(1);
    expect(statements).toBe(2);
    expect(await measureError(now)).toBeLessThan(30 * SECOND);
    expect(statements).toBe(2);
  },
);

test.runIf(inject('server'))('[SCALE-12] while the database is unavailable, the monotonic clock keeps the time', async () => {
  let isAway = false;
  const db = new Proxy(shop.deps.db, {
    get: (target, key) => {
      if (isAway) throw new Error('away');
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const now = await openClock({ db, kind: 'server' }, log);
  isAway = true;
  shiftMachineClock(10 * MINUTE);
  now();
  await new Promise((resolve) => setImmediate(resolve));
  expect(await measureError(now)).toBeLessThan(30 * SECOND);
});
