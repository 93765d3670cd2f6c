/** The address of the account, to be confirmed by going on, and another one for this order only. */
import { useEffect, useRef } from 'react';
import { ADDRESS_MAX_LENGTH } from '../../../../contract/order.ts';
import { cart } from '../../../messages.buy.ts';
import { spec } from '../../../messages.ts';
import type { SessionUser } from '../../../state/session.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import type { Address } from './use-address.ts';

export function Delivery({ user, address }: { user: SessionUser; address: Address }) {
  const { elsewhere, hasOwn, isMissed, field } = address;
  const other = useRef<HTMLButtonElement>(null);
  const isOpen = elsewhere !== null;
  const wasOpen = useRef(isOpen);

  // What was pressed is gone: the focus goes to what came in its place.
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    (isOpen ? field.current : other.current)?.focus();
  }, [isOpen, field]);

  return (
    <div className="mt-6">
      <h3 className="text-small font-[600]">{cart.address}</h3>
      <p dir="auto" className={`mt-1 line-clamp-6 text-left whitespace-pre-line ${isOpen ? 'text-soft' : ''}`}>
        {user.address || cart.noAddress}
      </p>
      {!isOpen && <p className="mt-1 text-small text-soft">{cart.goesHere}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        <LinkButton to="/dashboard/user/profile" variant="secondary" size="small">
          {spec.updateAddress}
        </LinkButton>
        {!isOpen && (
          <Button ref={other} variant="quiet" size="small" className="-mx-1" onClick={() => address.write('')}>
            {cart.elsewhere}
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="mt-5">
          <TextArea
            ref={field}
            label={hasOwn ? cart.elsewhereLabel : cart.whereTo}
            hint={hasOwn ? cart.elsewhereHint : cart.whereToHint}
            error={isMissed ? cart.addressMissing : undefined}
            rows={3}
            maxLength={ADDRESS_MAX_LENGTH}
            dir="auto"
            autoComplete={hasOwn ? 'shipping street-address' : 'street-address'}
            required
            value={elsewhere}
            onChange={(event) => address.write(event.target.value)}
          />
          {hasOwn && (
            <Button variant="quiet" size="small" className="mt-2 -ml-3" onClick={address.takeOwn}>
              {cart.notElsewhere}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
