/** How long the shop waits for a payment provider, and what it answers where that fails. */
import pTimeout, { TimeoutError } from 'p-timeout';
import { SECOND } from '../../../contract/values.ts';
import { isUnavailable } from '../../platform/database/pg-errors.ts';
import { AppError, createBusyError } from '../../platform/errors.ts';
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

/** For a provider that keeps its payments in the shop's own database: that this is away is no failure of a provider, but the shop being busy. */
export async function orBusy<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isUnavailable(error) ? createBusyError({ cause: error }) : error;
  }
}

/** `advice`: what became of the money, and what to do. An `unavailable` of the provider stays one; anything else is its failure. */
export function toProviderError(cause: unknown, advice = 'Please try again in a moment.'): AppError {
  if (cause instanceof AppError && cause.code === 'unavailable') return cause;
  return new AppError('payment_provider_failed', `The payment provider doesn't answer. ${advice}`, { cause });
}
