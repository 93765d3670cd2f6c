/** The link of a guest's order, and the page that it leads to. */
import { Fragment, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useHydrated } from '../../kit/browser-hooks.ts';
import { Button, LinkButton } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { SearchIllustration } from '../../kit/illustrations.tsx';
import { PageMessage } from '../../kit/notice.tsx';
import { OrderSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { copyText } from '../../shared/forms/copy-and-download.tsx';
import { guestOrder as words } from '../../shared/messages/orders.ts';
import { type OrderAccess, toOrderPath } from '../../shared/orders/order-access.ts';
import { useShop } from '../../shared/shop-data.ts';
import { useGuestSignature } from '../../state/guest-orders.ts';

/** The link to a guest's order, to copy in a shop that can't email it: there is no other way back to the order. */
export function GuestOrderLink({ access, className = '' }: { access: OrderAccess; className?: string }) {
  const { emailsLinks } = useShop().settings;
  if (emailsLinks || !access.signature) return null;
  const link = `${window.location.origin}${toOrderPath(access)}`;
  return (
    <div className={`print:hidden ${className}`}>
      <div className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-raised p-5 text-left">
        <TextField
          label={words.link}
          hint={words.linkHint}
          value={link}
          readOnly
          onFocus={(event) => event.target.select()}
          className="min-w-0 flex-1 basis-60"
        />
        <Button variant="secondary" onClick={() => void copyText(link, words.linkCopied)}>
          {words.copyLink}
        </Button>
      </div>
    </div>
  );
}

/** The signature is after the #, which is sent to no server, or is known to this tab. */
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
