/** The job `apply-retention`: deletes or anonymizes personal data that nobody needs any more. */

import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { deleteOldImports } from '../../catalog/import/runs/product-import.repository.ts';
import { deleteEntriesBefore } from '../../integrity/audit/audit.repository.ts';
import { redactOrderEvents } from '../../messages/webhooks/redact-events.ts';
import { anonymizeOrders } from './erasure.repository.ts';
import { deleteOldCheckouts, deleteOldEmails, deleteOldEvents } from './retention.repository.ts';

/** Small, so that customers' queries run in between and locks are held only for a moment. */
const PAGE = 500;

type DeletePage = (db: Database, before: Date, limit: number) => Promise<number>;

const anonymizeOldOrders: DeletePage = (db, before, limit) =>
  db.transaction(async (tx) => {
    const ids = await anonymizeOrders(tx, before, limit);
    await redactOrderEvents(tx, ids);
    return ids.length;
  });

async function deleteAll(deletePage: (limit: number) => Promise<number>, signal?: AbortSignal): Promise<number> {
  let count = 0;
  while (!signal?.aborted) {
    const deleted = await deletePage(PAGE);
    count += deleted;
    if (deleted < PAGE) break;
  }
  return count;
}

/** Returns how many of each kind were deleted. Several processes may run it at once. */
export async function applyRetention({ db, now, retention }: Pick<Deps, 'db' | 'now' | 'retention'>, signal?: AbortSignal) {
  const time = now().getTime();
  const apply = (deletePage: DeletePage, age: number) => deleteAll((limit) => deletePage(db, new Date(time - age), limit), signal);
  return {
    emails: await apply(deleteOldEmails, retention.emails),
    events: await apply(deleteOldEvents, retention.events),
    checkouts: await apply(deleteOldCheckouts, retention.checkouts),
    orders: await apply(anonymizeOldOrders, retention.orders),
    imports: await apply(deleteOldImports, retention.imports),
    audit: await apply(deleteEntriesBefore, retention.audit),
  };
}
