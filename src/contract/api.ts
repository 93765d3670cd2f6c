/** Every endpoint in one object: for registering, for the OpenAPI document and for tests that walk all doors. */
import * as account from './account.ts';
import * as category from './category.ts';
import type { Endpoint } from './endpoint.ts';
import * as order from './order.ts';
import * as product from './product.ts';
import * as report from './report.ts';
import * as shop from './shop.ts';

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value;
}

function endpointsOf(noun: Record<string, unknown>): Endpoint[] {
  return Object.values(noun).filter(isEndpoint);
}

export const endpoints: Record<string, Endpoint[]> = {
  account: endpointsOf(account),
  category: endpointsOf(category),
  product: endpointsOf(product),
  order: endpointsOf(order),
  shop: endpointsOf({ ...shop, ...report }),
};
