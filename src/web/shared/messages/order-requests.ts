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
