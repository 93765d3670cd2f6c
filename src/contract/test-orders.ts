/** Test orders: an owner switches them on for the session that calls, buys on the built-in test page, and deletes them. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Id, Nullable, SuccessResponse } from './fields.ts';
import { RECENT_LOGIN_MINUTES } from './limits.ts';
import { HOUR } from './values.ts';

/** How long they stay on. */
export const TEST_ORDERS_DURATION = 24 * HOUR;

const PATH = '/api/v1/order/admin/test-orders';
const ownerCall = { access: 'owner', scopes: [] } as const;

const TestOrders = Type.Object({
  /** Until when the orders of this session are tests; null: they aren't. */
  until: Nullable(Type.String()),
  /** Of all owners, including unpaid checkouts. */
  count: Type.Integer(),
});
export type TestOrders = Type.Static<typeof TestOrders>;
const TestOrdersReply = Type.Object({ success: Type.Boolean(), testOrders: TestOrders });

export const readTestOrdersSchemas = {
  summary: 'Whether the orders of this session are tests, and how many test orders the shop has.',
  reply: TestOrdersReply,
} satisfies EndpointSchemas;
export const readTestOrders: Endpoint<typeof readTestOrdersSchemas, 'read-only'> = {
  method: 'GET',
  path: PATH,
  access: 'read-only',
  scopes: ['read', 'orders'],
};

export const startTestOrdersSchemas = {
  summary:
    'For 24 hours each checkout of this session is a test order, paid on the built-in test page. Nobody else sees a change. A test order holds no stock, counts in no statistics, sends no webhook, and emails only to its owner.',
  reply: TestOrdersReply,
} satisfies EndpointSchemas;
export const startTestOrders: Endpoint<typeof startTestOrdersSchemas, 'owner'> = {
  method: 'POST',
  path: PATH,
  ...ownerCall,
  recentLogin: RECENT_LOGIN_MINUTES,
  invalidates: ['settings'],
};

export const endTestOrdersSchemas = {
  summary: 'The orders of this session are real ones again. Twice is the same as once.',
  reply: TestOrdersReply,
} satisfies EndpointSchemas;
export const endTestOrders: Endpoint<typeof endTestOrdersSchemas, 'owner'> = { method: 'POST', path: `${PATH}/end`, ...ownerCall };

export const deleteTestOrdersSchemas = {
  summary: 'Delete all test orders, of every owner, with their history, payments and emails. One that is being paid right now stays.',
  reply: Type.Object({ ...SuccessResponse.properties, deleted: Type.Integer(), testOrders: TestOrders }),
} satisfies EndpointSchemas;
export const deleteTestOrders: Endpoint<typeof deleteTestOrdersSchemas, 'owner'> = { method: 'DELETE', path: PATH, ...ownerCall };

export const deleteTestOrderSchemas = {
  summary: 'Delete one test order. A real order, or a test order that is being paid right now: 409.',
  params: Type.Object({ id: Id }),
  refusals: ['order_not_found', 'wrong_order_status'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;
export const deleteTestOrder: Endpoint<typeof deleteTestOrderSchemas, 'owner'> = {
  method: 'DELETE',
  path: `${PATH}/{id}`,
  ...ownerCall,
};
