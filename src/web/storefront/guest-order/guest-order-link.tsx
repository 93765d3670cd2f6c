/** The link to a guest's order, to be copied where it isn't emailed: there is no other way back to the order. */

import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { copyText } from '../../shared/forms/copy-text.ts';
import { useShop } from '../../shared/hooks/use-shop.ts';
import { guestOrder as words } from '../../shared/messages/guest-order.ts';
import { type OrderAccess, toOrderPath } from '../../shared/orders/order-access.ts';

export function GuestOrderLink({ access, className = '' }: { access: OrderAccess; className?: string }) {
  const { emailsLinks } = useShop().settings;
  if (emailsLinks || !access.signature) return null;
  const link = `${window.location.origin}${toOrderPath(access)}`;
  return (
    <div className={`print:hidden ${className}`}>
      <div className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-raised p-4 text-left sm:px-5">
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
