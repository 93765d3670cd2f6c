/** The words of the pages that the payment page leads back to. */
import { orders } from './orders.ts';

export const checkoutSuccess = {
  title: 'Your order',
  login: 'Log in to see your order',
  loginHint: 'Only the account that placed an order can see it. If you bought as a guest, open the link in our email.',
  notFound: 'Order not found',
  notFoundHint: 'It may belong to another account, or the link may be incomplete.',
  failed: "We couldn't load your order",
  pending: 'Waiting for your payment to be confirmed…',
  pendingHint: 'This takes a few seconds. You can leave this page; your order is saved.',
  delayed: 'Confirming your payment is taking longer than usual',
  delayedHint: "Your order is saved. You'll find it under Orders.",
  guestDelayedHint: "Your order is saved. We'll email you as soon as it is paid.",
  guestHint: 'You can see it without a login: use the button below, or the link in our email.',
  processing: 'Your payment is on its way',
  paid: 'Payment successful',
  paidHint: (number: number | null) => `Thank you! ${orders.number(number)} is paid.`,
  review: "We've received your payment and are reviewing your order",
  reviewHint: (number: number | null) => `${orders.number(number)} is on hold until then. There's nothing you need to do.`,
  cancelled: 'This checkout was cancelled',
  expired: 'This checkout has expired',
  unpaidHint: 'You have not been charged. Your items may still be in your cart.',
  viewCart: 'Go to cart',
  viewOrder: 'View order',
  refunded: 'This order was refunded',
  refundedHint: 'Your payment was refunded in full. It can take a few days to appear on your statement.',
  previousOrder: "You've already paid for this order, so we didn't start a new one. What's still in your cart was not charged.",
  receipt: 'Receipt',
  total: 'Total',
  address: 'Ship to',
} as const;

export const checkoutCancel = {
  cancelling: 'Cancelling your checkout…',
  cancelled: 'You have not been charged. Your cart is unchanged.',
  nothingToCancel: 'Your cart is unchanged.',
  login: 'Log in to cancel the checkout, or let it expire by itself.',
  paid: "This order is already paid, so it couldn't be cancelled.",
  viewOrder: 'View order',
  failed: "We couldn't cancel the checkout. If you leave it unpaid, it expires by itself.",
  back: 'Back to cart',
} as const;
