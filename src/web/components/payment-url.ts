/** Which payment pages the shop sends a customer to. */
import { PAYMENT_ORIGINS } from '../constants.ts';

/** Absolute URLs only: an empty or relative one would reload this page. */
export function isTrustedUrl(url: string): boolean {
  const origin = URL.parse(url)?.origin;
  return origin !== undefined && [window.location.origin, ...PAYMENT_ORIGINS].includes(origin);
}
