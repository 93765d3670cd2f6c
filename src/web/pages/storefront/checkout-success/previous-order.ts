/** Somebody wanted to check out, but an older checkout of theirs turned out to be paid: they are led to that order. */
export const PREVIOUS_ORDER_STATE = { earlier: true } as const;

export function isPreviousOrder(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'earlier' in state;
}
