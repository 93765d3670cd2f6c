/** Total, shipping address and the checkout button. */

import { TEST_CARD } from '../../constants.ts';
import { Button, LinkButton } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { Skeleton } from '../../kit/loading.tsx';
import { formatPrice } from '../../shared/format.ts';
import { spec } from '../../shared/messages/specified-labels.ts';
import { IncludedTax, PriceRows } from '../../shared/products/price-rows.tsx';
import { useShop } from '../../shared/shop-data.ts';
import type { CartItem } from '../../state/cart.ts';
import { type SessionUser, useSession } from '../../state/session.ts';
import { CheckoutProblemMessage } from '../checkout/checkout-problem.tsx';
import { DeliveryAddressFields } from '../checkout/delivery-address.tsx';
import { GuestCheckout } from '../checkout/guest-checkout.tsx';
import { EstimateNote, ShippingOptions } from '../checkout/shipping-options.tsx';
import type { CheckoutProblem, GuestInput } from '../checkout/use-checkout.ts';
import type { DeliveryAddress } from '../checkout/use-delivery-address.ts';
import { DiscountCodeField } from './discount-code-field.tsx';
import { cart } from './messages.ts';
import type { PricedCart } from './use-cart-price.ts';

/** What the cart costs, and everything that changes it beside the products and the address: shipping rate, discount code. */

export function CartTotals({ priced, isEmpty, isEstimate }: { priced: PricedCart; isEmpty: boolean; isEstimate: boolean }) {
  const { price, choices, isLoading, failure } = priced;
  const parts = price && {
    ...price,
    shippingName: price.shippingOption?.name ?? null,
    code: price.code?.applies ? price.code.code : null,
  };
  return (
    <>
      {price && <ShippingOptions price={price} choices={choices} />}
      {!isEmpty && <DiscountCodeField typed={choices.code} answer={price?.code ?? null} isLoading={isLoading} />}
      <div aria-busy={isLoading} className={classNames('transition-opacity', isLoading && price && 'opacity-60')}>
        {parts && <PriceRows parts={parts} className="mt-4 border-t border-line pt-4" />}
        <p className="tabular-nums mt-4 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-4">
          <span className="text-large">{cart.total}</span>
          <span data-testid="cart-total" className="min-w-0 text-head font-[640] tracking-[-0.02em]">
            <Total priced={priced} isEmpty={isEmpty} />
          </span>
        </p>
        {parts && <IncludedTax parts={parts} />}
        {price && isEstimate && <EstimateNote price={price} />}
      </div>
      {failure && (
        <p role="alert" className="mt-2 text-small text-caution">
          {failure}
        </p>
      )}
    </>
  );
}

/** Never the browser's own sum: prices may have changed since the products were added. */
function Total({ priced: { price, isLoading }, isEmpty }: { priced: PricedCart; isEmpty: boolean }) {
  if (isEmpty) return formatPrice(0);
  if (price) return formatPrice(price.total);
  return isLoading ? <Skeleton className="h-7 w-28" /> : '—';
}

const NO_ERRORS = {};

interface CartSummaryProps {
  items: CartItem[];
  priced: PricedCart;
  address: DeliveryAddress;
  /** Nobody has said where it goes. */
  isEstimate: boolean;
  problem: CheckoutProblem | null;
  isBusy: boolean;
  start: (guest?: GuestInput) => Promise<boolean>;
}

export function CartSummary({ items, priced, address, isEstimate, problem, isBusy, start }: CartSummaryProps) {
  const { price } = priced;
  const isRefused = price !== null && !price.isShippable;
  // What isn't sent may be bought from anywhere.
  const isSent = price?.lines.some(({ item }) => item.shipping === 1) ?? true;
  const shipsTo = address.countries?.shipsTo ?? [];
  const countries = isSent && shipsTo.length ? shipsTo : undefined;
  const session = useSession();
  const { guestCheckout, emailsLinks } = useShop().settings;
  const guestSteps = emailsLinks ? cart.guestSteps : cart.guestStepsUnsent;
  return (
    <section aria-label={cart.summary} className="rounded-card border border-line bg-raised p-6 lg:sticky lg:top-24">
      <h2 className="text-title">{cart.summary}</h2>
      <p className="tabular-nums mt-1 text-small text-soft">{cart.itemCount(items.length)}</p>
      <CartTotals priced={priced} isEmpty={items.length === 0} isEstimate={isEstimate} />
      {/* A click that was meant for one button would hit another one. */}
      <div style={priced.isAboutToMove ? { pointerEvents: 'none' } : undefined}>
        {session ? (
          <PaymentSection
            user={session.user}
            address={address}
            isEmpty={items.length === 0}
            problem={problem}
            isBusy={isBusy}
            start={start}
            countries={countries}
            isRefused={isRefused}
          />
        ) : (
          <div className="mt-6 grid gap-3">
            <LinkButton to="/login" state={{ from: '/cart' }} size="large" variant={items.length ? 'primary' : 'secondary'}>
              {spec.loginToCheckout}
            </LinkButton>
            {guestCheckout && items.length > 0 && (
              <GuestCheckout
                start={start}
                problem={problem}
                defaultCountry={address.countries?.defaultCountry ?? ''}
                countries={countries}
                isRefused={isRefused}
              />
            )}
          </div>
        )}
      </div>
      {items.length > 0 && <NextSteps steps={session || !guestCheckout ? cart.steps : guestSteps} />}
    </section>
  );
}

function NextSteps({ steps }: { steps: readonly string[] }) {
  return (
    <div className="mt-6 border-t border-line pt-5">
      <h3 className="text-small font-[600]">{cart.nextSteps}</h3>
      <ol className="tabular-nums mt-2 grid gap-2 text-small text-soft">
        {steps.map((step, index) => (
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

interface PaymentSectionProps extends Pick<CartSummaryProps, 'address' | 'problem' | 'isBusy' | 'start'> {
  user: SessionUser;
  isEmpty: boolean;
  countries: readonly string[] | undefined;
  /** The shop doesn't ship to the address. */
  isRefused: boolean;
}

function PaymentSection({ user, address, isEmpty, problem, isBusy, start, countries, isRefused }: PaymentSectionProps) {
  const { payment } = useShop().settings;
  // With an empty cart the button stays enabled and explains what is missing.
  const isUnavailable = payment.provider === null && !isEmpty;
  return (
    <>
      <DeliveryAddressFields user={user} address={address} errors={problem?.fieldErrors ?? NO_ERRORS} countries={countries} />
      <div className="mt-6 grid gap-3">
        {problem && <CheckoutProblemMessage problem={problem} isBusy={isBusy} retry={start} />}
        <Button
          size="large"
          variant={isEmpty ? 'secondary' : 'primary'}
          busy={isBusy}
          disabled={isUnavailable || isRefused}
          aria-describedby={payment.provider === null ? 'checkout-unavailable' : isRefused ? 'not-shippable' : undefined}
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
