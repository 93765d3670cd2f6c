import { useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { resumeCheckout } from '../../../contract/order.ts';
import { api, isApiError } from '../../api.ts';
import { useBackFromCache } from '../../hooks/use-back-from-cache.ts';
import { common } from '../../messages/common.ts';
import { orders } from '../../messages/orders.ts';
import { Button } from '../../ui/button.tsx';
import { isTrustedUrl } from '../payment-url.ts';

/** Leads back to the payment page of a checkout that waits. `onFailure`: it may have ended meanwhile. */
export function PayNowButton({ id, onFailure }: { id: string; onFailure: () => void }) {
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
      const { url } = await api(resumeCheckout, { params: { id } });
      // Stay busy until the browser has left the page.
      if (isTrustedUrl(url)) return window.location.assign(url);
      toast.error(orders.untrustedPaymentUrl);
    } catch (error) {
      if (!isApiError(error)) console.error(error);
      toast.error(error instanceof Error ? error.message : common.serverError);
      onFailure();
    }
    setRunning(false);
  };

  return (
    <Button busy={isBusy} onClick={() => void pay()}>
      {orders.payNow}
    </Button>
  );
}
