/** Logging in with a second factor: the codes of an authenticator app, and recovery codes for when it is lost. */
import * as Type from 'typebox';
import { loginSchemas } from './auth.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Id, SuccessResponse } from './fields.ts';
import { RECENT_LOGIN_MINUTES } from './limits.ts';

const PATH = '/api/v1/account/second-factor';

/** Six digits of the app, or a recovery code; blanks and hyphens don't count. */
const Code = Type.String({ minLength: 1, maxLength: 100 });

export const SecondFactor = Type.Object({
  isOn: Type.Boolean(),
  /** When it was switched on. */
  since: Type.Union([Type.String(), Type.Null()]),
  /** How many recovery codes are left. */
  recoveryCodes: Type.Integer(),
  /** The shop demands it of the caller's role. */
  isDemanded: Type.Boolean(),
  /** Until when the caller has to switch it on; null: it is on, or not demanded. */
  dueAt: Type.Union([Type.String(), Type.Null()]),
});
export type SecondFactor = Type.Static<typeof SecondFactor>;

/** Shown once: only their hashes are kept. */
const RecoveryCodes = Type.Array(Type.String());

export const logInBySecondFactorSchemas = {
  summary: 'The second step of a login that was answered with 401 second_factor_required. Answers what the login answers otherwise.',
  body: Type.Object({
    /** The `challenge` of that response, valid for five minutes. */
    challenge: Type.String({ minLength: 1, maxLength: 200 }),
    /** The `device` of that response. */
    device: Type.String({ minLength: 1, maxLength: 100 }),
    code: Code,
  }),
  reply: loginSchemas.reply,
  refusals: ['challenge_expired', 'wrong_second_factor', 'account_disabled', 'too_many_attempts', 'second_factor_unreadable'],
} satisfies EndpointSchemas;

/** After a login that was answered with `second_factor_required`. */
export const logInBySecondFactor: Endpoint<typeof logInBySecondFactorSchemas, 'public'> = {
  method: 'POST',
  path: '/api/v1/auth/login/second-factor',
  access: 'public',
};

export const readSecondFactorSchemas = {
  summary: 'Whether the caller logs in with a second factor.',
  reply: Type.Object({ success: Type.Boolean(), ...SecondFactor.properties }),
} satisfies EndpointSchemas;

export const readSecondFactor: Endpoint<typeof readSecondFactorSchemas, 'user'> = { method: 'GET', path: PATH, access: 'user' };

export const setUpSecondFactorSchemas = {
  summary: 'A new secret for an authenticator app (TOTP: SHA-1, six digits, 30 seconds). It counts once a code of it confirms it.',
  reply: Type.Object({
    success: Type.Boolean(),
    /** In base32, to be typed. */
    secret: Type.String(),
    /** otpauth://…, to be shown as a QR code. */
    uri: Type.String(),
  }),
  refusals: ['second_factor_on'],
} satisfies EndpointSchemas;

export const setUpSecondFactor: Endpoint<typeof setUpSecondFactorSchemas, 'user'> = {
  method: 'POST',
  path: PATH,
  access: 'user',
  recentLogin: RECENT_LOGIN_MINUTES,
};

export const confirmSecondFactorSchemas = {
  summary: 'Switch the second factor on by a code of the app. Answers ten recovery codes, this once.',
  body: Type.Object({ code: Code }),
  reply: Type.Object({ success: Type.Boolean(), recoveryCodes: RecoveryCodes }),
  refusals: ['second_factor_on', 'second_factor_off', 'wrong_second_factor', 'too_many_attempts', 'second_factor_unreadable'],
} satisfies EndpointSchemas;

export const confirmSecondFactor: Endpoint<typeof confirmSecondFactorSchemas, 'user'> = {
  method: 'POST',
  path: `${PATH}/confirm`,
  access: 'user',
};

export const switchOffSecondFactorSchemas = {
  summary: 'Switch the second factor off by the password and a code.',
  body: Type.Object({ password: Type.String({ minLength: 1, maxLength: 1000 }), code: Code }),
  reply: SuccessResponse,
  refusals: ['second_factor_off', 'wrong_password', 'wrong_second_factor', 'too_many_attempts', 'second_factor_unreadable'],
} satisfies EndpointSchemas;

/** Carries password and code itself, so that nobody needs two codes for it. */
export const switchOffSecondFactor: Endpoint<typeof switchOffSecondFactorSchemas, 'user'> = {
  method: 'POST',
  path: `${PATH}/off`,
  access: 'user',
};

export const renewRecoveryCodesSchemas = {
  summary: 'Ten new recovery codes in place of the old ones.',
  reply: Type.Object({ success: Type.Boolean(), recoveryCodes: RecoveryCodes }),
  refusals: ['second_factor_off'],
} satisfies EndpointSchemas;

export const renewRecoveryCodes: Endpoint<typeof renewRecoveryCodesSchemas, 'user'> = {
  method: 'POST',
  path: `${PATH}/recovery-codes`,
  access: 'user',
  recentLogin: RECENT_LOGIN_MINUTES,
};

export const removeSecondFactorSchemas = {
  summary:
    "Take away another account's second factor, which its owner has lost. They are logged out everywhere and told by email, where the shop can.",
  params: Type.Object({ id: Id }),
  reply: Type.Object({
    ...SuccessResponse.properties,
    /** An email tells them; otherwise somebody has to. */
    isTold: Type.Boolean(),
  }),
  refusals: ['own_second_factor', 'second_factor_off', 'user_not_found'],
} satisfies EndpointSchemas;

/** For somebody who has lost theirs. */
export const removeSecondFactor: Endpoint<typeof removeSecondFactorSchemas, 'owner'> = {
  method: 'DELETE',
  path: '/api/v1/auth/users/{id}/second-factor',
  access: 'owner',
  scopes: [],
  recentLogin: RECENT_LOGIN_MINUTES,
};
