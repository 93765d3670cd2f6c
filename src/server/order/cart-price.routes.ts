import type { FastifyInstance } from 'fastify';
import { priceCart } from '../../contract/cart.ts';
import type { Deps } from '../deps.ts';
import { findOptionalCaller } from '../http/authorize.ts';
import { route } from '../http/route.ts';
import { readCartPrice } from './cart-price.service.ts';

export function cartPriceRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, priceCart, async ({ body: { products, address = {}, ...choices }, request }) => {
    const caller = await findOptionalCaller(request);
    return readCartPrice(deps, caller?.email ?? null, products, { ...choices, ...address });
  });
}
