/** The customer's checkout that waits for its payment, if there is one: it holds its items, and can still be paid. */
import { useCallback, useEffect, useState } from 'react';
import { listOrders } from '../../../contract/order.ts';
import type { Order } from '../../../contract/order-fields.ts';
import { type Api, api } from '../../api.ts';
import { useBackFromCache } from '../../kit/browser-hooks.ts';
import { LinkButton } from '../../kit/button.tsx';
import { readGuestSignature, readLatestGuestOrder } from '../../state/guest-orders.ts';
import { readToken, useSession } from '../../state/session.ts';
import { formatPrice } from '../format.ts';
import { orders } from '../messages/orders.ts';
import { fetchOrder, toOrderPath } from './order-access.ts';
import { countMinutesLeft, PayNowButton } from './pay-now-button.tsx';

async function listPending(call: Api, signal: AbortSignal): Promise<Order[]> {
  if (readToken()) return (await call(listOrders, { query: { status: 'pending', limit: 10 }, signal })).orders;
  const latest = readLatestGuestOrder();
  return latest ? [await fetchOrder(call, latest, signal)] : [];
}

/**
 * Null if there is none, neither of an account nor of a guest in this tab. A failure is only logged, because it must not hide what the page
 * is about.
 */
export async function findWaitingCheckout(call: Api, signal: AbortSignal): Promise<Order | null> {
  try {
    const pending = await listPending(call, signal);
    return (
      pending.find(({ number, payableUntil }) => number === null && payableUntil !== null && Date.parse(payableUntil) > Date.now()) ?? null
    );
  } catch (error) {
    if (!signal.aborted) console.error(error);
    return null;
  }
}

export function useWaitingCheckout(): { checkout: Order | null; reload: () => void } {
  const token = useSession()?.token;
  const [checkout, setCheckout] = useState<Order | null>(null);
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((it) => it + 1), []);
  useBackFromCache(reload);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again for another customer, and when it is told to
  useEffect(() => {
    const controller = new AbortController();
    void findWaitingCheckout(api, controller.signal).then((found) => {
      if (!controller.signal.aborted) setCheckout(found);
    });
    return () => controller.abort();
  }, [token, round]);

  return { checkout, reload };
}

export function WaitingCheckout({ checkout, reload, className = '' }: { checkout: Order | null; reload: () => void; className?: string }) {
  if (!checkout) return null;
  const access = { id: checkout._id, signature: readToken() ? null : readGuestSignature(checkout._id) };
  const itemCount = checkout.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <section
      aria-label={orders.waiting}
      className={`flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-raised p-4 sm:px-5 ${className}`}
    >
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-[600]">{orders.waiting}</p>
        <p className="tabular-nums text-small text-soft">
          {orders.waitingHint(itemCount, formatPrice(checkout.total, checkout.currency), countMinutesLeft(checkout))}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <LinkButton to={toOrderPath(access)} variant="secondary">
          {orders.viewCheckout}
        </LinkButton>
        <PayNowButton {...access} onFailure={reload} />
      </div>
    </section>
  );
}
