/** The checkout: a page of its own, where guests and customers say where their order goes, and order. Cart and draft are in the browser. */
import type { LinksFunction, MetaFunction } from 'react-router';
import { useHydrated } from '../../kit/browser-hooks.ts';
import { LinkButton } from '../../kit/button.tsx';
import { Skeleton, Spinner } from '../../kit/loading.tsx';
import { Notice } from '../../kit/notice.tsx';
import { BagIllustration, LockIllustration } from '../../kit/order-illustrations.tsx';
import { common } from '../../shared/messages/common.ts';
import { spec } from '../../shared/messages/specified-labels.ts';
import { noScript } from '../../shared/messages/storefront.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { WaitingCheckout } from '../../shared/orders/waiting-checkout.tsx';
import { usePayment, useShop } from '../../shared/shop-data.ts';
import { toCartBilling, useBillingDraft } from '../../state/billing-draft.ts';
import { useSession } from '../../state/session.ts';
import { describeChanges } from '../cart/line-status.ts';
import { cart } from '../cart/messages.ts';
import css from './checkout.css?url';
import { CheckoutForm } from './checkout-form.tsx';
import { checkout as words } from './messages.ts';
import { OrderSummary } from './order-summary.tsx';
import { useCheckout } from './use-checkout.ts';
import { useOrderDraft } from './use-delivery-address.ts';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: css }];

/** root.tsx gives it the slim header and footer. */
export const handle = { frame: 'checkout' };

export const meta: MetaFunction = ({ matches }) => [
  ...createTitleMeta(words.title)({ matches }),
  { name: 'description', content: words.description },
];

export default function CheckoutPage() {
  const isHydrated = useHydrated();
  return (
    // At least as tall as the window, so that nothing jumps when the cart is read.
    <div className="page min-h-dvh pt-6 sm:pt-10">
      <h1 className="text-head sm:text-display">{words.title}</h1>
      <p className="mt-2 mb-6 max-w-prose text-soft">{words.lead}</p>
      <noscript>
        <p className="mt-4 text-large">{noScript}</p>
      </noscript>
      {isHydrated ? <CheckoutContent /> : <CheckoutSkeleton />}
    </div>
  );
}

function CheckoutContent() {
  const owner = useSession()?.user.email ?? '';
  const billing = useBillingDraft(owner);
  const draft = useOrderDraft(toCartBilling(billing));
  const { items, lines, session, priced, waiting } = draft;
  const checkout = useCheckout(items, { ...draft, billing }, priced);
  const payment = usePayment();
  const { guestCheckout } = useShop().settings;
  const toCart = <LinkButton to="/cart">{words.backToCart}</LinkButton>;
  if (!items.length) {
    return (
      <Notice illustration={<BagIllustration />} title={cart.count(0)} actions={<LinkButton to="/">{cart.browse}</LinkButton>}>
        {words.emptyHint}
      </Notice>
    );
  }
  if (payment.provider === null) {
    return (
      <Notice illustration={<LockIllustration />} title={cart.checkoutUnavailable} actions={toCart}>
        {cart.checkoutUnavailableHint}
      </Notice>
    );
  }
  if (!session && !guestCheckout) {
    const toLogin = (
      <LinkButton to="/login" state={{ from: '/checkout' }}>
        {spec.loginToCheckout}
      </LinkButton>
    );
    return <Notice illustration={<LockIllustration />} title={words.accountNeeded} actions={toLogin} />;
  }
  const changes = describeChanges(lines, priced);
  return (
    <div className="checkout-columns">
      <OrderSummary draft={draft} issues={checkout.problem?.issues ?? []} />
      <div className="min-w-0">
        <WaitingCheckout {...waiting} className="mb-6" />
        <p role="status" className={changes ? 'tabular-nums mb-5' : 'sr-only'}>
          {changes}
        </p>
        <CheckoutForm draft={draft} billing={billing} checkout={checkout} />
      </div>
    </div>
  );
}

/** Shown until the browser has read its cart. */
function CheckoutSkeleton() {
  return (
    <div className="checkout-columns noscript:hidden">
      <Skeleton className="checkout-summary h-14 rounded-card" />
      <div className="relative grid gap-4 border-t border-line pt-5">
        <Skeleton className="h-7 w-40" />
        <Skeleton className="h-17 rounded-control" />
        <Skeleton className="mt-5 h-105 rounded-control" />
        <div className="absolute inset-x-0 top-0 text-ink">
          <Spinner label={common.loading} />
        </div>
      </div>
    </div>
  );
}
