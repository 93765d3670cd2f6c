/** How long the shop waits for a payment provider. */
import pTimeout from 'p-timeout';
import { SECOND } from '../../contract/time.ts';

/** Customers give up on a page that takes longer. */
const PROVIDER_TIMEOUT = 10 * SECOND;

/** Every call to a provider goes through this. The call isn't cancelled: a result that comes after the timeout is ignored. */
export function awaitProvider<T>(call: Promise<T>): Promise<T> {
  return pTimeout(call, { milliseconds: PROVIDER_TIMEOUT, message: `The payment provider took longer than ${PROVIDER_TIMEOUT} ms` });
}
