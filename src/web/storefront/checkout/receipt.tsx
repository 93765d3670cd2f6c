import { useCallback, useEffect, useRef, useState } from 'react';
import type { Order } from '../../../contract/order-fields.ts';
import { isRecord } from '../../../contract/values.ts';
import { api, isApiError } from '../../api.ts';
import { MAX_ORDER_POLLS, ORDER_POLL_INTERVAL_MS } from '../../constants.ts';
import { formatDate, formatPrice } from '../../shared/format.ts';
import { orders } from '../../shared/messages/orders.ts';
import { LineParts } from '../../shared/orders/line-parts.tsx';
import { fetchOrder, type OrderAccess } from '../../shared/orders/order-access.ts';
import { calculateLineTotal } from '../../shared/orders/order-lines.tsx';
import { describeDelivery } from '../../shared/orders/order-status.tsx';
import { BalanceRows } from '../../shared/products/balance-rows.tsx';
import { IncludedTax, PriceRows } from '../../shared/products/price-rows.tsx';
import { ProductImage } from '../../shared/products/product-image.tsx';
import { checkoutSuccess } from './messages.ts';

/** Navigation state for a customer who started a checkout but had paid an older one: the success page explains it. */
export const PREVIOUS_ORDER_STATE = { previous: true } as const;

export function isPreviousOrder(state: unknown): boolean {
  return isRecord(state) && 'previous' in state;
}

/** pending: not answered yet, or not paid yet. delayed: still unpaid after all polls. not-found: no such order, or another customer's. */
type OrderLookup =
  | { state: 'pending' }
  | { state: 'delayed' }
  | { state: 'not-found' }
  | { state: 'failed' }
  | { state: 'found'; order: Order };

const PENDING_LOOKUP: OrderLookup = { state: 'pending' };

/** Loads an order, and polls it while its payment is pending. `signature`: of a guest's order. */
export function useOrder({ id, signature }: OrderAccess): { view: OrderLookup; retry: () => void } {
  const [view, setView] = useState<OrderLookup>(PENDING_LOOKUP);
  const stop = useRef(() => {});

  const startPolling = useCallback(() => {
    stop.current();
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    stop.current = () => {
      controller.abort();
      clearTimeout(timer);
    };
    const poll = async (attemptsLeft: number): Promise<void> => {
      try {
        const order = await fetchOrder(api, { id, signature }, controller.signal);
        if (order.status !== 'pending' || order.processingSince !== null || order.number !== null)
          return setView({ state: 'found', order });
        if (attemptsLeft <= 1) return setView({ state: 'delayed' });
        timer = setTimeout(() => void poll(attemptsLeft - 1), ORDER_POLL_INTERVAL_MS);
      } catch (error) {
        if (controller.signal.aborted) return;
        const isNotFound = isApiError(error) && [400, 403, 404].includes(error.status);
        if (!isNotFound) console.error(error);
        setView({ state: isNotFound ? 'not-found' : 'failed' });
      }
    };
    setView(PENDING_LOOKUP);
    void poll(MAX_ORDER_POLLS);
  }, [id, signature]);

  useEffect(() => {
    startPolling();
    return () => stop.current();
  }, [startPolling]);

  return { view, retry: startPolling };
}

/** Items, total and shipping address of a paid order. */
export function Receipt({ order }: { order: Order }) {
  const delivery = describeDelivery(order);
  return (
    <section aria-label={checkoutSuccess.receipt} className="mx-auto mt-6 max-w-text rounded-card border border-line bg-raised p-6">
      <div className="tabular-nums flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-title">{orders.number(order.number)}</h2>
        <p className="text-small text-soft">{formatDate(order.paidAt ?? order.createdAt)}</p>
      </div>
      {delivery && (
        <p className="tabular-nums mt-2">
          <span className="block text-small text-soft">{orders.estimatedDelivery}</span>
          <span className="font-[600]">{delivery}</span>
        </p>
      )}
      <ul className="mt-4 border-y border-line py-2">
        {order.lines.map((line) => (
          <li key={line.variant ?? line.product ?? line.slug} className="tabular-nums flex items-center gap-4 py-2">
            <span className="w-12 shrink-0 overflow-hidden rounded-control">
              <ProductImage image={line.image} alt="" sizes="48px" />
            </span>
            <div className="min-w-0 grow">
              {line.name}
              {line.options && `, ${line.options}`} <span className="whitespace-nowrap text-soft">× {line.quantity}</span>
              <LineParts parts={line.parts} count={line.quantity} />
              {line.promise && <span className="block text-small text-soft">{line.promise.text}</span>}
            </div>
            <span className="whitespace-nowrap">{formatPrice(calculateLineTotal(line), order.currency)}</span>
          </li>
        ))}
      </ul>
      <PriceRows parts={order} className="mt-4" />
      <p className="tabular-nums mt-4 flex justify-between gap-4 text-title font-[640]">
        <span>{checkoutSuccess.total}</span>
        <span>{formatPrice(order.total, order.currency)}</span>
      </p>
      <IncludedTax parts={order} />
      <BalanceRows balance={order.balance} currency={order.currency} />
      {order.address && order.needsShipping !== false && (
        <>
          <h3 className="mt-5 text-small font-[600]">{checkoutSuccess.address}</h3>
          <p className="address-lines mt-1 text-soft">{order.address}</p>
        </>
      )}
    </section>
  );
}
