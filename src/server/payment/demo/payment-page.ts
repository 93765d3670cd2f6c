/** The words and the shape of the hosted page. It works without any script. */

import { type Html, html, render, trusted } from '../../http/html.ts';
import { type CardErrors, type CardField, type CardForm, TEST_CARDS } from './card-form.ts';
import type { DemoSession } from './demo.repository.ts';
import { STYLE } from './payment-page-style.ts';

const SHOP_NAME = 'eCommerce App';
const BADGE = html`<span class="badge">TEST MODE</span>`;

/** Four lines fit; of more, the list scrolls and must be reachable by keyboard. */
const VISIBLE_LINES = 4;

function formatMoney(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
}

function toDocument(title: string, body: Html): string {
  return render(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
${body}
</body>
</html>
`);
}

interface FieldDefinition {
  name: CardField;
  label: string;
  /** What it is in a sentence. */
  noun: string;
  placeholder: string;
  autocomplete: string;
  isNumeric: boolean;
  isWide: boolean;
}

const FIELDS: FieldDefinition[] = [
  {
    name: 'number',
    label: 'Card number',
    noun: 'the card number',
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
    isNumeric: true,
    isWide: true,
  },
  {
    name: 'expiry',
    label: 'Expiry (MM/YY)',
    noun: 'the expiry date',
    placeholder: 'MM/YY',
    autocomplete: 'cc-exp',
    isNumeric: true,
    isWide: false,
  },
  { name: 'cvc', label: 'CVC', noun: 'the CVC', placeholder: '123', autocomplete: 'cc-csc', isNumeric: true, isWide: false },
  {
    name: 'name',
    label: 'Name on card',
    noun: 'the name on the card',
    placeholder: 'Ada Lovelace',
    autocomplete: 'cc-name',
    isNumeric: false,
    isWide: true,
  },
];

/** What came of the last try to pay: faults in fields, or a card that was declined. */
export interface FailedAttempt {
  card: CardForm;
  errors: CardErrors;
  decline: string | null;
}

function renderField(field: FieldDefinition, attempt: FailedAttempt | null, focused: CardField | null): Html {
  const { name, label } = field;
  const error = attempt?.errors[name];
  // A declined card is told of in the alert; the field points there.
  const isDeclined = name === 'number' && attempt?.decline;
  const describedBy = error ? `${name}-error` : isDeclined ? 'alert' : null;
  // A security code is typed anew each time: it is never sent back.
  const value = name === 'cvc' ? '' : (attempt?.card[name] ?? '');
  return html`<div${field.isWide ? html` class="wide"` : null}>
<label class="label" for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" placeholder="${field.placeholder}" autocomplete="${field.autocomplete}" required${
    field.isNumeric ? html` inputmode="numeric"` : null
  }${describedBy ? html` aria-invalid="true" aria-describedby="${describedBy}"` : null}${name === focused ? html` autofocus` : null}>
${error ? html`<p class="error" id="${name}-error">${error}</p>` : null}
</div>`;
}

const WARNING = html`<svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" aria-hidden="true"><circle cx="8" cy="8" r="6.7"/><path d="M8 4.8v3.6M8 11.1v.1"/></svg>`;
const LOCK = html`<svg width="15" height="15" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linejoin="round" aria-hidden="true"><rect x="2.8" y="7" width="10.4" height="7.2" rx="1.8"/><path d="M5.2 7V4.8a2.8 2.8 0 0 1 5.6 0V7"/></svg>`;

const LIST_FORMAT = new Intl.ListFormat('en-US');

function renderAlert({ errors, decline }: FailedAttempt): Html {
  const nouns = FIELDS.filter(({ name }) => errors[name]).map(({ noun }) => noun);
  const text = decline ?? `Please check ${LIST_FORMAT.format(nouns)}.`;
  return html`<div class="alert" role="alert" id="alert">${WARNING}<div>${text}</div></div>`;
}

function renderSummary({ id, checkout }: DemoSession): Html {
  const money = (cents: number) => formatMoney(cents, checkout.currency);
  const lines = checkout.lines.map(
    ({ name, priceCents, quantity, image }) => html`<li class="line">
<img src="${image}" alt="" width="52" height="52" loading="lazy">
<div><p class="name">${name}</p><p class="each">${quantity > 1 ? `${quantity} × ${money(priceCents)}` : 'Qty 1'}</p></div>
<p class="sum">${money(priceCents * quantity)}</p>
</li>`,
  );
  const isScrollable = lines.length > VISIBLE_LINES;
  return html`<section class="summary" aria-label="Your order"><div class="inner">
<div class="top">
<form method="post" action="/pay/${id}/back"><button class="link" role="link">← Back to ${SHOP_NAME}</button></form>
${BADGE}
</div>
<h1><span class="payee">Pay ${SHOP_NAME}</span> <span class="amount">${money(checkout.totalCents)}</span></h1>
<ul class="lines"${isScrollable ? html` tabindex="0" aria-label="Products"` : null}>${lines}</ul>
<p class="total"><span>Total</span><span>${money(checkout.totalCents)}</span></p>
<p class="foot">Order ${checkout.orderNumber}</p>
</div></section>`;
}

function renderForm({ id, checkout }: DemoSession, attempt: FailedAttempt | null): Html {
  // Only after a fault: on a first visit a phone would scroll past the order and open its keyboard.
  const focused = attempt && (FIELDS.find(({ name }) => attempt.errors[name])?.name ?? 'number');
  const tests = TEST_CARDS.map(({ number, ends }) => html`<li><code>${number}</code><span>${ends}</span></li>`);
  return html`<main class="payment"><div class="inner">
<h2>Pay by card</h2>
<div class="tests">
<p><strong>No real money moves.</strong> Use a test card, any date to come and any CVC:</p>
<ul>${tests}</ul>
</div>
${attempt ? renderAlert(attempt) : null}
<form method="post" action="/pay/${id}" novalidate>
<div class="fields">
<div class="fixed wide"><span class="label">E-mail</span>${checkout.email}</div>
${FIELDS.map((field) => renderField(field, attempt, focused))}
</div>
<button class="pay">${LOCK}Pay ${formatMoney(checkout.totalCents, checkout.currency)}</button>
</form>
<p class="secure">Demo Pay, the test provider of this shop. Don’t type a real card.</p>
</div></main>`;
}

export function renderPayPage(session: DemoSession, attempt: FailedAttempt | null): string {
  const total = formatMoney(session.checkout.totalCents, session.checkout.currency);
  const title = `${attempt ? 'Error: ' : ''}Pay ${total} · ${SHOP_NAME}`;
  return toDocument(title, html`<div class="checkout">${renderSummary(session)}${renderForm(session, attempt)}</div>`);
}

export interface Notice {
  title: string;
  text: string;
  /** Where the one link of the page leads. */
  href: string;
}

export function renderNotice({ title, text, href }: Notice): string {
  return toDocument(
    `${title} · ${SHOP_NAME}`,
    html`<main class="notice"><div class="card">${BADGE}<h1>${title}</h1><p>${text}</p><a class="pay" href="${href}">Back to ${SHOP_NAME}</a></div></main>`,
  );
}
