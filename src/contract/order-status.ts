/**
 * pending: stock is held, payment awaited. paid: the provider said so, signed or asked. shipped, delivered: on its way, there.
 * cancelled, expired: not paid, the stock is back. refunded: all of the money went back. review: paid, but a person must look
 * (a wrong amount, or the stock was gone by then).
 */
export const ORDER_STATUSES = ['pending', 'paid', 'shipped', 'delivered', 'cancelled', 'expired', 'refunded', 'review'] as const;

/** A checkout: no money ever came. It becomes an order, and gets its number, when it is paid. */
export const UNPAID_STATUSES = ['pending', 'cancelled', 'expired'] as const satisfies readonly (typeof ORDER_STATUSES)[number][];

/** Paid, whatever happened to the order later. */
export const PAID_STATUSES = [
  'paid',
  'shipped',
  'delivered',
  'refunded',
  'review',
] as const satisfies readonly (typeof ORDER_STATUSES)[number][];

export const isPaidStatus = (status: string | undefined): boolean => PAID_STATUSES.some((it) => it === status);

/** What a customer may ask of a paid order, and what became of it. */
export const REQUEST_KINDS = ['cancel', 'return'] as const;
export const REQUEST_STATUSES = ['open', 'approved', 'declined'] as const;

/** processing: the money is on its way, which takes days. failed: it didn't arrive. */
export const PAYMENT_STATES = ['processing', 'paid', 'failed'] as const;

/** Whom a note of an order is for. */
export const NOTE_AUDIENCES = ['team', 'customer'] as const;

/** A dispute that the shop can still win. */
export const OPEN_DISPUTE_STATUSES = ['needs_response', 'under_review'] as const;

/**
 * needs_response: the provider waits for the shop's evidence. under_review: the bank decides. won, lost: it has decided. closed: it ended
 * without a decision, as an inquiry that came to nothing.
 */
export const DISPUTE_STATUSES = [...OPEN_DISPUTE_STATUSES, 'won', 'lost', 'closed'] as const;

/**
 * What lists can be filtered by; `to_ship` are paid orders that nothing speaks against (no open request or dispute), `unpaid` are all checkouts, `processing` those whose money is on its way, `requested` orders with an open
 * request, `disputed` those with an open dispute. Without a filter a list has the orders alone.
 */
export const ORDER_FILTERS = [...ORDER_STATUSES, 'to_ship', 'unpaid', 'processing', 'requested', 'disputed'] as const;
