/**
 * What the shop is connected to, and under which address it is reached: the mail server, the domain, and in payment-connection.ts the payment
 * provider. Owners set it; what the server's environment sets wins. No answer has a secret in it.
 */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Nullable, Version } from './fields.ts';
import { RECENT_LOGIN_MINUTES } from './limits.ts';

export const CONNECTIONS_PATH = '/api/v1/shop/connections';

/** Where a connection comes from: the server's environment, which wins, or what an owner saved. */
const Source = Type.Enum(['server', 'saved', 'none']);
/** `key_lost`: what was saved can't be decrypted any more, so it has to be entered again. */
const Problem = Nullable(Type.Enum(['key_lost']));
export const connectionState = { source: Source, problem: Problem, version: Version };
export const ownerCall = { access: 'owner', scopes: [] } as const;
export const ownerChange = { ...ownerCall, recentLogin: RECENT_LOGIN_MINUTES } as const;
export const VersionBody = Type.Object({ version: Type.Optional(Version) });

/** tls: encrypted from the first byte (465). starttls: encrypted before the login (587). none: only for a server on the same machine. */
export const MAIL_SECURITIES = ['tls', 'starttls', 'none'] as const;
export type MailSecurity = (typeof MAIL_SECURITIES)[number];

/** What became of a test message: how far it got. */
export const MAIL_TEST_OUTCOMES = [
  'accepted',
  'host_not_found',
  'connection_refused',
  'connection_timeout',
  'silent',
  'not_a_mail_server',
  'certificate',
  'wrong_security',
  'login_needed',
  'login_failed',
  'sender_refused',
  'recipient_refused',
  'message_refused',
  'hung_up',
  'failed',
] as const;
export type MailTestOutcome = (typeof MAIL_TEST_OUTCOMES)[number];

const MailServer = {
  host: Type.String({ minLength: 1, maxLength: 253, pattern: '^[A-Za-z0-9._:-]+$' }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  security: Type.Enum(MAIL_SECURITIES),
  /** Empty: the server asks for no login. */
  user: Type.String({ maxLength: 320, pattern: '^[^\\p{Cc}]*$' }),
  /** The address that emails come from. */
  sender: Type.String({
    maxLength: 254,
    pattern: '^[^\\s\\p{Cc}@<>()\\[\\],;:"\\\\]+@[^\\s\\p{Cc}@<>()\\[\\],;:"\\\\]+$',
    examples: ['shop@shop.example'],
  }),
};
const Password = Type.Optional(Type.String({ maxLength: 1000, pattern: '^[^\\p{Cc}]*$' }));

const EmailConnection = Type.Object({
  ...connectionState,
  /** What was saved; null: nothing. */
  saved: Nullable(Type.Object({ ...MailServer, hasPassword: Type.Boolean() })),
  /** The server's own. */
  server: Nullable(Type.Object({ host: Type.String(), sender: Type.String() })),
});
export type EmailConnection = Type.Static<typeof EmailConnection>;

const EmailReply = { success: Type.Boolean(), connection: EmailConnection };
const EmailSaved = Type.Object({ ...EmailReply, message: Type.String() });

export const readEmailConnectionSchemas = {
  summary: 'The mail server that the shop sends by. Its password is never told.',
  reply: Type.Object(EmailReply),
} satisfies EndpointSchemas;
export const readEmailConnection: Endpoint<typeof readEmailConnectionSchemas, 'owner'> = {
  method: 'GET',
  path: `${CONNECTIONS_PATH}/email`,
  ...ownerCall,
};

/** Without a password the saved one is used, as long as it goes to the same server and login. */
const MailServerBody = Type.Object({ ...MailServer, password: Password });

export const connectEmailSchemas = {
  summary: 'Send emails by this mail server from now on. It is tried first: the connection, its encryption and the login.',
  body: Type.Object({ ...MailServerBody.properties, version: Type.Optional(Version) }),
  refusals: ['connection_failed', 'set_by_server'],
  reply: EmailSaved,
} satisfies EndpointSchemas;
export const connectEmail: Endpoint<typeof connectEmailSchemas, 'owner'> = {
  method: 'PUT',
  path: `${CONNECTIONS_PATH}/email`,
  ...ownerChange,
  invalidates: ['settings'],
};

export const disconnectEmailSchemas = {
  summary: 'Forget the mail server and its password. Emails are then saved to files.',
  body: VersionBody,
  refusals: ['set_by_server'],
  reply: EmailSaved,
} satisfies EndpointSchemas;
export const disconnectEmail: Endpoint<typeof disconnectEmailSchemas, 'owner'> = {
  method: 'POST',
  path: `${CONNECTIONS_PATH}/email/disconnect`,
  ...ownerChange,
  invalidates: ['settings'],
};

/** Whether the domain of the sender names who may send for it. unknown: no name server has answered. */
const Found = Type.Enum(['found', 'missing', 'unknown']);
const MailTest = Type.Object({
  outcome: Type.Enum(MAIL_TEST_OUTCOMES),
  /** The mail server's own words; empty: none. */
  detail: Type.String(),
  /** The caller's own address. */
  recipient: Type.String(),
  /** Null: the message didn't get so far that it matters, or the sender has no domain. */
  domain: Nullable(Type.Object({ name: Type.String(), spf: Found, dkim: Found, dmarc: Found })),
});
export type MailTest = Type.Static<typeof MailTest>;

export const testEmailConnectionSchemas = {
  summary: "Send a test message by this mail server to the caller's own address, and say how far it got. Nothing is saved.",
  body: MailServerBody,
  refusals: ['too_many_attempts'],
  reply: Type.Object({ success: Type.Boolean(), test: MailTest }),
} satisfies EndpointSchemas;
export const testEmailConnection: Endpoint<typeof testEmailConnectionSchemas, 'owner'> = {
  method: 'POST',
  path: `${CONNECTIONS_PATH}/email/test`,
  ...ownerChange,
};

const AddressConnection = Type.Object({
  ...connectionState,
  /** The origin that customers see; null: it is taken from each request, and no email has links. */
  url: Nullable(Type.String()),
  /** That of this request. */
  suggested: Type.String(),
});
export type AddressConnection = Type.Static<typeof AddressConnection>;

const AddressReply = { success: Type.Boolean(), connection: AddressConnection };
const AddressSaved = Type.Object({ ...AddressReply, message: Type.String() });

export const readAddressConnectionSchemas = {
  summary: "The shop's public address, by which its emails link to it and payment pages lead back.",
  reply: Type.Object(AddressReply),
} satisfies EndpointSchemas;
export const readAddressConnection: Endpoint<typeof readAddressConnectionSchemas, 'owner'> = {
  method: 'GET',
  path: `${CONNECTIONS_PATH}/address`,
  ...ownerCall,
};

export const connectAddressSchemas = {
  summary: 'Set the public address, once a call to it has reached this very shop.',
  body: Type.Object({ url: Type.String({ minLength: 1, maxLength: 300 }), version: Type.Optional(Version) }),
  refusals: ['connection_failed', 'set_by_server'],
  reply: AddressSaved,
} satisfies EndpointSchemas;
export const connectAddress: Endpoint<typeof connectAddressSchemas, 'owner'> = {
  method: 'PUT',
  path: `${CONNECTIONS_PATH}/address`,
  ...ownerChange,
  invalidates: ['settings'],
};

export const disconnectAddressSchemas = {
  summary: 'Forget the public address: it is taken from each request again, and emails have no links.',
  body: VersionBody,
  refusals: ['set_by_server'],
  reply: AddressSaved,
} satisfies EndpointSchemas;
export const disconnectAddress: Endpoint<typeof disconnectAddressSchemas, 'owner'> = {
  method: 'POST',
  path: `${CONNECTIONS_PATH}/address/disconnect`,
  ...ownerChange,
  invalidates: ['settings'],
};

export const proveAddressSchemas = {
  summary: 'Proves to a shop that it has called itself: only its own processes answer a challenge like this.',
  body: Type.Object({
    challenge: Type.String({ pattern: '^[0-9a-f]{64}$', examples: ['0000000000000000000000000000000000000000000000000000000000000000'] }),
  }),
  reply: Type.Object({ success: Type.Boolean(), proof: Type.String() }),
} satisfies EndpointSchemas;
export const proveAddress: Endpoint<typeof proveAddressSchemas, 'public'> = {
  method: 'POST',
  path: '/api/v1/shop/address-proof',
  access: 'public',
};
