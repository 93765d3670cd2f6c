/** Of a refund whose money stays with, or came back to, the shop. */
export const FAILED_REFUND_STATUSES: readonly (string | null)[] = ['failed', 'canceled'];
