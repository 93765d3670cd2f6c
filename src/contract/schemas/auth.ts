import * as Type from 'typebox';
import type { EndpointSchemas } from '../endpoint.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '../limits.ts';
import { Id, Name, SuccessResponse } from './common.ts';

/** A part of an address between its dots. What nobody sees (a zero-width space, a soft hyphen) would make another address that looks the same. */
const PART = '[^\\s@.\\p{Cc}\\p{Default_Ignorable_Code_Point}]+';
const PARTS = `${PART}(\\.${PART})*`;

/** Loose otherwise: only the mail server can say what is valid. Spaces around it are trimmed. */
export const EmailAddress = Type.String({ maxLength: 254, pattern: `^\\s*${PARTS}@${PART}\\.${PARTS}\\s*$` });

/** A password that is being set. A login accepts any text. */
export const NewPassword = Type.String({ minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX });

export const Address = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });

/**
 * Phone numbers as people write them anywhere: five digits or more in any script, with the usual characters between them, and an extension.
 * Full-width characters, any kind of dash, and what comes along invisibly when a number is copied are what they look like.
 */
const BETWEEN = String.raw`[\s+().,/·\p{Pd}\u2212]*`;
const EXTENSION = String.raw`(?:(?:x|ext|extn|extension|#)[\s.:=]*\p{Nd}{1,8}\s*)?`;
const PHONE = new RegExp(`^${BETWEEN}(?:\\p{Nd}${BETWEEN}){5,}${EXTENSION}$`, 'iu');
const toPlainPhone = (phone: string): string => phone.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, '');

const PhoneText = Type.String({
  description: 'Five digits or more, with +-().,/ and spaces, and an extension (x12, ext. 12)',
  minLength: 1,
  maxLength: 40,
  pattern: '\\S',
});
export const Phone = Type.Refine(
  PhoneText,
  (phone) => PHONE.test(toPlainPhone(phone)),
  () => 'invalid_phone',
);

const Answer = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });

/** The token that the browser received at an earlier login. Attempts from a known device are counted apart from those of strangers. */
const Device = Type.String({ maxLength: 100 });

const Role = Type.Union([Type.Literal(0), Type.Literal(1)]);

export const User = Type.Object({
  _id: Id,
  name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  address: Type.String(),
  role: Role,
});
export type User = Type.Static<typeof User>;

export const register = {
  summary: 'Make an account. The role is always 0.',
  body: Type.Object({
    name: Name,
    email: EmailAddress,
    password: NewPassword,
    phone: Phone,
    address: Address,
    answer: Answer,
  }),
  refusals: ['email_taken', 'too_many_attempts'],
  reply: Type.Object({
    success: Type.Boolean(),
    message: Type.String(),
    user: User,
    /** Nobody can log in before the link was opened that this address gets. Absent: they can at once. */
    isConfirmationNeeded: Type.Optional(Type.Boolean()),
  }),
} satisfies EndpointSchemas;

export const login = {
  summary: 'Change email and password for a token.',
  body: Type.Object({
    email: Type.String({ minLength: 1, maxLength: 254 }),
    password: Type.String({ minLength: 1, maxLength: 1000 }),
    device: Type.Optional(Device),
  }),
  refusals: ['invalid_credentials', 'account_disabled', 'too_many_attempts', 'second_factor_required'],
  reply: Type.Object({ success: Type.Boolean(), message: Type.String(), user: User, token: Type.String(), device: Device }),
} satisfies EndpointSchemas;

export const logout = {
  summary: 'Forget the token that the call carries.',
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const reauthenticate = {
  summary:
    'Prove that it is still you, by the password (after 403 reauthentication_required) or, with a second factor, by a code (after 403 reauthentication_by_code_required): for a while, calls that ask for that go through.',
  body: Type.Object({
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    code: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  }),
  refusals: ['wrong_password', 'too_many_attempts', 'wrong_second_factor'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const resetPassword = {
  summary: 'Set a new password by the answer to the security question. Every session of the account ends.',
  body: Type.Object({
    email: Type.String({ minLength: 1, maxLength: 254 }),
    answer: Answer,
    newPassword: NewPassword,
    device: Type.Optional(Device),
  }),
  refusals: ['wrong_answer', 'account_disabled', 'reset_by_answer_off', 'too_many_attempts'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

const LinkToken = Type.String({ minLength: 1, maxLength: 200 });

export const changeAnswer = {
  summary: 'Set the answer to the security question, by which a forgotten password can be reset.',
  body: Type.Object({ answer: Answer }),
  refusals: ['reset_by_answer_off'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const readResetOptions = {
  summary: 'By what a forgotten password is reset in this shop.',
  reply: Type.Object({ success: Type.Boolean(), byLink: Type.Boolean(), byQuestion: Type.Boolean() }),
} satisfies EndpointSchemas;

export const requestResetLink = {
  summary: 'Email a link to set a new password: valid once, for 30 minutes. The answer is the same whether there is an account.',
  body: Type.Object({ email: Type.String({ minLength: 1, maxLength: 254 }) }),
  refusals: ['too_many_attempts'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const resetByLink = {
  summary:
    'Set a new password by the token of an emailed link, which confirms the address, too. Every session of the account ends, and its security answer.',
  body: Type.Object({ token: LinkToken, newPassword: NewPassword }),
  refusals: ['link_expired', 'too_many_attempts'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const confirmEmail = {
  summary:
    'Confirm an email address by the token of the link that was sent there: valid once, for a day. Every session of the account ends, and its security answer.',
  body: Type.Object({ token: LinkToken }),
  refusals: ['link_expired'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const readAccountEmail = {
  summary: "The caller's email address, and what waits to be confirmed.",
  reply: Type.Object({
    success: Type.Boolean(),
    email: Type.String(),
    isConfirmed: Type.Boolean(),
    /** Takes the place of `email` once it is confirmed. */
    pending: Type.Union([Type.String(), Type.Null()]),
    /** False where this shop can't email links: then the address stays as it is. */
    canChange: Type.Boolean(),
  }),
} satisfies EndpointSchemas;

export const changeEmail = {
  summary: 'Email a link to a new address, which takes the place of the old one once the link is opened; then the old one is told.',
  body: Type.Object({ email: EmailAddress }),
  refusals: ['too_many_attempts'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const sendConfirmation = {
  summary: 'Email the link once more that confirms an address; three an hour at most.',
  refusals: ['too_many_attempts'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const checkUser = {
  summary: 'Is the token valid? Refused: 401 {ok: false}.',
  reply: Type.Object({ ok: Type.Boolean() }),
} satisfies EndpointSchemas;

export const checkAdmin = {
  summary: "Is the token an admin's? Refused: 401 or 403 {ok: false}.",
  reply: Type.Object({ ok: Type.Boolean() }),
} satisfies EndpointSchemas;
