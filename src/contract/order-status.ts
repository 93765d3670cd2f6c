/**
 * pending: stock is held, payment awaited. paid: the provider said so, signed or asked. shipped, delivered: on its way, there.
 * cancelled, expired: not paid, the stock is back. refunded: all of the money went back. review: paid, but a person must look
 * (a wrong amount, or the stock was gone by then).
 */
export const ORDER_STATUSES = ['pending', 'paid', 'shipped', 'delivered', 'cancelled', 'expired', 'refunded', 'review'] as const;
