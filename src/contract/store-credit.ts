/** Store credit: what customers see of theirs, and what the team does with it. */
import * as Type from 'typebox';
import { BalanceEntry } from './balance-fields.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Id } from './fields.ts';
import { AdminEntry, BalanceReason, Change, RequestKey } from './gift-card.ts';
import { RECENT_LOGIN_MINUTES } from './limits.ts';

const CREDIT_PATH = '/api/v1/gift-card/admin/customers/{id}/credit';

const params = Type.Object({ id: Id });

export const readStoreCreditSchemas = {
  summary: "The caller's store credit with its history, the newest first. 0 where there is none.",
  reply: Type.Object({
    success: Type.Boolean(),
    balance: Type.Number(),
    currency: Type.String(),
    entries: Type.Array(BalanceEntry),
  }),
} satisfies EndpointSchemas;

export const readStoreCredit: Endpoint<typeof readStoreCreditSchemas, 'user'> = {
  method: 'GET',
  path: '/api/v1/gift-card/credit',
  access: 'user',
};

const CreditReply = Type.Object({
  success: Type.Boolean(),
  balance: Type.Number(),
  held: Type.Number(),
  currency: Type.String(),
  entries: Type.Array(AdminEntry),
});

export const readCustomerCreditSchemas = {
  summary: "A customer's store credit with its history, the newest first, by the id of their account.",
  params,
  refusals: ['customer_not_found'],
  reply: CreditReply,
} satisfies EndpointSchemas;

export const readCustomerCredit: Endpoint<typeof readCustomerCreditSchemas, 'read-only'> = {
  method: 'GET',
  path: CREDIT_PATH,
  access: 'read-only',
  scopes: ['read', 'orders'],
};

export const adjustCustomerCreditSchemas = {
  summary: "Add to a customer's store credit, or take from it. More than they have: 409.",
  params,
  body: Type.Object({ amount: Change, reason: BalanceReason, key: RequestKey }),
  refusals: ['customer_not_found', 'insufficient_balance'],
  reply: CreditReply,
} satisfies EndpointSchemas;

export const adjustCustomerCredit: Endpoint<typeof adjustCustomerCreditSchemas, 'staff'> = {
  method: 'POST',
  path: CREDIT_PATH,
  access: 'staff',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
};
