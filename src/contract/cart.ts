/** What a cart costs, for anybody who has one. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/cart.ts';

export type { CartPrice } from './schemas/cart.ts';

export const priceCart: Endpoint<typeof schemas.priceCart, 'public'> = {
  method: 'POST',
  path: '/api/v1/cart/price',
  access: 'public',
};
