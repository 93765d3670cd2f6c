/**
 * pending: stock is held, payment awaited. paid: the provider said so, signed or asked. shipped, delivered: on its way, there.
 * cancelled, expired: not paid, the stock is back. refunded: all of the money went back. review: paid, but a person must look
 * (a wrong amount, or the stock was gone by then).
 */
export const ORDER_STATUSES = ['pending', 'paid', 'shipped', 'delivered', 'cancelled', 'expired', 'refunded', 'review'] as const;

/** A checkout: no money ever came. It becomes an order, and gets its number, when it is paid. */
export const UNPAID_STATUSES = ['pending', 'cancelled', 'expired'] as const satisfies readonly (typeof ORDER_STATUSES)[number][];

/** What lists can be filtered by; `unpaid` are all checkouts. Without a filter a list has the orders alone. */
export const ORDER_FILTERS = [...ORDER_STATUSES, 'unpaid'] as const;
