/** Below the button to log in: checking out with an email and an address alone. */
import { useEffect, useRef, useState } from 'react';
import { AddressFields, readAddress } from '../../../components/address-fields.tsx';
import { Form, SubmitButton } from '../../../components/form.tsx';
import { TEST_CARD } from '../../../constants.ts';
import { readField, useForm } from '../../../hooks/use-form.ts';
import { useShop } from '../../../hooks/use-shop.ts';
import { account } from '../../../messages/account.ts';
import { cart } from '../../../messages/cart.ts';
import { chooseInCart, readCartChoices } from '../../../state/cart-choices.ts';
import { readGuestDraft, saveGuestDraft } from '../../../state/guest-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { CheckoutProblemMessage } from './checkout-problem.tsx';
import type { CheckoutProblem, GuestInput } from './use-checkout.ts';

/** Where the contract has the email, and the fields of the address. */
const EMAIL = 'guest.email';
const SHIP_TO = 'guest.shipTo.';

interface GuestCheckoutProps {
  /** False: the browser stays here. Throws what is wrong with the fields. */
  start: (guest: GuestInput) => Promise<boolean>;
  problem: CheckoutProblem | null;
  /** What the cart is priced for. */
  country: string;
}

export function GuestCheckout(props: GuestCheckoutProps) {
  const { payment } = useShop().settings;
  // `restored`: open, with what was typed before a reload or the way to the payment page.
  const [state, setState] = useState(() => (readGuestDraft() ? 'restored' : 'closed'));
  if (state === 'closed') {
    return (
      <Button size="large" variant="secondary" onClick={() => setState('opened')}>
        {cart.guestCheckout}
      </Button>
    );
  }
  if (payment.provider === null) return <p className="text-small text-caution">{cart.checkoutUnavailable}</p>;
  return (
    <>
      <GuestForm {...props} takesFocus={state === 'opened'} />
      {payment.testMode && <p className="tabular-nums text-small text-soft">{cart.testCard(TEST_CARD)}</p>}
    </>
  );
}

function GuestForm({ start, problem, country, takesFocus }: GuestCheckoutProps & { takesFocus: boolean }) {
  const [draft] = useState(() => readGuestDraft() ?? {});
  // Who only passes the region keeps the shipping rate that they have chosen.
  const chooseDestination = (to: { country: string; region?: string }) => {
    const region = to.region ?? '';
    if (to.country !== country || region !== (readCartChoices().region ?? '')) chooseInCart({ country: to.country, region });
  };
  const form = useForm({
    onSubmit: async (values) => {
      const shipTo = readAddress(values, SHIP_TO);
      // Browsers fill in a region without leaving its field, and the price must be that of what is sent.
      chooseDestination(shipTo);
      return (await start({ email: readField(values, EMAIL).trim(), name: shipTo.recipient, shipTo })) ? 'leave' : 'stay';
    },
  });
  const saveDraft = () => {
    if (!form.ref.current) return;
    const values = new FormData(form.ref.current);
    saveGuestDraft({ email: readField(values, EMAIL), ...readAddress(values, SHIP_TO) });
  };
  const root = useRef<HTMLHeadingElement>(null);
  // The pressed button was replaced by what it opened.
  useEffect(() => {
    if (takesFocus) root.current?.focus();
  }, [takesFocus]);
  const { errors } = form;
  const { emailsLinks } = useShop().settings;
  return (
    <div className="border-t border-line pt-5" onInput={saveDraft}>
      <h3 ref={root} tabIndex={-1} className="mb-4 text-large">
        {cart.guestTitle}
      </h3>
      <Form state={form} label={cart.guestTitle}>
        <TextField
          label={account.email}
          name={EMAIL}
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          defaultValue={draft.email}
          hint={emailsLinks ? cart.guestEmailHint : cart.guestEmailHintUnsent}
          error={errors[EMAIL]}
        />
        <AddressFields prefix={SHIP_TO} values={draft} errors={errors} destination={{ country, onChange: chooseDestination }} />
        {problem && <CheckoutProblemMessage problem={problem} />}
        <SubmitButton state={form}>{cart.guestSubmit}</SubmitButton>
      </Form>
    </div>
  );
}
