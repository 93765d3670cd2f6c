/** Whether the payment provider can calculate tax: asked before a merchant switches that on, since each checkout would fail otherwise. */
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';

const createUnavailableError = (message: string) =>
  new AppError('invalid_request', message, { issues: [{ path: 'automatic', code: 'unavailable', message }] });

/** Throws `invalid_request` where it can't, or the account there isn't set up for it, and `payment_provider_failed` where it doesn't answer. */
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
