/** Leads a customer who left the payment page back to it, as long as the checkout waits. */
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { findOpenSession } from './checkout-session.repository.ts';
import { reconcileSession } from './checkout-session.service.ts';
import { readUserOrder } from './order.service.ts';

/**
 * The provider is asked, since the session may have been paid or ended meanwhile; the order is updated then. A paid one leads to its
 * order. Throws `order_not_found`, `checkout_ended` and `payment_provider_failed`.
 */
export async function resumeCheckout(deps: Deps, caller: Pick<Caller, 'id'>, id: string, origin: string): Promise<{ url: string }> {
  const { payableUntil } = await readUserOrder(deps.db, caller.id, id);
  if (payableUntil && new Date(payableUntil) > deps.now()) {
    const session = await findOpenSession(deps.db, id, caller.id);
    const url = session && (await reconcileSession(deps, session)).url;
    if (url) return { url };
  }
  const { number } = await readUserOrder(deps.db, caller.id, id);
  if (number !== null) return { url: `${origin}/success?order=${id}` };
  throw new AppError('checkout_ended', "This checkout can't be paid any more. Nothing was charged; please check out again from your cart.");
}
