/** Every endpoint in one object: for registering, for the OpenAPI document and for tests that walk all doors. */
import * as account from './account.ts';
import * as auth from './auth.ts';
import * as category from './category.ts';
import * as content from './content.ts';
import * as email from './email.ts';
import type { Endpoint } from './endpoint.ts';
import * as order from './order.ts';
import * as product from './product.ts';
import * as reports from './reports.ts';
import * as settings from './settings.ts';

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value;
}

function endpointsOf(noun: Record<string, unknown>): Endpoint[] {
  return Object.values(noun).filter(isEndpoint);
}

export const endpoints: Record<string, Endpoint[]> = {
  auth: endpointsOf(auth),
  account: endpointsOf(account),
  category: endpointsOf(category),
  product: endpointsOf(product),
  order: endpointsOf(order),
  settings: endpointsOf(settings),
  content: endpointsOf(content),
  reports: endpointsOf(reports),
  email: endpointsOf(email),
};
