/** What the cart costs, and the buttons that lead to the checkout or to the login. */
import toast from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { TEST_CARD } from '../../constants.ts';
import { Button, LinkButton } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { Skeleton } from '../../kit/loading.tsx';
import { formatPrice } from '../../shared/format.ts';
import { spec } from '../../shared/messages/specified-labels.ts';
import { BalanceRows } from '../../shared/products/balance-rows.tsx';
import { IncludedTax, PriceRows } from '../../shared/products/price-rows.tsx';
import { usePayment, useShop } from '../../shared/shop-data.ts';
import { BuyingInfo } from '../checkout/buying-info.tsx';
import { Arrival, EstimateNote } from '../checkout/shipping-options.tsx';
import type { OrderDraft } from '../checkout/use-delivery-address.ts';
import { DiscountCodeField } from './discount-code-field.tsx';
import { describeLate } from './line-status.ts';
import { cart } from './messages.ts';
import type { PricedCart } from './use-cart-price.ts';

/** The sums, and the discount code that changes them. Room for the usual rows is kept until they are known. */
export function CartTotals({ priced, isEmpty, isEstimate }: { priced: PricedCart; isEmpty: boolean; isEstimate: boolean }) {
  const { price, choices, isLoading, failure } = priced;
  const parts = price && {
    ...price,
    shippingName: price.shippingOption?.name ?? null,
    code: price.code?.applies ? price.code.code : null,
  };
  return (
    <>
      {!isEmpty && <DiscountCodeField typed={choices.code} answer={price?.code ?? null} isLoading={isLoading} />}
      <div aria-busy={isLoading} className={classNames('transition-opacity', isLoading && price && 'opacity-60')}>
        {parts && <PriceRows parts={parts} className="mt-4 border-t border-line pt-4" />}
        {!parts && isLoading && <Skeleton className="mt-4 h-17" />}
        <p className="tabular-nums mt-4 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-4">
          <span className="text-large">{cart.total}</span>
          <span data-testid="cart-total" className="min-w-0 text-head font-[640] tracking-[-0.02em]">
            <Total priced={priced} isEmpty={isEmpty} />
          </span>
        </p>
        {parts && <IncludedTax parts={parts} />}
        <BalanceRows balance={price?.balance} />
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

export function CartSummary({ draft }: { draft: OrderDraft }) {
  const { items, priced, session, address, isEstimate, isSent } = draft;
  const payment = usePayment();
  const isEmpty = items.length === 0;
  const option = priced.price?.shippingOption ?? null;
  return (
    <section aria-label={cart.summary} className="rounded-card border border-line bg-raised p-6 lg:sticky lg:top-24">
      <h2 className="text-title">{cart.summary}</h2>
      <p className="tabular-nums mt-1 text-small text-soft">{cart.itemCount(items.length)}</p>
      <CartTotals priced={priced} isEmpty={isEmpty} isEstimate={isEstimate} />
      <Arrival option={option} className="mt-2 font-[560] text-ink" />
      {/* Before anything is typed. */}
      {payment.provider === null && (
        <p id="checkout-unavailable" className="mt-5 rounded-control bg-caution/10 p-3 text-caution">
          <strong className="font-[600]">{cart.checkoutUnavailable}</strong> {cart.checkoutUnavailableHint}
        </p>
      )}
      {session && isSent && (
        <div className="mt-6">
          <h3 className="text-small font-[600]">{cart.address}</h3>
          <p className="address-lines mt-1 line-clamp-8 min-h-6">{address.current || session.user.address || cart.noAddress}</p>
          <LinkButton to="/dashboard/user/profile" variant="secondary" size="small" className="mt-3">
            {spec.updateAddress}
          </LinkButton>
        </div>
      )}
      {/* A click that was meant for one button would hit another one. */}
      <div className="mt-6 grid gap-3" style={priced.isAboutToMove ? { pointerEvents: 'none' } : undefined}>
        {session ? <CheckoutButton isEmpty={isEmpty} /> : <VisitorButtons isEmpty={isEmpty} />}
      </div>
      <BuyingInfo option={option} promise={describeLate(priced.price)} isSent={isSent} className="mt-6 border-t border-line pt-5" />
    </section>
  );
}

function CheckoutButton({ isEmpty }: { isEmpty: boolean }) {
  const payment = usePayment();
  const navigate = useNavigate();
  const isUnavailable = payment.provider === null;
  return (
    <>
      <Button
        size="large"
        variant={isEmpty ? 'secondary' : 'primary'}
        // With an empty cart it stays enabled, and says what is missing.
        disabled={isUnavailable && !isEmpty}
        aria-describedby={isUnavailable ? 'checkout-unavailable' : undefined}
        onClick={() => void (isEmpty ? toast.error(spec.emptyCheckout) : navigate('/checkout'))}
      >
        {spec.checkout}
      </Button>
      {payment.testMode && payment.provider !== 'paypal' && <p className="tabular-nums text-small text-soft">{cart.testCard(TEST_CARD)}</p>}
    </>
  );
}

function VisitorButtons({ isEmpty }: { isEmpty: boolean }) {
  const { guestCheckout, payment } = useShop().settings;
  const hasGuestButton = guestCheckout && !isEmpty && payment.provider !== null;
  return (
    <>
      {hasGuestButton && (
        <LinkButton to="/checkout" size="large">
          {cart.guestCheckout}
        </LinkButton>
      )}
      <LinkButton to="/login" state={{ from: '/cart' }} size="large" variant={hasGuestButton || isEmpty ? 'secondary' : 'primary'}>
        {spec.loginToCheckout}
      </LinkButton>
    </>
  );
}
