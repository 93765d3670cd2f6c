/** How the shop writes its emails: their kinds, sender and words, with a preview and a test. */
import * as Type from 'typebox';
import { Email } from './email.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { SingleLine, SuccessResponse, Version } from './fields.ts';

/** The kinds of emails that the shop sends, in the order in which the settings list them. */
export const EMAIL_KINDS = [
  'order paid',
  'order placed',
  'payment received',
  'payment reminder',
  'order ended',
  'order downloads',
  'order shipped',
  'order refunded',
  'order message',
  'gift card',
  'request received',
  'request declined',
  'order delayed',
  'withdrawal received',
  'nothing to withdraw',
  'payment failed',
  'claim orders',
  'account moved',
  'confirm email',
  'email changed',
  'email taken',
  'reset password',
  'password changed',
  'login attempts',
  'new login',
  'second factor on',
  'second factor off',
  'second factor removed',
  'recovery code used',
  'account erased',
  'new order',
  'new unpaid order',
  'order request',
  'delay answered',
  'order withdrawn',
  'refund failed',
  'late payment failed',
  'dispute opened',
  'dispute closed',
  'keys low',
  'daily summary',
  'team invitation',
  'webhook failed',
  'webhook gone',
  'backup failed',
  'test',
] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/** Lengths of the sender's name, of a subject, and of an opening or closing; and how many test emails a person may request. */
export const EMAIL_SENDER_MAX_LENGTH = 100;
export const EMAIL_SUBJECT_MAX_LENGTH = 150;
export const EMAIL_TEXT_MAX_LENGTH = 2000;
export const TEST_EMAILS_PER_HOUR = 5;

const SENDER_PATH = '/api/v1/shop/email-sender';
const WORDS_PATH = '/api/v1/shop/email-words';

const Kind = Type.Enum(EMAIL_KINDS);
const params = Type.Object({ kind: Kind });

/** Nothing, or one bare address: commas, colons and brackets would make lists and groups of it. */
const ReplyTo = Type.String({
  maxLength: 200,
  pattern: '^([^\\s\\p{Cc}@<>()\\[\\],;:"\\\\]+@[^\\s\\p{Cc}@<>()\\[\\],;:"\\\\]+)?$',
  examples: ['hello@shop.example'],
});

export const EmailSender = Type.Object({
  /** Beside the address of MAIL_FROM; empty: the name in MAIL_FROM, or else the shop's. */
  name: SingleLine(EMAIL_SENDER_MAX_LENGTH),
  /** Where answers go; empty: to the email address in the shop's details, or else that of MAIL_FROM. */
  replyTo: ReplyTo,
});
export type EmailSender = Type.Static<typeof EmailSender>;

/** Plain text; each line is a paragraph. An empty part means the default text. */
export const EmailWords = Type.Object({
  subject: SingleLine(EMAIL_SUBJECT_MAX_LENGTH),
  opening: Type.String({ maxLength: EMAIL_TEXT_MAX_LENGTH }),
  closing: Type.String({ maxLength: EMAIL_TEXT_MAX_LENGTH }),
});
export type EmailWords = Type.Static<typeof EmailWords>;

export const ListedWords = Type.Object({
  kind: Kind,
  /** The merchant's. */
  words: EmailWords,
  /** What is sent where the merchant's are empty. */
  defaults: EmailWords,
  /** Names that may stand in double braces: `order` as `{{order}}`. */
  placeholders: Type.Array(Type.String()),
  version: Version,
});
export type ListedWords = Type.Static<typeof ListedWords>;

const SenderReply = {
  success: Type.Boolean(),
  sender: EmailSender,
  /** Name and address of MAIL_FROM, from which the mail server sends. */
  from: Type.Object({ name: Type.String(), address: Type.String() }),
  /** False: there is no mail server, and emails are saved to files. */
  isDelivered: Type.Boolean(),
  version: Version,
};

export const readEmailSenderSchemas = {
  summary: 'Who emails come from: what a merchant chose, and what the mail server is set to.',
  reply: Type.Object(SenderReply),
} satisfies EndpointSchemas;

export const readEmailSender: Endpoint<typeof readEmailSenderSchemas, 'read-only'> = {
  method: 'GET',
  path: SENDER_PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const updateEmailSenderSchemas = {
  summary:
    'Change the name that emails come from and where answers go. The address stays the one of the mail server. An old `version`: 409 with what is there now.',
  body: Type.Object({ ...EmailSender.properties, version: Type.Optional(Version) }),
  reply: Type.Object({ ...SenderReply, message: Type.String() }),
} satisfies EndpointSchemas;

export const updateEmailSender: Endpoint<typeof updateEmailSenderSchemas, 'staff'> = {
  method: 'PUT',
  path: SENDER_PATH,
  access: 'staff',
  scopes: [],
};

export const listEmailWordsSchemas = {
  summary: 'The words of each email: what a merchant wrote, the default, and what may stand in double braces.',
  reply: Type.Object({ success: Type.Boolean(), emails: Type.Array(ListedWords) }),
} satisfies EndpointSchemas;

export const listEmailWords: Endpoint<typeof listEmailWordsSchemas, 'read-only'> = {
  method: 'GET',
  path: WORDS_PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const updateEmailWordsSchemas = {
  summary: 'Change the words of one email; an empty part takes the default. An old `version`: 409 with what is there now.',
  params,
  body: Type.Object({ ...EmailWords.properties, version: Type.Optional(Version) }),
  reply: Type.Object({ ...SuccessResponse.properties, email: ListedWords }),
} satisfies EndpointSchemas;

export const updateEmailWords: Endpoint<typeof updateEmailWordsSchemas, 'staff'> = {
  method: 'PUT',
  path: `${WORDS_PATH}/{kind}`,
  access: 'staff',
  scopes: [],
};

export const previewEmailSchemas = {
  summary:
    'One email as it would be sent with these words, about the newest order that was paid, or of made-up data. Nothing is saved or sent.',
  params,
  body: EmailWords,
  reply: Type.Object({
    success: Type.Boolean(),
    subject: Type.String(),
    text: Type.String(),
    html: Type.String(),
    /** The number of the order that it is about; absent: the data is made up. */
    order: Type.Optional(Type.Integer()),
  }),
} satisfies EndpointSchemas;

export const previewEmail: Endpoint<typeof previewEmailSchemas, 'staff'> = {
  method: 'POST',
  path: `${WORDS_PATH}/{kind}/preview`,
  access: 'staff',
  scopes: [],
};

export const sendTestEmailSchemas = {
  summary: `Send a test email to the caller's own address, ${TEST_EMAILS_PER_HOUR} an hour at most. It takes the way of all emails: \`GET shop/mails/{id}\` says what became of it.`,
  refusals: ['too_many_attempts'],
  reply: Type.Object({ ...SuccessResponse.properties, email: Email }),
} satisfies EndpointSchemas;

export const sendTestEmail: Endpoint<typeof sendTestEmailSchemas, 'staff'> = {
  method: 'POST',
  path: '/api/v1/shop/test-email',
  access: 'staff',
  scopes: [],
};
