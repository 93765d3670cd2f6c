/** The cart page. The cart is in local storage, so the server renders the page without it. */
import type { MetaFunction } from 'react-router';
import type { Order } from '../../../contract/order-fields.ts';
import { useHydrated } from '../../kit/browser-hooks.ts';
import { LinkButton } from '../../kit/button.tsx';
import { Notice } from '../../kit/notice.tsx';
import { BagIllustration } from '../../kit/order-illustrations.tsx';
import { noScript } from '../../shared/messages/storefront.ts';
import { createMeta } from '../../shared/meta.ts';
import { useWaitingCheckout, WaitingCheckout } from '../../shared/orders/waiting-checkout.tsx';
import { toCartLines, useCart } from '../../state/cart.ts';
import { useGuestDestination } from '../../state/guest-draft.ts';
import { useSession } from '../../state/session.ts';
import { useCheckout } from '../checkout/use-checkout.ts';
import { useDeliveryAddress } from '../checkout/use-delivery-address.ts';
import { CartLines } from './cart-lines.tsx';
import { CartSkeleton } from './cart-skeleton.tsx';
import { CartSummary } from './cart-summary.tsx';
import { describeChanges } from './line-status.ts';
import { cart } from './messages.ts';
import { useCartPrice } from './use-cart-price.ts';

export const meta: MetaFunction = ({ matches }) => createMeta(matches, { title: cart.title, description: cart.lead, path: '/cart' });

const NOTHING_HELD: Order['lines'] = [];

export default function CartPage() {
  const isHydrated = useHydrated();
  const items = useCart();
  const lines = toCartLines(items);
  const session = useSession();
  const waiting = useWaitingCheckout();
  const address = useDeliveryAddress(session?.user);
  const guest = useGuestDestination();
  const destination = session ? (address.isLoading ? undefined : address.destination) : guest;
  const priced = useCartPrice(items, waiting.checkout?.lines ?? NOTHING_HELD, destination);
  const checkout = useCheckout(items, address, priced);
  return (
    // At least as tall as the window, so that nothing jumps when the cart is read.
    <div className="page min-h-dvh pt-10">
      <h1 className="line-clamp-3 text-display">{isHydrated ? cart.greeting(session?.user.name ?? cart.guest) : cart.title}</h1>
      <p className="tabular-nums mt-2 min-h-6 text-large text-soft">{isHydrated && cart.count(items.length)}</p>
      {/* Price and stock changes arrive after the lines, so their place is reserved. */}
      <p role="status" className="tabular-nums mt-2 mb-6 min-h-12 max-w-text sm:min-h-6">
        {describeChanges(lines, priced) || <span className="text-soft">{priced.failure ? cart.validationFailed : cart.lead}</span>}
      </p>
      <noscript>
        <p className="text-large">{noScript}</p>
      </noscript>
      {isHydrated ? (
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-14">
          <div>
            <WaitingCheckout {...waiting} className="mb-6" />
            <CartLines lines={lines} priced={priced} issues={checkout.problem?.issues ?? []} />
            {items.length === 0 && (
              <Notice illustration={<BagIllustration />} title={cart.empty} actions={<LinkButton to="/">{cart.browse}</LinkButton>}>
                {cart.emptyHint}
              </Notice>
            )}
          </div>
          <CartSummary items={items} priced={priced} address={address} isEstimate={destination === null} {...checkout} />
        </div>
      ) : (
        <CartSkeleton />
      )}
    </div>
  );
}
