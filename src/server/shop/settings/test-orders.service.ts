/** What the shop keeps about its owners' test orders, beside the orders themselves. */
import type { Database } from '../../platform/database/connect.ts';
import { findSetting, saveSetting } from './settings.repository.ts';

/** Not private: each process opens the test payment page once this is there. */
const USED_KEY = 'test-orders';
/** Private, so that it drops no cached page. */
const COMPLETED_KEY = 'private:test-order-completed';

/** Whether an owner has ever switched test orders on. Until then the shop has no test payment page. */
export const areTestOrdersUsed = async (db: Database): Promise<boolean> => (await findSetting(db, USED_KEY)) !== null;

export async function saveTestOrdersUsed(db: Database): Promise<void> {
  if (!(await areTestOrdersUsed(db))) await saveSetting(db, USED_KEY, { isUsed: true });
}

/** A test order was paid. Only the first is kept. */
export async function saveTestOrderCompleted(tx: Database, at: Date): Promise<void> {
  if (!(await hasCompletedTestOrder(tx))) await saveSetting(tx, COMPLETED_KEY, { at: at.toISOString() });
}

/** Whether an owner has ever paid a test order, also if it was deleted since: the step of the setup list. */
export async function hasCompletedTestOrder(db: Database): Promise<boolean> {
  return (await findSetting(db, COMPLETED_KEY)) !== null;
}
