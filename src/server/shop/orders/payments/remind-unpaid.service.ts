/** Reminds customers of invoices that weren't paid in time, once. */
import type { Deps } from '../../../deps.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { notifyBuyer } from '../lifecycle/order-emails.ts';
import { recordInHistory, SYSTEM_ACTOR } from '../lifecycle/update-order.service.ts';
import { lockOrderById } from '../rows/order-lock.repository.ts';
import { getDueCents } from '../rows/order-method.ts';
import { findReceivedCents, listUnpaidAfterDue } from '../rows/unpaid-order.repository.ts';

/** Returns how many were reminded. */
export async function remindUnpaid(deps: Pick<Deps, 'db' | 'now' | 'publicUrl'>, signal?: AbortSignal): Promise<number> {
  const at = deps.now();
  let reminded = 0;
  for (const id of await listUnpaidAfterDue(deps.db, at)) {
    if (signal?.aborted) break;
    await retryTransaction(deps.db, async (tx) => {
      const order = await lockOrderById(tx, id);
      // Paid, ended or reminded by another process meanwhile.
      if (!order || !(await listUnpaidAfterDue(tx, at, id)).length) return;
      const leftCents = getDueCents(order) - (await findReceivedCents(tx, id));
      await recordInHistory(tx, order, { ...SYSTEM_ACTOR, why: 'Reminded of its invoice', at }, { remindedAt: at });
      await notifyBuyer(tx, deps, id, { reminder: leftCents }, at);
      reminded += 1;
    });
  }
  return reminded;
}
