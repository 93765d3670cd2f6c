/** Where the payment page leads back to. It claims nothing by itself: what the order's state is, it asks. */
import { type ReactNode, useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Order, OrderStatus } from '../../../contract/order.ts';
import { PageMessage } from '../../components/page-message.tsx';
import { payment } from '../../messages.buy.ts';
import { titleOf } from '../../messages.store.ts';
import { common, nav, spec } from '../../messages.ts';
import { takeBoughtOnce } from '../../state/cart.ts';
import { forgetDelivery } from '../../state/delivery.ts';
import { useSession } from '../../state/session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ClockSign } from '../../ui/signs/clock-sign.tsx';
import { LockSign } from '../../ui/signs/lock-sign.tsx';
import { PaidSign } from '../../ui/signs/paid-sign.tsx';
import { PlugSign } from '../../ui/signs/plug-sign.tsx';
import { ReturnSign } from '../../ui/signs/return-sign.tsx';
import { SearchSign } from '../../ui/signs/search-sign.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useHydrated } from '../../use-hydrated.ts';
import { isEarlierOrder } from './success/earlier.ts';
import { Receipt } from './success/receipt.tsx';
import { useOrder } from './success/use-order.ts';

export const meta = () => [{ title: titleOf(payment.title) }];

const home = (
  <LinkButton to="/" variant="secondary">
    {spec.backHome}
  </LinkButton>
);

export default function SuccessPage() {
  const isHydrated = useHydrated();
  const [search] = useSearchParams();
  const session = useSession();
  const id = search.get('order');
  // At least as high as the window: nothing moves in sight when the answer comes.
  return (
    <div className="min-h-dvh">
      {!isHydrated && <Waiting />}
      {isHydrated && !session && <LogIn />}
      {session && !id && <Unknown />}
      {session && id && <OrderState key={`${id} ${session.token}`} id={id} />}
    </div>
  );
}

function OrderState({ id }: { id: string }) {
  const { view, lookAgain } = useOrder(id);
  switch (view.state) {
    case 'waiting':
      return <Waiting />;
    case 'unknown':
      return <Unknown />;
    case 'known':
      return <Known order={view.order} />;
    case 'slow':
    case 'failed': {
      const isSlow = view.state === 'slow';
      const actions = (
        <>
          <Button onClick={lookAgain}>{common.tryAgain}</Button>
          {home}
        </>
      );
      return (
        <PageMessage title={isSlow ? payment.slow : payment.failed} sign={isSlow ? <ClockSign /> : <PlugSign />} actions={actions}>
          {isSlow ? payment.slowHint : common.shopDownHint}
        </PageMessage>
      );
    }
  }
}

function Known({ order }: { order: Order }) {
  const isEarlier = isEarlierOrder(useLocation().state);
  const hasPaid = PAID.includes(order.status);
  useEffect(() => {
    if (hasPaid && takeBoughtOnce(order._id, order.lines)) forgetDelivery();
  }, [hasPaid, order]);

  const { title, hint, sign } = tell(order);
  if (!hasPaid) {
    const actions = (
      <>
        <LinkButton to="/cart">{payment.toCart}</LinkButton>
        {home}
      </>
    );
    return (
      <PageMessage title={title} sign={sign} actions={actions}>
        {hint}
      </PageMessage>
    );
  }
  const actions = (
    <>
      <LinkButton to="/">{spec.backHome}</LinkButton>
      <LinkButton to={`/dashboard/user/orders/${order._id}`} variant="secondary">
        {payment.toOrder}
      </LinkButton>
    </>
  );
  return (
    <>
      <PageMessage title={title} sign={sign} actions={actions}>
        <p>{hint}</p>
        {isEarlier && <p className="mt-1">{payment.earlier}</p>}
      </PageMessage>
      <Receipt order={order} />
    </>
  );
}

/** Money came for it, whatever became of it since. */
const PAID: readonly OrderStatus[] = ['paid', 'shipped', 'delivered', 'refunded', 'review'];

function tell({ status, number }: Order): { title: string; hint: string; sign: ReactNode } {
  switch (status) {
    case 'paid':
    case 'shipped':
    case 'delivered':
      return { title: payment.paid, hint: payment.paidHint(number), sign: <PaidSign /> };
    case 'review':
      return { title: payment.review, hint: payment.reviewHint(number), sign: <ClockSign /> };
    case 'refunded':
      return { title: payment.refunded, hint: payment.refundedHint, sign: <ReturnSign /> };
    case 'cancelled':
      return { title: payment.cancelled, hint: payment.unpaidHint, sign: <ReturnSign /> };
    case 'pending':
    case 'expired':
      return { title: payment.expired, hint: payment.unpaidHint, sign: <ClockSign /> };
  }
}

function Waiting() {
  return (
    <PageMessage title={payment.title} sign={<Spinner label={common.loading} />} actions={home}>
      <p>{payment.waiting}</p>
      <p className="text-base">{payment.waitingHint}</p>
      <noscript>{common.noScript}</noscript>
    </PageMessage>
  );
}

function Unknown() {
  return (
    <PageMessage title={payment.unknown} sign={<SearchSign />} actions={home}>
      {payment.unknownHint}
    </PageMessage>
  );
}

function LogIn() {
  const { pathname, search } = useLocation();
  const actions = (
    <>
      <LinkButton to="/login" state={{ from: pathname + search }}>
        {nav.login}
      </LinkButton>
      {home}
    </>
  );
  return (
    <PageMessage title={payment.login} sign={<LockSign />} actions={actions}>
      {payment.loginHint}
    </PageMessage>
  );
}
