import { useCallback, useEffect, useRef, useState } from 'react';
import type { Order } from '../../../contract/order-fields.ts';
import { api, isApiError } from '../../api.ts';
import { MAX_ORDER_POLLS, ORDER_POLL_INTERVAL_MS } from '../../constants.ts';
import { fetchOrder, type OrderAccess } from '../../shared/orders/order-access.ts';

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
        if (order.status !== 'pending' || order.processingSince !== null) return setView({ state: 'found', order });
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
