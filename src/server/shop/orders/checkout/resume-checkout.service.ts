/** Leads a customer who left the payment page back to it, as long as the checkout waits. */
import type { Order } from '../../../../contract/order-fields.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Owner } from '../lifecycle/buyer.repository.ts';
import { readOwnOrder } from '../lifecycle/order.service.ts';
import { findOpenSession } from './checkout-session.repository.ts';
import { reconcileSession } from './checkout-session.service.ts';

/**
 * Asks the provider, because the session may have been paid or ended meanwhile, and updates the order. If it is paid, or its payment is on
 * its way (bank debits take days), the result leads to the order. Throws `order_not_found`, `checkout_ended` and `payment_provider_failed`.
 */
export async function resumeCheckout(deps: Deps, owner: Owner, id: string, origin: string): Promise<{ url: string }> {
  const isOver = ({ payableUntil }: Order) => payableUntil === null || new Date(payableUntil) <= deps.now();
  const session = isOver(await readOwnOrder(deps.db, owner, id)) ? null : await findOpenSession(deps.db, id, owner);
  const url = session && (await reconcileSession(deps, session)).url;
  if (url) return { url };
  const order = await readOwnOrder(deps.db, owner, id);
  if (order.number !== null || order.processingSince !== null) return { url: `${origin}/success?order=${id}` };
  throw new AppError('checkout_ended', "This checkout can't be paid any more. Nothing was charged; please check out again from your cart.");
}
