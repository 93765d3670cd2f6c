/** Below the button to log in: checking out with an email and an address alone. */
import { useEffect, useRef, useState } from 'react';
import { TEST_CARD } from '../../constants.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { AddressFields, EMPTY_ADDRESS } from '../../shared/forms/address-fields.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { useForm } from '../../shared/hooks/use-form.ts';
import { account } from '../../shared/messages/account.ts';
import { useShop } from '../../shared/shop-data.ts';
import { saveGuestDraft, useGuestDraft } from '../../state/guest-draft.ts';
import { cart } from '../cart/messages.ts';
import { CheckoutProblemMessage } from './checkout-problem.tsx';
import type { CheckoutProblem, GuestInput } from './use-checkout.ts';

/** Where the contract has the email, and the fields of the address. */
const EMAIL = 'guest.email';
const SHIP_TO = 'guest.shipTo.';

interface GuestCheckoutProps {
  /** False: the browser stays here. Throws what is wrong with the fields. */
  start: (guest: GuestInput) => Promise<boolean>;
  problem: CheckoutProblem | null;
  /** Where people are until they say something else. */
  defaultCountry: string;
  /** Where the cart can go; absent: anywhere. */
  countries: readonly string[] | undefined;
  /** The shop doesn't ship to the address. */
  isRefused: boolean;
}

export function GuestCheckout(props: GuestCheckoutProps) {
  const { payment } = useShop().settings;
  const isRestored = useGuestDraft() !== null;
  const [isOpened, setIsOpened] = useState(false);
  // What was typed before a reload or the way to the payment page opens it again.
  if (!isRestored && !isOpened) {
    return (
      <Button size="large" variant="secondary" onClick={() => setIsOpened(true)}>
        {cart.guestCheckout}
      </Button>
    );
  }
  if (payment.provider === null) return <p className="text-small text-caution">{cart.checkoutUnavailable}</p>;
  return (
    <>
      <GuestForm {...props} takesFocus={isOpened} />
      {payment.testMode && <p className="tabular-nums text-small text-soft">{cart.testCard(TEST_CARD)}</p>}
    </>
  );
}

function GuestForm({ start, problem, defaultCountry, countries, isRefused, takesFocus }: GuestCheckoutProps & { takesFocus: boolean }) {
  const { email = '', ...typed } = useGuestDraft() ?? {};
  const shipTo = { ...EMPTY_ADDRESS, country: defaultCountry, ...typed };
  const form = useForm({
    onSubmit: async () => ((await start({ email: email.trim(), name: shipTo.recipient.trim(), shipTo })) ? 'leave' : 'stay'),
  });
  const root = useRef<HTMLHeadingElement>(null);
  // The pressed button was replaced by what it opened.
  useEffect(() => {
    if (takesFocus) root.current?.focus();
  }, [takesFocus]);
  const { errors } = form;
  const { emailsLinks } = useShop().settings;
  return (
    <div className="border-t border-line pt-5">
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
          value={email}
          onChange={({ target }) => saveGuestDraft({ ...typed, email: target.value })}
          hint={emailsLinks ? cart.guestEmailHint : cart.guestEmailHintUnsent}
          error={errors[EMAIL]}
        />
        <AddressFields
          prefix={SHIP_TO}
          value={shipTo}
          onChange={(address) => saveGuestDraft({ email, ...address })}
          errors={errors}
          countries={countries}
        />
        {problem && <CheckoutProblemMessage problem={problem} />}
        <SubmitButton state={form} isWaiting={isRefused}>
          {cart.guestSubmit}
        </SubmitButton>
      </Form>
    </div>
  );
}
