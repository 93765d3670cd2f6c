/** Who buys, where it goes, how it is sent and how it is paid: one form, whose sections open as they are reached. */
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { PaymentOption } from '../../../contract/cart.ts';
import { ADDRESS_PART_MAX_LENGTH } from '../../../contract/limits.ts';
import { TEST_CARD } from '../../constants.ts';
import { Button } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { TextField } from '../../kit/field.tsx';
import { Link } from '../../kit/link.tsx';
import { formatPrice } from '../../shared/format.ts';
import { EMPTY_ADDRESS } from '../../shared/forms/address-fields.tsx';
import { ConsentField } from '../../shared/forms/consent-field.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { createIssue, createValidationError, useForm } from '../../shared/hooks/use-form.ts';
import { account } from '../../shared/messages/account.ts';
import { form as formWords } from '../../shared/messages/form.ts';
import { giftCards } from '../../shared/messages/gift-cards.ts';
import { byHand } from '../../shared/messages/payments.ts';
import { usePayment, useShop } from '../../shared/shop-data.ts';
import type { BillingDraft } from '../../state/billing-draft.ts';
import { changeGuestDraft, useGuestDraft } from '../../state/order-draft.ts';
import { describeLate } from '../cart/line-status.ts';
import { cart } from '../cart/messages.ts';
import { BalanceField } from './balance-field.tsx';
import { BillingSection, listMissingBilling } from './billing/billing-section.tsx';
import { BuyingInfo } from './buying-info.tsx';
import { CheckoutProblemMessage } from './checkout-problem.tsx';
import { ConfirmationFields, readConfirmed, toConfirmationName } from './confirmation-fields.tsx';
import { COUNTRY, CountryFields, DeliveryAddressFields, GUEST_PREFIX } from './delivery-address.tsx';
import { GiftRecipients, listGiftLines } from './gift-recipients.tsx';
import { checkoutWords, checkout as words } from './messages.ts';
import { asksForNotes, NoteFields, readNotes } from './note-fields.tsx';
import { OrderReview, ReviewLine } from './order-review.tsx';
import { findChosen, PaymentOptions } from './payment-options.tsx';
import { ShippingOptions } from './shipping-options.tsx';
import type { useCheckout } from './use-checkout.ts';
import { listMissingFields, type OrderDraft, PREFIX } from './use-delivery-address.ts';
import { WholeTotal } from './whole-total.tsx';

/** Where the contract has a guest's email. */
const EMAIL = 'guest.email';
const NAME = 'guest.name';

interface CheckoutFormProps {
  draft: OrderDraft;
  checkout: ReturnType<typeof useCheckout>;
}

export function CheckoutForm({ draft, billing, checkout }: CheckoutFormProps & { billing: BillingDraft | null }) {
  const { session, address, priced, countries, isRefused, isSent, asksPlace } = draft;
  const { email = '', ...typed } = useGuestDraft() ?? {};
  const guest = session ? null : { ...EMPTY_ADDRESS, country: address.countries?.defaultCountry ?? '', ...typed };
  const shipTo = isSent ? (guest ?? (address.chosen ? null : address.other)) : null;
  const missing = [
    ...(guest && !email.trim() ? [EMAIL] : []),
    ...(guest && !isSent && !guest.recipient.trim() ? [NAME] : []),
    ...(asksPlace && !draft.place?.country ? [COUNTRY] : []),
    ...(shipTo ? listMissingFields(shipTo).map((name) => (guest ? GUEST_PREFIX : PREFIX) + name) : []),
    ...(address.countries?.companies ? listMissingBilling(billing) : []),
  ];
  const [refusals, setRefusals] = useState(0);
  const { settings } = useShop();
  const { emailsLinks, asksForConsent } = settings;
  const form = useForm({
    onSubmit: async (values) => {
      const confirmations = readConfirmed(values);
      const unconfirmed = (priced.price?.confirmations ?? []).filter(({ _id }) => !confirmations.includes(_id));
      const blank = [...missing, ...unconfirmed.map(toConfirmationName)];
      if (blank.length) {
        const issues = blank.map((path) => createIssue(path, 'required'));
        throw createValidationError(formWords.fieldErrors(issues.length), issues);
      }
      const consent = values.has('acceptsOffers') && { acceptsOffers: true };
      const where = isSent && guest && { shipTo: guest };
      const sent = { ...readNotes(settings, isSent), ...(confirmations.length && { confirmations }) };
      await checkout.start(sent, guest ? { email: email.trim(), name: guest.recipient.trim(), ...where, ...consent } : undefined);
      // Whether it is busy says `checkout`, also after the way back from the payment page.
      return 'stay';
    },
    onFailure: () => {
      setRefusals((count) => count + 1);
      return undefined;
    },
  });
  const { errors } = form;
  const giftLines = listGiftLines(draft.lines, priced);
  // Whoever pressed the button is led to the first field that is refused.
  useEffect(() => {
    if (refusals) form.ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals, form.ref]);
  // Before, nobody can know what they order.
  const isReady = !address.isLoading && address.countries !== null && !priced.isAboutToMove;
  const isPaymentReached = missing.length === 0 && !isRefused && !address.isLoading;

  return (
    <Form state={form} label={words.form} className="checkout-form">
      <Section title={words.contact} action={guest && <LoginLink />}>
        {guest ? (
          <TextField
            label={account.email}
            name={EMAIL}
            type="email"
            required
            maxLength={254}
            autoComplete="email"
            value={email}
            onChange={({ target }) => changeGuestDraft({ email: target.value })}
            hint={emailsLinks ? words.emailHint : words.emailHintUnsent}
            error={errors[EMAIL]}
          />
        ) : (
          <p className="min-w-0 wrap-anywhere">
            <span className="text-soft">{words.signedInAs}</span> {session?.user.email}
          </p>
        )}
        {guest && !isSent && (
          <TextField
            label={words.name}
            name={NAME}
            required
            maxLength={ADDRESS_PART_MAX_LENGTH}
            autoComplete="name"
            value={guest.recipient}
            onChange={({ target }) => changeGuestDraft({ recipient: target.value })}
            error={errors[NAME]}
          />
        )}
        {guest && asksForConsent && <ConsentField />}
      </Section>
      {isSent && (
        <Section title={words.delivery}>
          <DeliveryAddressFields guest={guest} address={address} errors={errors} countries={countries} />
        </Section>
      )}
      {asksPlace && (
        <Section title={words.place}>
          <CountryFields price={priced.price} errors={errors} />
        </Section>
      )}
      {address.countries?.companies && !address.isLoading && (
        <BillingSection owner={session?.user.email ?? ''} deliveredTo={guest ?? address.fields} price={priced.price} errors={errors} />
      )}
      {/* Nobody knows yet whether an account has an address or types one: what is below would move. */}
      {!address.isLoading && (
        <>
          {isSent && (
            <Section title={words.shipping}>
              <ShippingOptions priced={priced} isSent={isSent} />
            </Section>
          )}
          {giftLines.length > 0 && (
            <Section title={giftCards.recipient}>
              <GiftRecipients lines={giftLines} />
            </Section>
          )}
          <Section title={words.payment} later={isPaymentReached ? null : isSent ? words.paymentLater : words.paymentLaterUnsent}>
            <BalanceField priced={priced} />
            <PaymentOptions priced={priced} />
            {priced.price?.balance?.due !== 0 && <PaymentSteps isGuest={guest !== null} chosen={findChosen(priced)} />}
          </Section>
          {asksForNotes(settings, isSent) && (
            <Section title={checkoutWords.title}>
              <NoteFields isSent={isSent} errors={errors} />
            </Section>
          )}
          <OrderReview {...draft} />
          <ConfirmationFields confirmations={priced.price?.confirmations} errors={errors} />
          <OrderBar draft={draft} checkout={checkout} isBusy={form.isBusy} isReady={isReady} />
          <BuyingInfo
            option={priced.price?.shippingOption ?? null}
            promise={describeLate(priced.price)}
            isSent={isSent}
            isByHand={(findChosen(priced)?.kind ?? 'online') !== 'online'}
          />
        </>
      )}
    </Form>
  );
}

interface SectionProps {
  title: string;
  /** Beside the heading. */
  action?: ReactNode;
  /** What stands there until it is reached. */
  later?: string | null;
  children: ReactNode;
}

function Section({ title, action, later = null, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-4 border-t border-line pt-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className={classNames('text-title', later && 'text-soft')}>
          {title}
        </h2>
        {action}
      </div>
      {later ? <p className="text-small text-soft">{later}</p> : children}
    </section>
  );
}

function LoginLink() {
  return (
    <p className="text-small text-soft">
      {words.haveAccount}{' '}
      <Link to="/login" state={{ from: '/checkout' }} className="inline-block py-1 text-accent underline underline-offset-4">
        {words.login}
      </Link>
    </p>
  );
}

function PaymentSteps({ isGuest, chosen }: { isGuest: boolean; chosen: PaymentOption | null }) {
  const payment = usePayment();
  const { emailsLinks } = useShop().settings;
  if (chosen && chosen.kind !== 'online') return <p className="text-soft">{byHand.steps[chosen.kind]}</p>;
  const steps = isGuest ? (emailsLinks ? words.guestSteps : words.guestStepsUnsent) : words.steps;
  return (
    <>
      <ol className="tabular-nums grid gap-2 text-soft">
        {steps.map((step, index) => (
          <li key={step} className="grid grid-cols-[1.25rem_1fr]">
            <span aria-hidden="true" className="font-[560] text-ink">
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
      {payment.testMode && <p className="tabular-nums text-small text-soft">{cart.testCard(TEST_CARD)}</p>}
    </>
  );
}

interface OrderBarProps extends CheckoutFormProps {
  isBusy: boolean;
  isReady: boolean;
}

/** The button that orders, with what is in its way; on narrow screens it stays at the bottom of the window. */
function OrderBar({ draft: { lines, priced, isRefused }, checkout, isBusy, isReady }: OrderBarProps) {
  const { price, isLoading } = priced;
  // Until the provider has calculated its tax, the total isn't the sum that is paid.
  const total = price && !isLoading && !price.taxAutomatic ? (price.balance?.due ?? price.total) : null;
  return (
    <div data-bottom-bar className="checkout-bar">
      {!price?.taxAutomatic && <WholeTotal total={total} />}
      {checkout.problem && <CheckoutProblemMessage problem={checkout.problem} />}
      <ReviewLine lines={lines} priced={priced} />
      <Button
        type="submit"
        size="large"
        // Fields say themselves what is wrong, in the words of the shop.
        formNoValidate
        busy={isBusy || checkout.isBusy}
        disabled={isRefused}
        aria-disabled={!isReady || undefined}
        onClick={(event) => !isReady && event.preventDefault()}
        aria-describedby={isRefused ? 'not-shippable' : undefined}
        className="w-full"
      >
        {total === 0 ? words.orderFree : words.order(total === null ? null : formatPrice(total))}
      </Button>
    </div>
  );
}
