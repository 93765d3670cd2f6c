/** The PayPal accounts that the shop is connected to, one for tests (the sandbox) and one that takes real money. No answer has a secret in it. */
import * as Type from 'typebox';
import { CONNECTIONS_PATH, connectionState, ownerCall, ownerChange, VersionBody } from './connections.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Nullable, Version } from './fields.ts';
import { PAYMENT_MODES } from './payment-connection.ts';

const Mode = Type.Enum(PAYMENT_MODES);

/**
 * What keeps PayPal from taking payments here, or the shop from hearing of them. currency: PayPal doesn't take the shop's. whole_amounts: in the shop's it
 * takes totals without decimals alone. beside_live: the sandbox would give away what others pay for, so it isn't offered.
 */
export const PAYPAL_PROBLEMS = [
  'key_refused',
  'unreachable',
  'webhook_missing',
  'webhook_elsewhere',
  'webhook_events_missing',
  'currency',
  'whole_amounts',
  'beside_live',
] as const;
export type PaypalProblem = (typeof PAYPAL_PROBLEMS)[number];

const Account = Type.Object({
  /** The last four characters of the client id. */
  clientIdEnding: Type.String(),
  /** ISO 8601 */
  connectedAt: Type.String(),
});
export type PaypalAccount = Type.Static<typeof Account>;

const PaypalConnection = Type.Object({
  ...connectionState,
  /** Whose payments are taken; null: nobody's. */
  active: Nullable(Mode),
  test: Nullable(Account),
  live: Nullable(Account),
  /** Where PayPal reports payments to; null: the shop's address isn't known. */
  webhookUrl: Nullable(Type.String()),
});
export type PaypalConnection = Type.Static<typeof PaypalConnection>;

const PaypalReply = { success: Type.Boolean(), connection: PaypalConnection };
const PaypalSaved = Type.Object({ ...PaypalReply, message: Type.String() });
const PATH = `${CONNECTIONS_PATH}/paypal`;

export const readPaypalConnectionSchemas = {
  summary: 'The PayPal accounts that the shop is connected to, and which of them takes the payments. Secrets are never told.',
  reply: Type.Object(PaypalReply),
} satisfies EndpointSchemas;
export const readPaypalConnection: Endpoint<typeof readPaypalConnectionSchemas, 'owner'> = { method: 'GET', path: PATH, ...ownerCall };

export const connectPaypalSchemas = {
  summary:
    "Connect a PayPal account by the client id and secret of an app: they are tried, and the webhook is made by PayPal's API. An old `version`: 409 with what is there now.",
  params: Type.Object({ mode: Mode }),
  body: Type.Object({
    clientId: Type.String({ minLength: 1, maxLength: 200 }),
    clientSecret: Type.String({ minLength: 1, maxLength: 500 }),
    version: Type.Optional(Version),
  }),
  refusals: ['connection_failed'],
  reply: PaypalSaved,
} satisfies EndpointSchemas;
export const connectPaypal: Endpoint<typeof connectPaypalSchemas, 'owner'> = {
  method: 'PUT',
  path: `${PATH}/{mode}`,
  ...ownerChange,
  invalidates: ['settings'],
};

export const disconnectPaypalSchemas = {
  summary: 'Forget the secret of a PayPal account. Payments that were begun with it are still finished.',
  params: Type.Object({ mode: Mode }),
  body: VersionBody,
  reply: PaypalSaved,
} satisfies EndpointSchemas;
export const disconnectPaypal: Endpoint<typeof disconnectPaypalSchemas, 'owner'> = {
  method: 'POST',
  path: `${PATH}/{mode}/disconnect`,
  ...ownerChange,
  invalidates: ['settings'],
};

export const activatePaypalSchemas = {
  summary: 'Choose the PayPal account that takes the payments from now on: for tests, or with real money.',
  params: Type.Object({ mode: Mode }),
  body: VersionBody,
  refusals: ['connection_failed'],
  reply: PaypalSaved,
} satisfies EndpointSchemas;
export const activatePaypal: Endpoint<typeof activatePaypalSchemas, 'owner'> = {
  method: 'POST',
  path: `${PATH}/{mode}/activate`,
  ...ownerChange,
  invalidates: ['settings'],
};

export const checkPaypalSchemas = {
  summary:
    'Ask PayPal whether it takes the connected accounts and reports payments to this shop, and say what keeps it from being offered.',
  reply: Type.Object({
    success: Type.Boolean(),
    problems: Type.Array(Type.Object({ mode: Mode, problem: Type.Enum(PAYPAL_PROBLEMS), detail: Nullable(Type.String()) })),
  }),
} satisfies EndpointSchemas;
export const checkPaypal: Endpoint<typeof checkPaypalSchemas, 'owner'> = { method: 'POST', path: `${PATH}/check`, ...ownerCall };
