import type { FastifyInstance } from 'fastify';
import { priceCart } from '../../contract/cart.ts';
import type { Deps } from '../deps.ts';
import { findOptionalCaller } from '../http/authorize.ts';
import { route } from '../http/route.ts';
import { requireCodeGuess } from '../pricing/code-guesses.ts';
import { readCartPrice } from './cart-price.service.ts';

export function cartPriceRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, priceCart, async ({ body: { products, address = {}, ...choices }, request }) => {
    const caller = await findOptionalCaller(request);
    await requireCodeGuess(deps, choices.code, { accountId: caller?.id ?? null, ip: request.ip, headers: request.headers });
    const customer = caller && { email: caller.email, userId: caller.id, network: null };
    return readCartPrice(deps, customer, products, { ...choices, ...address });
  });
}
