/** An order that a discount code makes free: the payment provider isn't involved. */

import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { notifyBuyer } from '../lifecycle/notify-buyer.ts';
import { notifyMerchant } from '../lifecycle/notify-merchant.ts';
import { lockOrderById } from '../lifecycle/row-lock.repository.ts';
import { changeOrder, SYSTEM_ACTOR } from '../lifecycle/update-order.service.ts';
import { endOtherCodeUses } from './checkout-session.repository.ts';

/** Stored instead of a payment provider's name. */
export const FREE_ORDER_PROVIDER = 'none';

/** Marks the order as paid, in the transaction that created it and reserved its stock. */
export async function payFreeOrder(tx: Database, deps: Pick<Deps, 'publicUrl'>, id: string, at: Date): Promise<void> {
  const order = await lockOrderById(tx, id);
  if (!order) throw new Error('the order was not written');
  await changeOrder(tx, order, 'pay', { ...SYSTEM_ACTOR, why: 'Nothing to pay', at }, { fields: { paidAt: at } });
  await endOtherCodeUses(tx, id, at);
  await notifyBuyer(tx, deps, id, 'paid', at);
  await notifyMerchant(tx, deps, id, 'paid', at);
}
