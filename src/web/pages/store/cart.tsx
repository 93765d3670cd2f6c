/** The cart. It lives in this browser, so the server sends the page without it. */
import type { MetaFunction } from 'react-router';
import { headOf } from '../../head.ts';
import { cart } from '../../messages.buy.ts';
import { titleOf } from '../../messages.store.ts';
import { common } from '../../messages.ts';
import { toLines, useCart } from '../../state/cart.ts';
import { useSession } from '../../state/session.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { BagSign } from '../../ui/signs/bag-sign.tsx';
import { useHydrated } from '../../use-hydrated.ts';
import { Lines } from './cart/lines.tsx';
import { CartSkeleton } from './cart/skeleton.tsx';
import { sinceWords } from './cart/standing.ts';
import { Summary } from './cart/summary.tsx';
import { useAddress } from './cart/use-address.ts';
import { useCheckout } from './cart/use-checkout.ts';
import { useComparison } from './cart/use-comparison.ts';

export const meta: MetaFunction = ({ matches }) => headOf(matches, { title: titleOf(cart.title), description: cart.lead, path: '/cart' });

export default function CartPage() {
  const isHydrated = useHydrated();
  const items = useCart();
  const lines = toLines(items);
  const session = useSession();
  const comparison = useComparison();
  const address = useAddress(session?.user);
  const checkout = useCheckout(items, address);
  return (
    // At least as high as the window: whatever the cart holds, nothing moves in sight.
    <div className="page min-h-dvh pt-10">
      <h1 className="line-clamp-3 text-display">{isHydrated ? cart.hello(session?.user.name ?? cart.guest) : cart.title}</h1>
      <p className="figures mt-2 min-h-6 text-large text-soft">{isHydrated && cart.count(items.length)}</p>
      {/* What has changed comes later than the lines, to a place that is kept. */}
      <p role="status" className="figures mt-2 mb-6 min-h-12 max-w-text sm:min-h-6">
        {sinceWords(lines, comparison) || <span className="text-soft">{comparison.hasFailed ? cart.notCompared : cart.lead}</span>}
      </p>
      <noscript>
        <p className="text-large">{common.noScript}</p>
      </noscript>
      {isHydrated ? (
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-14">
          <div>
            <Lines lines={lines} comparison={comparison} issues={checkout.problem?.issues ?? []} />
            {items.length === 0 && (
              <Notice sign={<BagSign />} title={cart.empty} actions={<LinkButton to="/">{cart.browse}</LinkButton>}>
                {cart.emptyHint}
              </Notice>
            )}
          </div>
          <Summary items={items} address={address} {...checkout} />
        </div>
      ) : (
        <CartSkeleton />
      )}
    </div>
  );
}
