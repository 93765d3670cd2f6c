/** Checks that the payment provider can calculate tax before a merchant switches that on, because otherwise every checkout would fail. */
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/errors.ts';

const createUnavailableError = (message: string) =>
  new AppError('invalid_request', message, { issues: [{ path: 'automatic', code: 'unavailable', message }] });

/**
 * Throws `invalid_request` if it can't, or if the account there isn't set up for it, and `payment_provider_failed` if it doesn't answer.
 */
export async function requireAutomaticTax({ payment }: Pick<Deps, 'payment'>): Promise<void> {
  if (!payment?.automaticTax) throw createUnavailableError("The shop's payment provider calculates no tax");
  const isReady = await payment.automaticTax.isReady().catch((cause: unknown) => {
    throw new AppError('payment_provider_failed', "The payment provider doesn't answer. Please try again in a moment.", { cause });
  });
  if (!isReady)
    throw createUnavailableError(
      "The payment provider isn't set up to calculate tax: add your business address and tax registrations there first",
    );
}
