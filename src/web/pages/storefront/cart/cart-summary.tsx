/** Total, shipping address and the checkout button. */
import { toDollars } from '../../../../contract/money.ts';
import type { Product } from '../../../../contract/product.ts';
import { TEST_CARD } from '../../../constants.ts';
import { formatPrice } from '../../../format.ts';
import { useShop } from '../../../hooks/use-shop.ts';
import { cart } from '../../../messages/cart.ts';
import { common } from '../../../messages/common.ts';
import { spec } from '../../../messages/specification.ts';
import { totalCents } from '../../../state/cart.ts';
import { type SessionUser, useSession } from '../../../state/session.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { DeliveryAddressFields } from './delivery-address.tsx';
import type { CheckoutProblem } from './use-checkout.ts';
import type { DeliveryAddress } from './use-delivery-address.ts';

interface CartSummaryProps {
  items: Product[];
  address: DeliveryAddress;
  problem: CheckoutProblem | null;
  isBusy: boolean;
  start: () => Promise<void>;
}

export function CartSummary({ items, address, problem, isBusy, start }: CartSummaryProps) {
  const session = useSession();
  return (
    <section aria-label={cart.summary} className="rounded-card border border-line bg-raised p-6 lg:sticky lg:top-24">
      <h2 className="text-title">{cart.summary}</h2>
      <p className="tabular-nums mt-1 text-small text-soft">{cart.itemCount(items.length)}</p>
      <p className="tabular-nums mt-4 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-4">
        <span className="text-large">{cart.total}</span>
        <span data-testid="cart-total" className="min-w-0 text-head font-[640] tracking-[-0.02em]">
          {formatPrice(toDollars(totalCents(items)))}
        </span>
      </p>
      {problem && <CheckoutErrorMessage problem={problem} isBusy={isBusy} start={start} />}
      {session ? (
        <PaymentSection user={session.user} address={address} isEmpty={items.length === 0} isBusy={isBusy} start={start} />
      ) : (
        <div className="mt-6 grid">
          <LinkButton to="/login" state={{ from: '/cart' }} size="large" variant={items.length ? 'primary' : 'secondary'}>
            {spec.loginToCheckout}
          </LinkButton>
        </div>
      )}
      {items.length > 0 && <NextSteps />}
    </section>
  );
}

function NextSteps() {
  return (
    <div className="mt-6 border-t border-line pt-5">
      <h3 className="text-small font-[600]">{cart.nextSteps}</h3>
      <ol className="tabular-nums mt-2 grid gap-2 text-small text-soft">
        {cart.steps.map((step, index) => (
          <li key={step} className="grid grid-cols-[1.25rem_1fr]">
            <span aria-hidden="true" className="font-[560] text-ink">
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </div>
  );
}

interface PaymentSectionProps extends Pick<CartSummaryProps, 'address' | 'isBusy' | 'start'> {
  user: SessionUser;
  isEmpty: boolean;
}

function PaymentSection({ user, address, isEmpty, isBusy, start }: PaymentSectionProps) {
  const { payment } = useShop().settings;
  // With an empty cart the button stays enabled and explains what is missing.
  const isUnavailable = payment.provider === null && !isEmpty;
  return (
    <>
      <DeliveryAddressFields user={user} address={address} />
      <div className="mt-6 grid gap-3">
        <Button
          size="large"
          variant={isEmpty ? 'secondary' : 'primary'}
          busy={isBusy}
          disabled={isUnavailable}
          aria-describedby={payment.provider === null ? 'checkout-unavailable' : undefined}
          onClick={() => void start()}
        >
          {spec.checkout}
        </Button>
        {payment.provider === null && (
          <p id="checkout-unavailable" className="text-small text-caution">
            {cart.checkoutUnavailable}
          </p>
        )}
        {payment.testMode && <p className="tabular-nums text-small text-soft">{cart.testCard(TEST_CARD)}</p>}
      </div>
    </>
  );
}

function CheckoutErrorMessage({ problem, isBusy, start }: Pick<CartSummaryProps, 'isBusy' | 'start'> & { problem: CheckoutProblem }) {
  return (
    <div role="alert" className="mt-5 grid justify-items-start gap-3 rounded-control bg-danger/8 p-4 text-danger">
      <p className="min-w-0">{problem.message}</p>
      {problem.canRetry && (
        <Button variant="secondary" size="small" busy={isBusy} onClick={() => void start()}>
          {common.tryAgain}
        </Button>
      )}
    </div>
  );
}
