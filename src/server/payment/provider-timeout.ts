/** How long the shop waits for a payment provider. */
import pTimeout, { TimeoutError } from 'p-timeout';
import { SECOND } from '../../contract/time.ts';
import type { PaymentProvider } from './provider.ts';

/** Customers give up on a page that takes longer. */
const DEFAULT_TIMEOUT = 10 * SECOND;

/** Every call to a provider goes through this. The call isn't cancelled: a result that comes after the timeout is ignored. */
export function awaitProvider<T>({ timeout = DEFAULT_TIMEOUT }: Pick<PaymentProvider, 'timeout'>, call: Promise<T>): Promise<T> {
  // With a message instead, each call would make an error and its stack trace in advance.
  const fallback = () => {
    throw new TimeoutError(`The payment provider took longer than ${timeout} ms`);
  };
  return pTimeout(call, { milliseconds: timeout, fallback });
}
