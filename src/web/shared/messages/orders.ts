/** The words of orders: their statuses, which everybody sees, and the pages where customers look at their own. */

import { formatOrderNumber } from '../../../contract/order-fields.ts';
import { pluralize } from '../format.ts';

/** The words for what a total is made of. */
export const prices = {
  subtotal: 'Subtotal',
  discount: (code: string) => `Discount (${code})`,
  shipping: (name: string | null) => (name === null ? 'Shipping' : `Shipping: ${name}`),
  free: 'Free',
  /** `rate` 0: the payment provider calculated the tax, and may have used several rates. */
  tax: (rate: number) => (rate ? `Tax (${rate}%)` : 'Tax'),
  taxLater: 'Calculated at payment',
  includedTax: (sum: string, rate: number) => (rate ? `Includes ${sum} tax (${rate}%)` : `Includes ${sum} tax`),
} as const;

/** The words of asking to cancel or return an order. */
export const orderRequests = {
  ask: { cancel: 'Request cancellation', return: 'Request a return' },
  hint: {
    cancel: "We haven't shipped it yet. We'll look at your request.",
    return: "Say what you'd like to send back. We'll look at your request.",
  },
  answered: { byEmail: "We'll answer by email.", here: "You'll find our answer here." },
  reason: 'Reason',
  quantity: (name: string) => `Quantity to return: ${name}`,
  ordered: (count: number, left: number) => (left < count ? `${count} ordered, ${left} can be returned` : `${count} ordered`),
  send: 'Send request',
  sent: 'Request sent',
  open: {
    cancel: 'You asked us to cancel this order.',
    return: 'You asked to return items of this order.',
  },
  approved: { cancel: 'We approved your cancellation.', return: 'We approved your return.' },
  declined: { cancel: "We couldn't cancel this order.", return: "We couldn't accept your return." },
  step: { cancel: 'Cancellation requested', return: 'Return requested' },
  /** For admins. */
  adminTitle: { cancel: 'The customer asks to cancel this order', return: 'The customer asks to return items' },
  adminHint: { cancel: 'Refund the order or decline this cancellation.', return: 'Refund or decline this return.' },
  badge: 'Request',
  filter: 'Open requests',
} as const;

/** The words of a guest's order, and of adding it to an account. */
export const guestOrder = {
  incomplete: 'Open the whole link',
  incompleteHint: 'The link to this order is incomplete. Copy all of it and open it again.',
  notFoundHint: 'The link may be incomplete. Copy all of it and open it again.',
  link: 'Link to your order',
  linkHint: 'Keep this link: it opens your order at any time, without a login.',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  browse: 'Browse products',
  keep: 'Keep this order in an account',
  keepHint: (email: string) => `Create an account with ${email}, or log in, to find this order again and to check out faster.`,
  register: 'Create an account',
  login: 'Log in',
  claim: 'Add to my account',
  claimHint: 'You are logged in with the email of this order.',
  claimed: 'Added to your account',
  claimFailed: "We couldn't add this order to your account",
  otherAccount: (email: string) => `This order was made with ${email}. Log in with that email to add it to your account.`,
  inAccount: 'This order is in your account',
  inAccountHint: "You'll find it under Orders, too.",
  view: 'View in my account',
  findOthers: 'Bought as a guest before?',
  findOthersHint: 'We email you a link that adds all orders made with your email to this account.',
  sendLink: 'Email me the link',
  linkSent: "If there are any, we've emailed you the link.",
  linkFailed: "We couldn't send the link",
  added: (count: number) =>
    count ? `${pluralize(count, 'order was', 'orders were')} added to your account` : 'All your orders are already in your account',
} as const;

export const orders = {
  /** A checkout has no number before it is paid. */
  number: (number: number | null) => (number === null ? 'Checkout' : `Order ${formatOrderNumber(number)}`),
  total: 'Total',
  shipTo: 'Ship to',
  none: 'No orders yet',
  noneHint: 'Your orders will appear here.',
  browse: 'Browse products',
  pages: 'Pages of orders',
  status: {
    pending: 'Awaiting payment',
    paid: 'Paid',
    cancelled: 'Cancelled',
    expired: 'Expired',
    review: 'On hold',
    shipped: 'Shipped',
    delivered: 'Delivered',
    refunded: 'Refunded',
  },
  /** Pending, and paid by a method whose money takes days. */
  processing: 'Payment processing',
  processingDescription:
    "Your bank is sending us your payment, which can take a few days. Your items are held for you, and we'll email you the result.",
  test: 'Test',
  testDocument: 'Test order, not a sale',
  title: 'Your order',
  all: 'All orders',
  placed: (day: string) => `Placed on ${day}`,
  items: 'Items',
  statusTitle: 'Order status',
  refunded: 'Refunded',
  netTotal: 'Net total',
  print: 'Print',
  invoice: 'Invoice',
  notFound: 'Order not found',
  notFoundHint: 'It may belong to another account, or the link may be incomplete.',
  /** What each status means for the customer. */
  statusDescription: {
    pending: "We're holding your items until you pay. You have not been charged yet.",
    paid: 'Thank you. Your order is being prepared for shipping.',
    shipped: 'Your order is on its way.',
    delivered: 'Your order has been delivered. We hope you like it.',
    cancelled: 'It was cancelled. You have not been charged.',
    expired: "It wasn't paid in time and has expired. You have not been charged.",
    refunded: 'Your payment was refunded in full. It can take a few days to appear on your statement.',
    review: "We've received your payment and are reviewing your order. There's nothing you need to do.",
  },
  partiallyRefunded: (amount: string) => `${amount} was refunded. It can take a few days to appear on your statement.`,
  placedStep: 'Placed',
  started: (day: string) => `Started on ${day}`,
  startedStep: 'Checkout started',
  checkoutStatusTitle: 'Checkout status',
  upcoming: 'upcoming',
  messages: 'Messages from the shop',
  sku: (sku: string) => `SKU ${sku}`,
  lineRefunded: (pieces: number) => `${pieces} refunded`,
  carrier: 'Carrier',
  tracking: 'Tracking',
  buyAgain: 'Buy again',
  buyAgainFailed: "We couldn't check what's available. Your cart is unchanged.",
  buyAgainAdded: (count: number) => `${pluralize(count, 'item was', 'items were')} added to your cart at current prices.`,
  buyAgainNone: 'None of these items are available right now. Your cart is unchanged.',
  buyAgainMissing: 'Not added:',
  buyAgainDiscontinued: 'no longer available',
  buyAgainSoldOut: 'sold out',
  buyAgainLimitedStock: (added: number, requested: number) => `only ${added} of ${requested} added, no more in stock`,
  viewCart: 'Go to cart',
  cancel: 'Cancel checkout',
  confirmCancel: 'Cancel this checkout?',
  confirmCancelHint: "You won't be charged, and the items become available to others. This can't be undone.",
  keepCheckout: 'Keep checkout',
  cancelled: 'Checkout cancelled',
  payNow: 'Pay now',
  untrustedPaymentUrl: "We stopped because we don't recognize the payment page. You have not been charged.",
  waiting: 'A checkout is waiting for your payment',
  waitingHint: (items: number, total: string, minutes: number) =>
    `${pluralize(items, 'item', 'items')} for ${total}, held for you for ${pluralize(minutes, 'more minute', 'more minutes')}. You have not been charged yet.`,
  viewCheckout: 'View checkout',
  unpaidTitle: 'Unpaid checkouts',
  showOrders: 'Orders',
  filterLabel: 'Orders or checkouts',
  noUnpaid: 'No unpaid checkouts',
  noUnpaidHint: 'Checkouts that you leave without paying appear here.',
} as const;
