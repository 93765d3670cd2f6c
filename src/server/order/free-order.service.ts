/** An order that a discount code makes free: no provider is asked, and no page of one opened. */
import type { Database } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { notifyBuyer } from './notify-buyer.ts';
import { notifyMerchant } from './notify-merchant.ts';
import { lockOrderById } from './row-lock.repository.ts';
import { changeOrder, SYSTEM_ACTOR } from './update-order.service.ts';

/** Stands in place of a payment provider's name. */
export const FREE_ORDER_PROVIDER = 'none';

/** Pays it in the transaction that made it, which has its stock reserved. */
export async function payFreeOrder(tx: Database, deps: Pick<Deps, 'publicUrl'>, id: string, at: Date): Promise<void> {
  const order = await lockOrderById(tx, id);
  if (!order) throw new Error('the order was not written');
  await changeOrder(tx, order, 'pay', { ...SYSTEM_ACTOR, why: 'Nothing to pay', at }, { fields: { paidAt: at } });
  await notifyBuyer(tx, deps, id, 'paid', at);
  await notifyMerchant(tx, deps, id, 'paid', at);
}
