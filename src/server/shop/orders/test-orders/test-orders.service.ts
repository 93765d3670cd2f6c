/**
 * An owner tries the shop: for a while, the checkouts of her session are test orders (`orders.is_test`). Only the server decides that, by the session;
 * what a browser sends can at most have its checkout refused.
 */
import { TEST_ORDERS_DURATION, type TestOrders } from '../../../../contract/test-orders.ts';
import type { Deps } from '../../../deps.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { saveTestOrdersUsed } from '../../settings/test-orders.service.ts';
import { updateSessionTestOrders } from '../../team/sessions/session.repository.ts';
import { createNotFoundError } from '../lifecycle/order.service.ts';
import * as repository from '../rows/test-order.repository.ts';

type Context = Pick<Deps, 'db' | 'now' | 'connections'>;
type Owner = Pick<Caller, 'teamRole' | 'testOrdersUntil' | 'tokenHash'>;

/** A former owner places real orders, whatever the session says. */
function findEnd({ teamRole, testOrdersUntil }: Owner, now: Date): Date | null {
  return teamRole === 'owner' && testOrdersUntil !== null && testOrdersUntil > now ? testOrdersUntil : null;
}

/** Whether this checkout is a test. Null: a guest. Throws `test_orders_off` where its browser expects one (`isExpected`) and it would be real. */
export function decideIsTest(caller: Owner | null, isExpected: boolean | undefined, now: Date): boolean {
  const isTest = caller !== null && findEnd(caller, now) !== null;
  if (isTest || !isExpected) return isTest;
  throw new AppError('test_orders_off', 'Test orders are off for this session, so this checkout would be a real one. Nothing was ordered');
}

const describe = async ({ db }: Context, until: Date | null): Promise<TestOrders> => ({
  until: until?.toISOString() ?? null,
  count: await repository.countTestOrders(db),
});

export const readTestOrders = (context: Context, caller: Owner): Promise<TestOrders> => describe(context, findEnd(caller, context.now()));

/** Each process then opens the test payment page, and keeps it: refunds and late payments of test orders need it. */
export async function startTestOrders(context: Context, { tokenHash }: Owner): Promise<TestOrders> {
  const { db, now, connections } = context;
  const until = new Date(now().getTime() + TEST_ORDERS_DURATION);
  await db.transaction(async (tx) => {
    await saveTestOrdersUsed(tx);
    await updateSessionTestOrders(tx, tokenHash, until);
  });
  await connections.reload();
  return describe(context, until);
}

export async function endTestOrders(context: Context, { tokenHash, testOrdersUntil }: Owner): Promise<TestOrders> {
  if (testOrdersUntil) await context.db.transaction((tx) => updateSessionTestOrders(tx, tokenHash, null));
  return describe(context, null);
}

export async function deleteTestOrders(context: Context, caller: Owner): Promise<{ deleted: number; testOrders: TestOrders }> {
  const deleted = await retryTransaction(context.db, (tx) => repository.deleteTestOrders(tx));
  return { deleted, testOrders: await readTestOrders(context, caller) };
}

/** Throws `order_not_found`, and `wrong_order_status` for a real order and for a test order that is being paid. */
export async function deleteTestOrder({ db }: Context, id: string): Promise<void> {
  const isTest = await repository.isTestOrder(db, id);
  if (isTest === null) throw createNotFoundError();
  if (!isTest) throw new AppError('wrong_order_status', 'This is a real order, which stays in the books: only test orders can be deleted');
  const deleted = await retryTransaction(db, (tx) => repository.deleteTestOrders(tx, { id }));
  if (!deleted) throw new AppError('wrong_order_status', 'This test order is being paid right now. Try again in a minute');
}
