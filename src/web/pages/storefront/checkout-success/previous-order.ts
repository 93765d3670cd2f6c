/** Navigation state for a customer who started a checkout but had paid an older one: the success page explains it. */
export const PREVIOUS_ORDER_STATE = { earlier: true } as const;

export function isPreviousOrder(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'earlier' in state;
}
