/**
 * The hosted payment page, rendered to static HTML by React, which escapes every value. It works without scripts. `h` is
 * `createElement`: Node runs this file without JSX.
 */
import { createElement as h, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { toDollars } from '../../../../contract/money.ts';
import { CHARGE_LABELS, type Charge, type Checkout } from '../provider.ts';
import {
  CARD_FIELDS,
  type CardErrors,
  type CardField,
  type CardForm as CardValues,
  type FieldDefinition,
  TEST_CARDS,
} from './card-form.ts';
import type { DemoSession } from './demo.repository.ts';

/** This many lines fit; a longer list scrolls, so it has to be focusable by keyboard. */
const VISIBLE_LINES = 4;

export function formatMoney(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(toDollars(cents));
}

export function TestModeBadge(): ReactElement {
  return h('span', { className: 'badge' }, 'TEST MODE');
}

function Line({ line, currency }: { line: Checkout['lines'][number]; currency: string }): ReactElement {
  const { name, priceCents, quantity, discountCents = 0, image } = line;
  const each = quantity > 1 || discountCents ? `${quantity} × ${formatMoney(priceCents, currency)}` : 'Qty 1';
  const discount = discountCents ? `, ${formatMoney(-discountCents, currency)} discount` : '';
  return h(
    'li',
    { className: 'line' },
    h('img', { src: image, alt: '', width: 52, height: 52, loading: 'lazy' }),
    h('div', null, h('p', { className: 'name' }, name), h('p', { className: 'each' }, each, discount)),
    h('p', { className: 'sum' }, formatMoney(priceCents * quantity - discountCents, currency)),
  );
}

function ChargeRow({ charge: { kind, name, amountCents }, currency }: { charge: Charge; currency: string }): ReactElement {
  const label = name === null ? CHARGE_LABELS[kind] : `${CHARGE_LABELS[kind]}: ${name}`;
  return h('p', { className: 'charge' }, h('span', null, label), h('span', null, formatMoney(amountCents, currency)));
}

function BackToShop({ sessionId, shopName }: { sessionId: string; shopName: string }): ReactElement {
  // A POST, since it cancels the session; it looks and is announced like a link.
  const button = h('button', { type: 'submit', className: 'link', role: 'link' }, `← Back to ${shopName}`);
  return h('form', { method: 'post', action: `/pay/${sessionId}/back` }, button);
}

export function OrderSummary({ session: { id, checkout }, shopName }: { session: DemoSession; shopName: string }): ReactElement {
  const { lines, charges = [], currency, totalCents } = checkout;
  const total = formatMoney(totalCents, currency);
  const payee = h('span', { className: 'payee' }, `Pay ${shopName}`);
  const scrollable = lines.length > VISIBLE_LINES && { tabIndex: 0, 'aria-label': 'Products' };
  const items = lines.map((line, index) => h(Line, { key: index, line, currency }));
  const content = h(
    'div',
    { className: 'inner' },
    h('div', { className: 'top' }, h(BackToShop, { sessionId: id, shopName }), h(TestModeBadge)),
    h('h1', null, payee, ' ', h('span', { className: 'amount' }, total)),
    h('ul', { className: 'lines', ...scrollable }, items),
    charges.map((charge) => h(ChargeRow, { key: `${charge.kind} ${charge.name}`, charge, currency })),
    h('p', { className: 'total' }, h('span', null, 'Total'), h('span', null, total)),
  );
  return h('section', { className: 'summary', 'aria-label': 'Your order' }, content);
}

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

/** The shop's name and accent color. */
export interface PageBrand {
  shopName: string;
  style: string;
}

function renderDocument({ shopName, style }: PageBrand, title: string, body: ReactNode): string {
  const head = h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'robots', content: 'noindex' }),
    h('title', null, `${title} · ${shopName}`),
    h('style', null, style),
  );
  return `<!doctype html>\n${renderToStaticMarkup(h('html', { lang: 'en' }, head, h('body', null, body)))}\n`;
}

export function renderPaymentPage(brand: PageBrand, session: DemoSession, attempt: FailedAttempt | null): string {
  const total = formatMoney(session.checkout.totalCents, session.checkout.currency);
  const title = `${attempt ? 'Error: ' : ''}Pay ${total}`;
  const summary = h(OrderSummary, { session, shopName: brand.shopName });
  return renderDocument(brand, title, h('div', { className: 'checkout' }, summary, h(CardForm, { session, attempt })));
}

export interface Notice {
  title: string;
  text: string;
  /** Target of the page's only link. */
  href: string;
}

function NoticeCard({ title, text, href, shopName }: Notice & { shopName: string }): ReactElement {
  const link = h('a', { className: 'pay', href }, `Back to ${shopName}`);
  const card = h('div', { className: 'card' }, h(TestModeBadge), h('h1', null, title), h('p', null, text), link);
  return h('main', { className: 'notice' }, card);
}

export function renderNotice(brand: PageBrand, notice: Notice): string {
  return renderDocument(brand, notice.title, h(NoticeCard, { ...notice, shopName: brand.shopName }));
}
