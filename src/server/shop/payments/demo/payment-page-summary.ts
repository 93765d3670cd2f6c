/** The left half of the payment page: what is bought and what it costs. */
import { createElement as h, type ReactElement } from 'react';
import { toDollars } from '../../../../contract/money.ts';
import { CHARGE_LABELS, type Charge, type Checkout } from '../provider.ts';
import type { DemoSession } from './demo.repository.ts';

/** As many lines fit; a longer list scrolls, so it has to be focusable by keyboard. */
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
    charges.map((charge) => h(ChargeRow, { key: charge.kind, charge, currency })),
    h('p', { className: 'total' }, h('span', null, 'Total'), h('span', null, total)),
  );
  return h('section', { className: 'summary', 'aria-label': 'Your order' }, content);
}
