/**
 * What protects an account: a forgotten password, by the answer to the security question or by a link; its email address, confirmed or changed; and
 * where it is logged in: its owner sees each session and ends it, and an admin ends anybody's.
 */
import * as Type from 'typebox';
import { Answer, Device } from './auth.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { EmailAddress, Id, NewPassword, Nullable, SuccessResponse } from './fields.ts';
import { CREDENTIAL_CHANGE_MINUTES } from './limits.ts';

const PATH = '/api/v1/account/sessions';

const LinkToken = Type.String({ minLength: 1, maxLength: 200 });

export const ListedSession = Type.Object({
  /** Names the session without giving its token away. */
  _id: Id,
  /** `Firefox`; null where the client didn't say, or isn't known. */
  browser: Nullable(Type.String()),
  /** `Windows` */
  system: Nullable(Type.String()),
  /** The IP address from which it was logged in; null for sessions from before this was stored. */
  ip: Nullable(Type.String()),
  /** ISO 8601 */
  createdAt: Type.String(),
  /** ISO 8601, to the hour. */
  usedAt: Type.String(),
  /** The one that asks. */
  isCurrent: Type.Boolean(),
});
export type ListedSession = Type.Static<typeof ListedSession>;

const Ended = Type.Object({ ...SuccessResponse.properties, ended: Type.Integer() });

export const confirmEmailSchemas = {
  summary:
    'Confirm an email address by the token of the link that was sent there: valid once, for a day. Every session of the account ends, and its security answer.',
  body: Type.Object({ token: LinkToken }),
  refusals: ['link_expired'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const confirmEmail: Endpoint<typeof confirmEmailSchemas, 'public'> = {
  method: 'POST',
  path: '/api/v1/auth/confirm-email',
  access: 'public',
};

export const readAccountEmailSchemas = {
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

export const readAccountEmail: Endpoint<typeof readAccountEmailSchemas, 'user'> = {
  method: 'GET',
  path: '/api/v1/account/email',
  access: 'user',
};

export const changeEmailSchemas = {
  summary: 'Email a link to a new address, which takes the place of the old one once the link is opened; then the old one is told.',
  body: Type.Object({ email: EmailAddress }),
  refusals: ['too_many_attempts'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const changeEmail: Endpoint<typeof changeEmailSchemas, 'user'> = {
  method: 'PUT',
  path: '/api/v1/account/email',
  access: 'user',
  recentLogin: CREDENTIAL_CHANGE_MINUTES,
};

export const sendConfirmationSchemas = {
  summary: 'Email the link once more that confirms an address; three an hour at most.',
  refusals: ['too_many_attempts'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const sendConfirmation: Endpoint<typeof sendConfirmationSchemas, 'user'> = {
  method: 'POST',
  path: '/api/v1/account/email/confirmation',
  access: 'user',
};

export const resetPasswordSchemas = {
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

export const resetPassword: Endpoint<typeof resetPasswordSchemas, 'public'> = {
  method: 'POST',
  path: '/api/v1/auth/forget-password',
  access: 'public',
};

export const readAnswerSchemas = {
  summary: "Whether the caller's account has an answer to the security question: without one, no answer resets its password.",
  reply: Type.Object({ success: Type.Boolean(), isSet: Type.Boolean() }),
} satisfies EndpointSchemas;

export const readAnswer: Endpoint<typeof readAnswerSchemas, 'user'> = {
  method: 'GET',
  path: '/api/v1/account/answer',
  access: 'user',
};

export const changeAnswerSchemas = {
  summary: 'Set the answer to the security question, by which a forgotten password can be reset.',
  body: Type.Object({ answer: Answer }),
  refusals: ['reset_by_answer_off'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const changeAnswer: Endpoint<typeof changeAnswerSchemas, 'user'> = {
  method: 'PUT',
  path: '/api/v1/account/answer',
  access: 'user',
  recentLogin: CREDENTIAL_CHANGE_MINUTES,
};

export const readResetOptionsSchemas = {
  summary: 'By what a forgotten password is reset in this shop.',
  reply: Type.Object({ success: Type.Boolean(), byLink: Type.Boolean(), byQuestion: Type.Boolean() }),
} satisfies EndpointSchemas;

export const readResetOptions: Endpoint<typeof readResetOptionsSchemas, 'public'> = {
  method: 'GET',
  path: '/api/v1/auth/reset-options',
  access: 'public',
  cache: 'shared',
};

export const requestResetLinkSchemas = {
  summary: 'Email a link to set a new password: valid once, for 30 minutes. The answer is the same whether there is an account.',
  body: Type.Object({ email: Type.String({ minLength: 1, maxLength: 254 }) }),
  refusals: ['too_many_attempts'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const requestResetLink: Endpoint<typeof requestResetLinkSchemas, 'public'> = {
  method: 'POST',
  path: '/api/v1/auth/reset-link',
  access: 'public',
};

export const resetByLinkSchemas = {
  summary:
    'Set a new password by the token of an emailed link, which confirms the address, too. Every session of the account ends, and its security answer.',
  body: Type.Object({ token: LinkToken, newPassword: NewPassword }),
  refusals: ['link_expired', 'too_many_attempts'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const resetByLink: Endpoint<typeof resetByLinkSchemas, 'public'> = {
  method: 'POST',
  path: '/api/v1/auth/reset-by-link',
  access: 'public',
};

export const listSessionsSchemas = {
  summary: "The caller's sessions that haven't expired, the last used first.",
  reply: Type.Object({ success: Type.Boolean(), sessions: Type.Array(ListedSession) }),
} satisfies EndpointSchemas;

export const listSessions: Endpoint<typeof listSessionsSchemas, 'user'> = { method: 'GET', path: PATH, access: 'user' };

export const endSessionSchemas = {
  summary: "End one of the caller's sessions. Anyone else's: 404.",
  params: Type.Object({ id: Id }),
  refusals: ['not_found'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const endSession: Endpoint<typeof endSessionSchemas, 'user'> = { method: 'DELETE', path: `${PATH}/{id}`, access: 'user' };

export const endOtherSessionsSchemas = {
  summary: "End all of the caller's sessions but the one that the call carries.",
  reply: Ended,
} satisfies EndpointSchemas;

export const endOtherSessions: Endpoint<typeof endOtherSessionsSchemas, 'user'> = { method: 'DELETE', path: PATH, access: 'user' };

export const endUserSessionsSchemas = {
  summary: "End all sessions of somebody's account; an admin's own one stays.",
  params: Type.Object({ id: Id }),
  refusals: ['user_not_found'],
  reply: Ended,
} satisfies EndpointSchemas;

export const endUserSessions: Endpoint<typeof endUserSessionsSchemas, 'staff'> = {
  method: 'DELETE',
  path: '/api/v1/auth/users/{id}/sessions',
  access: 'staff',
  scopes: [],
};
