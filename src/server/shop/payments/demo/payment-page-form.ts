/** The right half of the payment page: the test cards and the card form, after a failed attempt with its errors. */
import { createElement as h, type ReactElement } from 'react';
import { type CardErrors, type CardField, type CardForm as CardValues, TEST_CARDS } from './card-form.ts';
import type { DemoSession } from './demo.repository.ts';
import { CARD_FIELDS, type FieldDefinition } from './payment-page-fields.ts';
import { formatMoney } from './payment-page-summary.ts';

/** A submitted form with invalid fields, or a card that was declined. */
export interface FailedAttempt {
  card: CardValues;
  errors: CardErrors;
  decline: string | null;
}

const LIST_FORMAT = new Intl.ListFormat('en-US');
const ICON = { fill: 'none', stroke: 'currentColor', strokeLinejoin: 'round', 'aria-hidden': true, viewBox: '0 0 16 16' } as const;

function WarningIcon(): ReactElement {
  const mark = h('path', { d: 'M8 4.8v3.6M8 11.1v.1' });
  return h(
    'svg',
    { ...ICON, width: 16, height: 16, strokeWidth: 1.6, strokeLinecap: 'round' },
    h('circle', { cx: 8, cy: 8, r: 6.7 }),
    mark,
  );
}

function LockIcon(): ReactElement {
  const body = h('rect', { x: 2.8, y: 7, width: 10.4, height: 7.2, rx: 1.8 });
  return h('svg', { ...ICON, width: 15, height: 15, strokeWidth: 1.7 }, body, h('path', { d: 'M5.2 7V4.8a2.8 2.8 0 0 1 5.6 0V7' }));
}

interface FieldProps {
  field: FieldDefinition;
  attempt: FailedAttempt | null;
  isFocused: boolean;
}

function Field({ field: { name, label, isWide, ...input }, attempt, isFocused }: FieldProps): ReactElement {
  const error = attempt?.errors[name];
  // A declined card is described by the alert, so the field refers to it.
  const isDeclined = name === 'number' && attempt?.decline;
  const describedBy = error ? `${name}-error` : isDeclined ? 'alert' : null;
  return h(
    'div',
    isWide ? { className: 'wide' } : null,
    h('label', { className: 'label', htmlFor: name }, label),
    h('input', {
      id: name,
      name,
      // The security code is never sent back: it has to be typed again.
      defaultValue: name === 'cvc' ? '' : (attempt?.card[name] ?? ''),
      placeholder: input.placeholder,
      autoComplete: input.autocomplete,
      required: true,
      ...(input.isNumeric && { inputMode: 'numeric' }),
      ...(describedBy && { 'aria-invalid': true, 'aria-describedby': describedBy }),
      ...(isFocused && { autoFocus: true }),
    }),
    error && h('p', { className: 'error', id: `${name}-error` }, error),
  );
}

function Alert({ errors, decline }: FailedAttempt): ReactElement {
  const nouns = CARD_FIELDS.filter(({ name }) => errors[name]).map(({ noun }) => noun);
  const text = decline ?? `Please check ${LIST_FORMAT.format(nouns)}.`;
  return h('div', { className: 'alert', role: 'alert', id: 'alert' }, h(WarningIcon), h('div', null, text));
}

function TestCards(): ReactElement {
  const cards = TEST_CARDS.map(({ number, outcome }) => h('li', { key: number }, h('code', null, number), h('span', null, outcome)));
  const lead = h('strong', null, 'Test mode: no real charge.');
  return h('div', { className: 'tests' }, h('p', null, lead, ' Use a test card, any future date and any CVC:'), h('ul', null, cards));
}

/** After a failed attempt only: on a first visit autofocus would scroll a phone past the order and open its keyboard. */
function findFocusedField(attempt: FailedAttempt | null): CardField | null {
  if (!attempt) return null;
  return CARD_FIELDS.find(({ name }) => attempt.errors[name])?.name ?? 'number';
}

export function CardForm({ session: { id, checkout }, attempt }: { session: DemoSession; attempt: FailedAttempt | null }): ReactElement {
  const focused = findFocusedField(attempt);
  const fields = CARD_FIELDS.map((field) => h(Field, { key: field.name, field, attempt, isFocused: field.name === focused }));
  const email = h('div', { className: 'fixed wide' }, h('span', { className: 'label' }, 'Email'), checkout.email);
  const total = formatMoney(checkout.totalCents, checkout.currency);
  const content = h(
    'div',
    { className: 'inner' },
    h('h2', null, 'Pay by card'),
    h(TestCards),
    attempt && h(Alert, attempt),
    h(
      'form',
      { method: 'post', action: `/pay/${id}`, noValidate: true },
      h('div', { className: 'fields' }, email, fields),
      h('button', { type: 'submit', className: 'pay' }, h(LockIcon), `Pay ${total}`),
    ),
    h('p', { className: 'secure' }, 'Demo Pay, the test provider of this shop. Don’t enter a real card.'),
  );
  return h('main', { className: 'payment' }, content);
}
