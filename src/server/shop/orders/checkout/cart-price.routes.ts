import type { FastifyInstance } from 'fastify';
import { priceCart } from '../../../../contract/cart.ts';
import { toDestination } from '../../../../contract/countries.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { findOptionalCaller } from '../../../platform/http/authorize.ts';
import { route } from '../../../platform/http/route.ts';
import { findRegionIssue } from '../../customers/addresses/check-address.ts';
import { requireCodeGuess } from '../../pricing/usable-code.ts';
import { readCartPrice } from './cart-price.service.ts';

export function cartPriceRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, priceCart, async ({ body: { products, address: { country, region = '' } = {}, ...choices }, request }) => {
    const destination = country ? toDestination({ country, region, postcode: '' }) : null;
    // A region that the country doesn't have would be shown as untaxed.
    const issue = destination && findRegionIssue(destination, 'address.region');
    if (issue) throw new AppError('invalid_request', `${issue.path} ${issue.message}`, { issues: [issue] });
    const caller = await findOptionalCaller(request);
    await requireCodeGuess(deps, choices.code, { accountId: caller?.id ?? null, ip: request.ip, headers: request.headers });
    const customer = caller && { email: caller.email, userId: caller.id, network: null };
    return readCartPrice(deps, customer, products, choices, destination);
  });
}
