/** The statuses of refunds whose money stayed at, or came back to, the shop. */
export const FAILED_REFUND_STATUSES: readonly (string | null)[] = ['failed', 'canceled'];
