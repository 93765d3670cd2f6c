/** Checking out without an account. */

import type { BodyOf } from '../../../../contract/endpoint.ts';
import type { startCheckout as contract } from '../../../../contract/order.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { readSettings } from '../../settings/settings.service.ts';
import { type CheckoutInput, startCheckout } from '../checkout/checkout.service.ts';
import { hashNetwork, loadGuestSecret, signOrder } from './guest-link.ts';

type Guest = NonNullable<BodyOf<typeof contract>['guest']>;

/**
 * `guest`: route.ts has checked that it is there. Accounts aren't looked at, so it makes no difference whether the email has one. Throws
 * `unauthorized` without a guest, `guest_checkout_off`, and what `startCheckout` throws.
 */
export async function startGuestCheckout(
  deps: Deps,
  guest: Guest | undefined,
  cart: Omit<CheckoutInput, 'address' | 'shipTo'>,
  ip: string,
) {
  if (!guest) throw new AppError('unauthorized', 'Please log in');
  const { address, shipTo } = guest;
  if (!address && !shipTo) {
    throw new AppError('invalid_request', 'An address is missing', {
      issues: [{ path: 'guest.address', code: 'required', message: 'is required' }],
    });
  }
  const { settings } = await readSettings(deps);
  if (!settings.guestCheckout) throw new AppError('guest_checkout_off', 'This shop takes no orders of guests. Please log in to check out.');
  const secret = await loadGuestSecret(deps.db);
  const buyer = {
    userId: null,
    name: guest.name.trim(),
    network: hashNetwork(secret, ip),
    guest: { email: guest.email.trim() },
  };
  const started = await startCheckout(deps, buyer, { ...cart, address, shipTo });
  // An older order of this email and network, which was paid meanwhile, can only be opened by the link that was given for it.
  return started.isPrevious ? started : { ...started, signature: signOrder(secret, started.order) };
}
