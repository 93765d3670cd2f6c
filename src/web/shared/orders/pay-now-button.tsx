import { useRef, useState } from 'react';
import toast from 'react-hot-toast/headless';
import type { Order } from '../../../contract/order-fields.ts';
import { MINUTE } from '../../../contract/values.ts';
import { isApiError } from '../../api.ts';
import { useBackFromCache } from '../../kit/browser-hooks.ts';
import { Button } from '../../kit/button.tsx';
import { common } from '../messages/common.ts';
import { orders } from '../messages/orders.ts';
import { useShop } from '../shop-data.ts';
import { fetchPaymentUrl } from './order-access.ts';

/**
 * Whether the shop sends a customer to this payment page. `pageOrigins`: those of the provider. Absolute URLs only: an empty or relative one
 * would reload this page.
 */
export function isTrustedUrl(url: string, pageOrigins: readonly string[] = []): boolean {
  const origin = URL.parse(url)?.origin;
  return origin !== undefined && [window.location.origin, ...pageOrigins].includes(origin);
}

/** How long a checkout still holds its items. */
export const countMinutesLeft = ({ payableUntil }: Pick<Order, 'payableUntil'>): number =>
  Math.max(1, Math.ceil((Date.parse(payableUntil ?? '') - Date.now()) / MINUTE));

interface PayNowButtonProps {
  id: string;
  signature?: string | null;
  onFailure: () => void;
  className?: string;
}

/** Leads back to the payment page of an open checkout. `onFailure` is called because it may have ended meanwhile. */
export function PayNowButton({ id, signature = null, onFailure, className }: PayNowButtonProps) {
  const { pageOrigins } = useShop().settings.payment;
  const isRunning = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const setRunning = (next: boolean) => {
    isRunning.current = next;
    setIsBusy(next);
  };
  useBackFromCache(() => setRunning(false));

  const pay = async () => {
    if (isRunning.current) return;
    setRunning(true);
    try {
      const url = await fetchPaymentUrl({ id, signature });
      // Stay busy until the browser has left the page.
      if (isTrustedUrl(url, pageOrigins)) return window.location.assign(url);
      toast.error(orders.untrustedPaymentUrl);
    } catch (error) {
      if (!isApiError(error)) console.error(error);
      toast.error(error instanceof Error ? error.message : common.serverError);
      onFailure();
    }
    setRunning(false);
  };

  return (
    <Button busy={isBusy} onClick={() => void pay()} className={className}>
      {orders.payNow}
    </Button>
  );
}
