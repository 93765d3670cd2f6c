import { isRecord } from '../../../contract/values.ts';

/** Navigation state for a customer who started a checkout but had paid an older one: the success page explains it. */
export const PREVIOUS_ORDER_STATE = { previous: true } as const;

export function isPreviousOrder(state: unknown): boolean {
  return isRecord(state) && 'previous' in state;
}
