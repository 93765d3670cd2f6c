/** What a guest's link leads to: the signature stands behind the #, which no server is sent, or is known to this tab. */
import { Fragment, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { LinkButton } from '../../kit/button.tsx';
import { useHydrated } from '../../kit/hooks/use-hydrated.ts';
import { SearchIllustration } from '../../kit/illustrations/search.tsx';
import { guestOrder as words } from '../../shared/messages/guest-order.ts';
import { OrderSkeleton } from '../../shared/orders/order-skeleton.tsx';
import { PageMessage } from '../../shared/page-message.tsx';
import { useGuestSignature } from '../../state/guest-orders.ts';

export function GuestLink({ id, children }: { id: string; children: (signature: string) => ReactNode }) {
  const isHydrated = useHydrated();
  const { hash } = useLocation();
  const known = useGuestSignature(id);
  const signature = (isHydrated && hash.slice(1)) || known;
  return (
    // At least as tall as the window, so that nothing jumps when the order arrives.
    <div className="page min-h-dvh pt-10">
      {!isHydrated && <OrderSkeleton />}
      {isHydrated && !signature && <LinkNotFound title={words.incomplete} hint={words.incompleteHint} />}
      {isHydrated && signature && <Fragment key={`${id} ${signature}`}>{children(signature)}</Fragment>}
    </div>
  );
}

export function LinkNotFound({ title, hint }: { title: string; hint: string }) {
  return (
    <PageMessage
      title={title}
      illustration={<SearchIllustration />}
      actions={
        <LinkButton to="/" variant="secondary">
          {words.browse}
        </LinkButton>
      }
    >
      {hint}
    </PageMessage>
  );
}
