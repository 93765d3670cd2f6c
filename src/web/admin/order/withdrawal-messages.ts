/** The team's words about withdrawals, which nobody can decline in time. */
export const withdrawalNotices = {
  title: 'The customer has withdrawn from',
  refundBy: (day: string) => `Refund it by ${day}. You may wait until the items are back, or the customer has shown that they were sent.`,
  late: 'It came after the end of the period: refund it, or decline it.',
  refund: 'Refund withdrawal',
  decline: 'Decline late withdrawal',
  declined: 'Withdrawal declined',
  settles: 'Refunds the withdrawal',
  settlesHint: 'With this refund, the withdrawal is done.',
  nextStep: 'The customer has withdrawn from this order, or from items of it. Refund that first.',
  filter: 'Withdrawals',
} as const;
