import { useCallback, useEffect, useRef, useState } from 'react';
import { type Order, readOrder } from '../../../../contract/order.ts';
import { api, isApiError } from '../../../api.ts';
import { ORDER_POLL_MS, ORDER_POLLS } from '../../../constants.ts';

/** waiting: not known yet, or still pending. slow: pending for longer than we ask by ourselves. unknown: not this person's, or none. */
type OrderView = { state: 'waiting' } | { state: 'slow' } | { state: 'unknown' } | { state: 'failed' } | { state: 'known'; order: Order };

const WAITING: OrderView = { state: 'waiting' };

/** Looks an order up, again and again while its payment is awaited. Null: nobody is logged in, or no order is named. */
export function useOrder(id: string | null): { view: OrderView; lookAgain: () => void } {
  const [view, setView] = useState<OrderView>(WAITING);
  const stop = useRef(() => {});

  const look = useCallback(() => {
    stop.current();
    if (!id) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    stop.current = () => {
      controller.abort();
      clearTimeout(timer);
    };
    const ask = async (looksLeft: number): Promise<void> => {
      try {
        const { order } = await api(readOrder, { params: { id }, signal: controller.signal });
        if (order.status !== 'pending') return setView({ state: 'known', order });
        if (looksLeft <= 1) return setView({ state: 'slow' });
        timer = setTimeout(() => void ask(looksLeft - 1), ORDER_POLL_MS);
      } catch (error) {
        if (controller.signal.aborted) return;
        const isUnknown = isApiError(error) && [400, 403, 404].includes(error.status);
        if (!isUnknown) console.error(error);
        setView({ state: isUnknown ? 'unknown' : 'failed' });
      }
    };
    setView(WAITING);
    void ask(ORDER_POLLS);
  }, [id]);

  useEffect(() => {
    look();
    return () => stop.current();
  }, [look]);

  return { view, lookAgain: look };
}
