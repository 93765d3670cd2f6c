/** The cart. It lives in this browser, so the server sends the page without it. */
import { useRef } from 'react';
import { cart, titleOf } from '../../messages.store.ts';
import { common } from '../../messages.ts';
import { toLines, useCart } from '../../state/cart.ts';
import { useSession } from '../../state/session.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useHydrated } from '../../use-hydrated.ts';
import { Lines } from './cart/lines.tsx';
import { Summary } from './cart/summary.tsx';
import { useCheckout } from './cart/use-checkout.ts';

export const meta = () => [{ title: titleOf(cart.title) }];

export default function CartPage() {
  const isHydrated = useHydrated();
  const items = useCart();
  const session = useSession();
  const checkout = useCheckout(items);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div className="page pt-10">
      <h1 ref={heading} tabIndex={-1} className="text-display">
        {isHydrated ? cart.hello(session?.user.name ?? cart.guest) : cart.title}
      </h1>
      <p className="figures mt-2 mb-8 min-h-6 text-large text-soft">{isHydrated && cart.count(items.length)}</p>
      {isHydrated ? (
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-14">
          {items.length > 0 ? (
            <Lines lines={toLines(items)} issues={checkout.problem?.issues ?? []} onGone={() => heading.current?.focus()} />
          ) : (
            <Notice title={cart.empty} actions={<LinkButton to="/">{cart.browse}</LinkButton>}>
              {cart.emptyHint}
            </Notice>
          )}
          <Summary items={items} {...checkout} />
        </div>
      ) : (
        <Spinner label={common.loading} />
      )}
      <noscript>{common.noScript}</noscript>
    </div>
  );
}
