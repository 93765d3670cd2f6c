/** The payment page returns here. The page alone proves nothing, so it asks the server for the order's status. */
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { isPaidStatus, type Order } from '../../../contract/order-fields.ts';
import { useHydrated } from '../../kit/browser-hooks.ts';
import { Button, LinkButton } from '../../kit/button.tsx';
import { PlugIllustration, SearchIllustration } from '../../kit/illustrations.tsx';
import { Skeleton, Spinner } from '../../kit/loading.tsx';
import { PageMessage } from '../../kit/notice.tsx';
import { ClockIllustration, LockIllustration, PaidIllustration, ReturnIllustration } from '../../kit/order-illustrations.tsx';
import { Panel } from '../../kit/panel.tsx';
import { common, nav } from '../../shared/messages/common.ts';
import { orders } from '../../shared/messages/orders.ts';
import { byHand } from '../../shared/messages/payments.ts';
import { spec } from '../../shared/messages/specified-labels.ts';
import { noScript } from '../../shared/messages/storefront.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { type OrderAccess, toOrderPath } from '../../shared/orders/order-access.ts';
import { isToPay, PaymentInstructions } from '../../shared/orders/payment-instructions.tsx';
import { useShop } from '../../shared/shop-data.ts';
import { clearBillingDraft } from '../../state/billing-draft.ts';
import { removePurchasedOnce } from '../../state/cart-changes.ts';
import { clearCheckoutWords } from '../../state/checkout-words.ts';
import { clearGiftRecipients } from '../../state/gift-recipients.ts';
import { useGuestSignature } from '../../state/guest-orders.ts';
import { chooseInCart, clearDeliveryOverride, clearGuestDraft } from '../../state/order-draft.ts';
import { useSession } from '../../state/session.ts';
import { GuestOrderLink } from '../guest-order/guest-link.tsx';
import { GuestAccount } from './guest-account.tsx';
import { checkoutCancel, checkoutSuccess } from './messages.ts';
import { isPreviousOrder, Receipt, useOrder } from './receipt.tsx';

const OrderDownloads = lazy(async () => ({ default: (await import('../../shared/orders/order-downloads.tsx')).OrderDownloads }));

/** root.tsx gives it the checkout's slim header and footer. */
export const handle = { frame: 'checkout' };

export const meta = createTitleMeta(checkoutSuccess.title);

const homeButton = (
  <LinkButton to="/" variant="secondary">
    {spec.backHome}
  </LinkButton>
);

export default function CheckoutSuccessPage() {
  const isHydrated = useHydrated();
  const [search] = useSearchParams();
  const session = useSession();
  const id = search.get('order');
  const signature = useGuestSignature(id);
  // At least as tall as the window, so that nothing jumps when the answer arrives.
  return (
    <div className="min-h-dvh">
      {!isHydrated && <PaymentPending />}
      {isHydrated && !session && !signature && <LoginRequired />}
      {session && !id && <OrderNotFound />}
      {(session || signature) && id && <OrderState key={`${id} ${signature ?? session?.token}`} access={{ id, signature }} />}
    </div>
  );
}

function OrderState({ access }: { access: OrderAccess }) {
  const { view, retry } = useOrder(access);
  const { emailsLinks } = useShop().settings;
  switch (view.state) {
    case 'pending':
      return <PaymentPending />;
    case 'not-found':
      return <OrderNotFound />;
    case 'found':
      return <OrderOutcome order={view.order} access={access} />;
    case 'delayed':
    case 'failed': {
      const isDelayed = view.state === 'delayed';
      const guestHint = emailsLinks ? checkoutSuccess.guestDelayedHint : checkoutSuccess.guestDelayedHintUnsent;
      const actions = (
        <>
          <Button onClick={retry}>{common.tryAgain}</Button>
          {homeButton}
        </>
      );
      return (
        <PageMessage
          title={isDelayed ? checkoutSuccess.delayed : checkoutSuccess.failed}
          illustration={isDelayed ? <ClockIllustration /> : <PlugIllustration />}
          actions={actions}
        >
          {isDelayed ? (access.signature ? guestHint : checkoutSuccess.delayedHint) : common.serverErrorHint}
        </PageMessage>
      );
    }
  }
}

function OrderOutcome({ order, access }: { order: Order; access: OrderAccess }) {
  const isPrevious = isPreviousOrder(useLocation().state);
  const { emailsLinks } = useShop().settings;
  const hasPaid = isPaidStatus(order.status) || order.processingSince !== null || isToPay(order);
  useEffect(() => {
    if (!hasPaid || !removePurchasedOnce(order._id, order.lines)) return;
    clearDeliveryOverride();
    clearGuestDraft();
    clearBillingDraft();
    clearCheckoutWords();
    chooseInCart({ code: '', shipping: '', payment: '', giftCards: '', storeCredit: '' });
    clearGiftRecipients();
  }, [hasPaid, order]);

  const { title, hint, illustration } = describeOutcome(order);
  if (!hasPaid) {
    const actions = (
      <>
        <LinkButton to="/checkout">{checkoutCancel.toCheckout}</LinkButton>
        <LinkButton to="/cart" variant="secondary">
          {checkoutSuccess.viewCart}
        </LinkButton>
        {homeButton}
      </>
    );
    return (
      <PageMessage title={title} illustration={illustration} actions={actions}>
        {hint}
      </PageMessage>
    );
  }
  const actions = (
    <>
      <LinkButton to="/">{spec.backHome}</LinkButton>
      <LinkButton to={toOrderPath(access)} variant="secondary">
        {checkoutSuccess.viewOrder}
      </LinkButton>
    </>
  );
  return (
    <>
      <PageMessage title={title} illustration={illustration} actions={actions}>
        <p>{hint}</p>
        {access.signature && emailsLinks && <p className="mt-1">{checkoutSuccess.guestHint}</p>}
        {isPrevious && <p className="mt-1">{checkoutSuccess.previousOrder}</p>}
      </PageMessage>
      <div className="page">
        <GuestOrderLink access={access} className="mx-auto max-w-text" />
        {order.hasDownloads && (
          <Suspense fallback={<Skeleton className="mx-auto mt-6 h-40 max-w-text rounded-card" />}>
            <OrderDownloads order={order} signature={access.signature} className="mx-auto mt-6 max-w-text" />
          </Suspense>
        )}
        {isToPay(order) && (
          <Panel title={order.paymentMethod?.name ?? ''} className="mx-auto mt-6 max-w-text">
            <PaymentInstructions order={order} />
          </Panel>
        )}
        {order.number !== null && <Receipt order={order} />}
        {access.signature && order.number !== null && <GuestAccount order={order} signature={access.signature} />}
      </div>
    </>
  );
}

function describeOutcome({ status, number, processingSince, paymentMethod }: Order): {
  title: string;
  hint: string;
  illustration: ReactNode;
} {
  if (paymentMethod?.isAwaited)
    return { title: byHand.placed, hint: byHand.placedHint(orders.number(number)), illustration: <PaidIllustration /> };
  if (processingSince !== null)
    return { title: checkoutSuccess.processing, hint: orders.processingDescription, illustration: <ClockIllustration /> };
  switch (status) {
    case 'paid':
    case 'shipped':
    case 'delivered':
      return { title: checkoutSuccess.paid, hint: checkoutSuccess.paidHint(number), illustration: <PaidIllustration /> };
    case 'review':
      return { title: checkoutSuccess.review, hint: checkoutSuccess.reviewHint(number), illustration: <ClockIllustration /> };
    case 'refunded':
      return { title: checkoutSuccess.refunded, hint: checkoutSuccess.refundedHint, illustration: <ReturnIllustration /> };
    case 'cancelled':
      return { title: checkoutSuccess.cancelled, hint: checkoutSuccess.unpaidHint, illustration: <ReturnIllustration /> };
    case 'pending':
    case 'expired':
      return { title: checkoutSuccess.expired, hint: checkoutSuccess.unpaidHint, illustration: <ClockIllustration /> };
  }
}

function PaymentPending() {
  return (
    <PageMessage title={checkoutSuccess.title} illustration={<Spinner label={common.loading} />} actions={homeButton}>
      <p className="noscript:hidden">{checkoutSuccess.pending}</p>
      <p className="text-base noscript:hidden">{checkoutSuccess.pendingHint}</p>
      <noscript>{noScript}</noscript>
    </PageMessage>
  );
}

function OrderNotFound() {
  return (
    <PageMessage title={checkoutSuccess.notFound} illustration={<SearchIllustration />} actions={homeButton}>
      {checkoutSuccess.notFoundHint}
    </PageMessage>
  );
}

function LoginRequired() {
  const { pathname, search } = useLocation();
  const actions = (
    <>
      <LinkButton to="/login" state={{ from: pathname + search }}>
        {nav.login}
      </LinkButton>
      {homeButton}
    </>
  );
  return (
    <PageMessage title={checkoutSuccess.login} illustration={<LockIllustration />} actions={actions}>
      {checkoutSuccess.loginHint}
    </PageMessage>
  );
}
