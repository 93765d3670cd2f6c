/**
 * Ends preorders on the day on which they ship, by the shop's calendar: from then on the product or variant is counted. A job does it instead of each
 * reader, so that pages, caches and checkouts change at the same moment, and the audit log says so.
 */
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { listEndedPreorders, setStockPolicy, setVariantPolicies, sumVariantStock } from '../../inventory/stock-policy.repository.ts';
import { countOnHand } from '../../inventory/stock-policy.ts';
import { readToday } from '../../settings/shop-details.service.ts';
import { lockProduct } from './product.repository.ts';

export async function endPreorders({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const today = await readToday({ db, now });
  for (const id of await listEndedPreorders(db, today)) await db.transaction((tx) => endPreorder(tx, id, today));
}

async function endPreorder(tx: Database, id: string, today: string): Promise<void> {
  const product = await lockProduct(tx, id);
  if (!product) return;
  const isOver = ({ stockPolicy }: Pick<typeof product, 'stockPolicy'>) => Boolean(stockPolicy?.shipsOn && stockPolicy.shipsOn <= today);
  if (isOver(product)) await setStockPolicy(tx, id, null, countOnHand(product));
  const ended = product.variants.filter(isOver);
  if (!ended.length) return;
  await setVariantPolicies(
    tx,
    ended.map((it) => ({ id: it.id, stockPolicy: null })),
  );
  await sumVariantStock(tx, id);
}
