/** A PostgreSQL of its own, restarted again and again under people who check out. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openAppOn, seedProducts } from '../../../../tests/support/checkout.ts';
import { openShop } from '../../../../tests/support/harness.ts';
import { startPostgres } from '../../../../tests/support/postgres.ts';
import { isFullRun } from '../../../../tests/support/projects.ts';
import { createTestUser } from '../../../../tests/support/users.ts';
import { startCheckout } from '../../../contract/order.ts';
import { MINUTE, SECOND } from '../../../contract/values.ts';
import { verifyShop } from '../../shop/integrity/verify.service.ts';

const shop = await openShop();
const BUYERS = 12;
const RESTARTS = 5;

// The embedded database has no connection that could fail.
test.runIf(inject('server') && isFullRun)(
  '[RUN-10] while the database restarts, every buyer gets 200 or 503, nobody 502, and no order is lost',
  {
    timeout: MINUTE,
    tags: ['full'],
  },
  async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const { app, deps } = await openAppOn(shop.deps, postgres.urlOf('postgres'));
    const [product] = await seedProducts({ ...shop, deps }, [{ quantity: 10_000 }]);
    const tokens = await Promise.all(Array.from({ length: BUYERS }, async () => (await createTestUser(deps.db)).token));
    const counts = new Map<number, number>();
    const others: string[] = [];
    const acknowledged: string[] = [];
    let isOver = false;
    const buyers = tokens.map(async (authorization) => {
      while (!isOver) {
        const payload = { products: [{ _id: product }] };
        const { statusCode, body } = await app.inject({ method: 'POST', url: startCheckout.path, headers: { authorization }, payload });
        counts.set(statusCode, (counts.get(statusCode) ?? 0) + 1);
        if (statusCode === 200) acknowledged.push(JSON.parse(body).order);
        else if (statusCode !== 503) others.push(`${statusCode}: ${body}`);
        await sleep(5);
      }
    });
    const isServing = async () => (await app.inject({ url: '/readyz' })).statusCode;
    for (let time = 0; time < RESTARTS; time += 1) {
      await sleep(300);
      await postgres[time % 2 ? 'stopFast' : 'stopImmediately']();
      await sleep(200);
      await postgres.restart();
      await expect.poll(isServing, { timeout: 10 * SECOND }).toBe(200);
    }
    await sleep(300);
    isOver = true;
    await Promise.all(buyers);
    expect(others).toEqual([]);
    expect([...counts.keys()].sort()).toEqual([200, 503]);
    const { rows } = (await deps.db.execute(sql`select id from orders`)) as unknown as { rows: { id: string }[] };
    const kept = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    expect(await verifyShop(deps.db, deps.now())).toEqual([]);
  },
);
