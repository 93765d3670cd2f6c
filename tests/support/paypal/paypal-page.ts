/** The stand-in's page on which a customer approves a payment, or goes back. */
import type { FakePaypalState } from './paypal-state.ts';

const STYLE = 'body{font:16px sans-serif;max-width:24rem;margin:10vh auto;padding:0 1rem}button{font:inherit;padding:.75rem 1.5rem}';

export function renderApprovePage(state: FakePaypalState, id: string): string | null {
  const order = state.orders.get(id);
  const [unit] = order?.sent.purchase_units ?? [];
  if (!order || !unit) return null;
  const { value, currency_code: currency } = unit.amount;
  return `<!doctype html><html lang="en"><title>PayPal (stand-in)</title><meta name="viewport" content="width=device-width"><style>${STYLE}</style>
<h1>PayPal (stand-in)</h1><p>Pay ${value} ${currency}</p>
<form method="post" action="/checkoutnow/approve?token=${id}"><button>Pay now</button></form>
<p><a href="${order.sent.payment_source.paypal.experience_context.cancel_url}">Cancel and return</a></p></html>`;
}

/** Where the customer goes on. */
export function approveOnPage(state: FakePaypalState, id: string): string | null {
  const order = state.orders.get(id);
  if (!order) return null;
  state.approve(id);
  const url = new URL(order.sent.payment_source.paypal.experience_context.return_url);
  url.searchParams.set('token', id);
  url.searchParams.set('PayerID', 'PAYER');
  return url.href;
}
