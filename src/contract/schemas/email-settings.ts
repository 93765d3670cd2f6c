import * as Type from 'typebox';
import { EMAIL_KINDS } from '../email-kinds.ts';
import { EMAIL_SENDER_MAX_LENGTH, EMAIL_SUBJECT_MAX_LENGTH, EMAIL_TEXT_MAX_LENGTH, TEST_EMAILS_PER_HOUR } from '../email-limits.ts';
import type { EndpointSchemas } from '../endpoint.ts';
import { SingleLine, SuccessResponse, Version } from './common.ts';
import { Email } from './email.ts';

const Kind = Type.Enum(EMAIL_KINDS);
const params = Type.Object({ kind: Kind });

/** Nothing, or one bare address: commas, colons and brackets would make lists and groups of it. */
const ReplyTo = Type.String({
  maxLength: 200,
  pattern: '^([^\\s\\p{Cc}@<>()\\[\\],;:"\\\\]+@[^\\s\\p{Cc}@<>()\\[\\],;:"\\\\]+)?$',
  examples: ['hello@shop.example'],
});

export const EmailSender = Type.Object({
  /** Beside the address of MAIL_FROM; empty: the name in MAIL_FROM. */
  name: SingleLine(EMAIL_SENDER_MAX_LENGTH),
  /** Where answers go; empty: to the address of MAIL_FROM. */
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

export const readEmailSender = {
  summary: 'Who emails come from: what a merchant chose, and what the mail server is set to.',
  reply: Type.Object(SenderReply),
} satisfies EndpointSchemas;

export const updateEmailSender = {
  summary:
    'Change the name that emails come from and where answers go. The address stays the one of the mail server. An old `version`: 409 with what is there now.',
  body: Type.Object({ ...EmailSender.properties, version: Type.Optional(Version) }),
  reply: Type.Object({ ...SenderReply, message: Type.String() }),
} satisfies EndpointSchemas;

export const listEmailWords = {
  summary: 'The words of each email: what a merchant wrote, the default, and what may stand in double braces.',
  reply: Type.Object({ success: Type.Boolean(), emails: Type.Array(ListedWords) }),
} satisfies EndpointSchemas;

export const updateEmailWords = {
  summary: 'Change the words of one email; an empty part takes the default. An old `version`: 409 with what is there now.',
  params,
  body: Type.Object({ ...EmailWords.properties, version: Type.Optional(Version) }),
  reply: Type.Object({ ...SuccessResponse.properties, email: ListedWords }),
} satisfies EndpointSchemas;

export const previewEmail = {
  summary: 'One email as it would be sent with these words, of made-up data. Nothing is saved or sent.',
  params,
  body: EmailWords,
  reply: Type.Object({ success: Type.Boolean(), subject: Type.String(), text: Type.String(), html: Type.String() }),
} satisfies EndpointSchemas;

export const sendTestEmail = {
  summary: `Send a test email to the caller's own address, ${TEST_EMAILS_PER_HOUR} an hour at most. It takes the way of all emails: \`GET shop/mails/{id}\` says what became of it.`,
  refusals: ['too_many_attempts'],
  reply: Type.Object({ ...SuccessResponse.properties, email: Email }),
} satisfies EndpointSchemas;
