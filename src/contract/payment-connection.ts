/** The Stripe accounts that the shop is connected to, one for tests and one that takes real money. Only the last characters of a key are ever told. */
import * as Type from 'typebox';
import { CONNECTIONS_PATH, connectionState, ownerCall, ownerChange, VersionBody } from './connections.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Nullable, Version } from './fields.ts';

export const PAYMENT_MODES = ['test', 'live'] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];
const Mode = Type.Enum(PAYMENT_MODES);

/** What keeps an account from taking payments, or the shop from hearing of them; `detail` is Stripe's own name of it. */
export const PAYMENT_PROBLEMS = [
  'key_refused',
  'key_limited',
  'unreachable',
  'charges_off',
  'payouts_off',
  'details_missing',
  'other_account',
  'webhook_missing',
  'webhook_disabled',
  'webhook_elsewhere',
  'webhook_events_missing',
] as const;
export type PaymentProblem = (typeof PAYMENT_PROBLEMS)[number];

const Account = Type.Object({
  /** The last four characters of the key. */
  keyEnding: Type.String(),
  /** Stripe's id and name of the account; null: a restricted key that may not read them. */
  accountId: Nullable(Type.String()),
  name: Nullable(Type.String()),
  /** ISO 8601 */
  connectedAt: Type.String(),
});
export type PaymentAccount = Type.Static<typeof Account>;

const PaymentConnection = Type.Object({
  ...connectionState,
  /** Whose payments are taken; null: nobody's. */
  active: Nullable(Mode),
  /** Those that were saved, also while the server's own is used. */
  test: Nullable(Account),
  live: Nullable(Account),
  /** The server's own key. */
  server: Nullable(Type.Object({ mode: Mode, keyEnding: Type.String() })),
  /** Where the provider reports payments to; null: the shop's address isn't known. */
  webhookUrl: Nullable(Type.String()),
});
export type PaymentConnection = Type.Static<typeof PaymentConnection>;

const PaymentReply = { success: Type.Boolean(), connection: PaymentConnection };
const PaymentSaved = Type.Object({ ...PaymentReply, message: Type.String() });

export const readPaymentConnectionSchemas = {
  summary: 'The Stripe accounts that the shop is connected to, and which of them takes the payments. Keys are never told.',
  reply: Type.Object(PaymentReply),
} satisfies EndpointSchemas;
export const readPaymentConnection: Endpoint<typeof readPaymentConnectionSchemas, 'owner'> = {
  method: 'GET',
  path: `${CONNECTIONS_PATH}/payments`,
  ...ownerCall,
};

export const connectPaymentsSchemas = {
  summary:
    "Connect a Stripe account by its secret or restricted key: the key is tried, and the webhook's endpoint made by Stripe's API, unless its signing secret is sent too. An old `version`: 409 with what is there now.",
  params: Type.Object({ mode: Mode }),
  body: Type.Object({
    secretKey: Type.String({ minLength: 1, maxLength: 500 }),
    /** Of an endpoint that was made by hand. Absent: one is made. */
    webhookSecret: Type.Optional(Type.String({ maxLength: 500 })),
    version: Type.Optional(Version),
  }),
  refusals: ['connection_failed', 'set_by_server'],
  reply: PaymentSaved,
} satisfies EndpointSchemas;
export const connectPayments: Endpoint<typeof connectPaymentsSchemas, 'owner'> = {
  method: 'PUT',
  path: `${CONNECTIONS_PATH}/payments/{mode}`,
  ...ownerChange,
  invalidates: ['settings'],
};

export const disconnectPaymentsSchemas = {
  summary: 'Forget the key of an account. Payments that were begun with it are still finished.',
  params: Type.Object({ mode: Mode }),
  body: VersionBody,
  refusals: ['set_by_server'],
  reply: PaymentSaved,
} satisfies EndpointSchemas;
export const disconnectPayments: Endpoint<typeof disconnectPaymentsSchemas, 'owner'> = {
  method: 'POST',
  path: `${CONNECTIONS_PATH}/payments/{mode}/disconnect`,
  ...ownerChange,
  invalidates: ['settings'],
};

export const activatePaymentsSchemas = {
  summary: 'Choose the account that takes the payments from now on: for tests, or with real money.',
  params: Type.Object({ mode: Mode }),
  body: VersionBody,
  refusals: ['connection_failed', 'set_by_server'],
  reply: PaymentSaved,
} satisfies EndpointSchemas;
export const activatePayments: Endpoint<typeof activatePaymentsSchemas, 'owner'> = {
  method: 'POST',
  path: `${CONNECTIONS_PATH}/payments/{mode}/activate`,
  ...ownerChange,
  invalidates: ['settings'],
};

export const checkPaymentsSchemas = {
  summary: 'Ask Stripe what is still missing in the connected accounts, and whether it reports payments to this shop.',
  reply: Type.Object({
    success: Type.Boolean(),
    problems: Type.Array(Type.Object({ mode: Mode, problem: Type.Enum(PAYMENT_PROBLEMS), detail: Nullable(Type.String()) })),
  }),
} satisfies EndpointSchemas;
export const checkPayments: Endpoint<typeof checkPaymentsSchemas, 'owner'> = {
  method: 'POST',
  path: `${CONNECTIONS_PATH}/payments/check`,
  ...ownerCall,
};
