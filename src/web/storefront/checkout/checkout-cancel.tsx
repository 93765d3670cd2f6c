/** The payment page returns here when the customer gave up: the order is cancelled, its stock released, and the cart stays. */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { isApiError } from '../../api.ts';
import { Button, LinkButton } from '../../kit/button.tsx';
import { PlugIllustration } from '../../kit/illustrations.tsx';
import { Spinner } from '../../kit/loading.tsx';
import { PageMessage } from '../../kit/notice.tsx';
import { LockIllustration, PaidIllustration, ReturnIllustration } from '../../kit/order-illustrations.tsx';
import { common, nav } from '../../shared/messages/common.ts';
import { spec } from '../../shared/messages/specified-labels.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { cancelCheckout } from '../../shared/orders/order-access.ts';
import { readGuestSignature } from '../../state/guest-orders.ts';
import { readToken, useSession } from '../../state/session.ts';
import { checkoutCancel } from './messages.ts';

export const meta = createTitleMeta(spec.cancelled);

type Outcome = 'pending' | 'done' | 'nothing-to-cancel' | 'login' | 'paid' | 'failed';

async function tryCancelOrder(id: string, signature: string | null): Promise<Outcome> {
  try {
    await cancelCheckout({ id, signature });
    return 'done';
  } catch (error) {
    const { status, code } = isApiError(error) ? error : { status: 0, code: null };
    if (code === 'unauthorized') return 'login';
    if (code === 'wrong_order_status') return 'paid';
    // The order isn't this customer's, so there is nothing to cancel.
    if (status === 400 || status === 404) return 'nothing-to-cancel';
    console.error(error);
    return 'failed';
  }
}

export default function CheckoutCancelPage() {
  const [search] = useSearchParams();
  const id = search.get('order');
  const token = useSession()?.token ?? null;
  const [outcome, setOutcome] = useState<Outcome>('pending');
  const lastRequest = useRef<string | null>(null);

  const cancel = useCallback(async () => {
    if (!id) return setOutcome('nothing-to-cancel');
    const signature = readGuestSignature(id);
    if (!signature && !readToken()) return setOutcome('login');
    setOutcome('pending');
    setOutcome(await tryCancelOrder(id, signature));
  }, [id]);

  useEffect(() => {
    // Once per order and login, though React may run an effect twice.
    const request = `${id} ${token ?? readToken()}`;
    if (lastRequest.current === request) return;
    lastRequest.current = request;
    void cancel();
  }, [cancel, id, token]);

  const back = <LinkButton to="/cart">{checkoutCancel.back}</LinkButton>;
  const views: Record<Outcome, { illustration: ReactNode; message: ReactNode; actions: ReactNode }> = {
    pending: { illustration: <Spinner label={common.loading} />, message: checkoutCancel.cancelling, actions: back },
    done: { illustration: <ReturnIllustration />, message: checkoutCancel.cancelled, actions: back },
    'nothing-to-cancel': { illustration: <ReturnIllustration />, message: checkoutCancel.nothingToCancel, actions: back },
    login: {
      illustration: <LockIllustration />,
      message: (
        <>
          {checkoutCancel.nothingToCancel} {checkoutCancel.login}
        </>
      ),
      actions: (
        <>
          <LinkButton to="/login" state={{ from: `/cancel?${search}` }}>
            {nav.login}
          </LinkButton>
          {back}
        </>
      ),
    },
    paid: {
      illustration: <PaidIllustration />,
      message: checkoutCancel.paid,
      actions: <LinkButton to={`/success?order=${encodeURIComponent(id ?? '')}`}>{checkoutCancel.viewOrder}</LinkButton>,
    },
    failed: {
      illustration: <PlugIllustration />,
      message: checkoutCancel.failed,
      actions: (
        <>
          <Button onClick={() => void cancel()}>{common.tryAgain}</Button>
          {back}
        </>
      ),
    },
  };
  const { illustration, message, actions } = views[outcome];
  return (
    <PageMessage title={spec.cancelled} illustration={illustration} actions={actions}>
      {message}
    </PageMessage>
  );
}
