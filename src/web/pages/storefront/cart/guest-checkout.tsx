/** Below the button to log in: checking out with an email and an address alone. */
import { useEffect, useRef, useState } from 'react';
import { AddressFields, readAddress } from '../../../components/address-fields.tsx';
import { Form, SubmitButton } from '../../../components/form.tsx';
import { TEST_CARD } from '../../../constants.ts';
import { readField, useForm } from '../../../hooks/use-form.ts';
import { useShop } from '../../../hooks/use-shop.ts';
import { account } from '../../../messages/account.ts';
import { cart } from '../../../messages/cart.ts';
import { chooseInCart } from '../../../state/cart-choices.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { GuestInput } from './use-checkout.ts';

/** Where the contract has the fields of the address. */
const SHIP_TO = 'guest.shipTo.';

interface GuestCheckoutProps {
  /** False: the browser stays here. Throws what is wrong with the fields. */
  start: (guest: GuestInput) => Promise<boolean>;
  /** What the cart is priced for. */
  country: string;
}

export function GuestCheckout({ start, country }: GuestCheckoutProps) {
  const { payment } = useShop().settings;
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen) {
    return (
      <Button size="large" variant="secondary" onClick={() => setIsOpen(true)}>
        {cart.guestCheckout}
      </Button>
    );
  }
  if (payment.provider === null) return <p className="text-small text-caution">{cart.checkoutUnavailable}</p>;
  return (
    <>
      <GuestForm start={start} country={country} />
      {payment.testMode && <p className="tabular-nums text-small text-soft">{cart.testCard(TEST_CARD)}</p>}
    </>
  );
}

function GuestForm({ start, country }: GuestCheckoutProps) {
  const form = useForm({
    onSubmit: async (values) => {
      const shipTo = readAddress(values, SHIP_TO);
      return (await start({ email: readField(values, 'guest.email').trim(), name: shipTo.recipient, shipTo })) ? 'leave' : 'stay';
    },
  });
  const root = useRef<HTMLHeadingElement>(null);
  // The pressed button was replaced by what it opened.
  useEffect(() => root.current?.focus(), []);
  const { errors } = form;
  return (
    <div className="border-t border-line pt-5">
      <h3 ref={root} tabIndex={-1} className="mb-4 text-large">
        {cart.guestTitle}
      </h3>
      <Form state={form} label={cart.guestTitle}>
        <TextField
          label={account.email}
          name="guest.email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          hint={cart.guestEmailHint}
          error={errors['guest.email']}
        />
        <AddressFields prefix={SHIP_TO} errors={errors} destination={{ country, onChange: chooseInCart }} />
        <SubmitButton state={form}>{cart.guestSubmit}</SubmitButton>
      </Form>
    </div>
  );
}
