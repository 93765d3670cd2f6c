/** The words of paying by hand. In a file of its own, because only pages of carts and orders need them. */
import type { OrderMethod } from '../../../contract/payment-method.ts';

type Kind = OrderMethod['kind'];

export const byHand = {
  fee: 'Payment fee',
  choose: 'How do you want to pay?',
  /** Before it is ordered. */
  steps: {
    online: '',
    bank_transfer: 'You get our account details and your reference with the order.',
    cash_on_delivery: 'You pay when your order is delivered.',
    invoice: 'You get the order first, and pay it by the day on your order.',
    in_shop: 'You pay when you pick up your order.',
    paypal: 'You pay at PayPal, and come back here: your order is confirmed within seconds.',
  } satisfies Record<Kind, string>,
  /** Once it is ordered. */
  next: {
    online: '',
    bank_transfer: "Please transfer the amount below. We'll prepare your order as soon as it has arrived.",
    cash_on_delivery: 'You pay when it is delivered.',
    invoice: 'We send your order. You pay it by the day below.',
    in_shop: 'You pay when you pick it up.',
    paypal: '',
  } satisfies Record<Kind, string>,
  placed: 'Order placed',
  placedHint: (order: string) => `Thank you! We have received ${order}.`,
  toPay: 'To pay',
  left: 'Left to pay',
  received: (amount: string) => `${amount} has arrived.`,
  holder: 'Account holder',
  iban: 'IBAN',
  bic: 'BIC',
  account: 'Account',
  reference: 'Reference',
  referenceHint: 'Please write exactly this into the transfer: it is how we find your order.',
  dueAt: 'To be paid by',
  heldUntil: (day: string) => `We hold your items until ${day}.`,
  copy: 'Copy',
  copied: 'Copied',
  code: 'Code for your banking app',
  codeHint: 'Scan it in your banking app: account, amount and reference are filled in.',
  cancel: 'Cancel order',
  confirmCancel: 'Cancel this order?',
  confirmCancelHint: 'Its items are available to others again. If you have paid already, contact us instead.',
  keep: 'Keep order',
} as const;
