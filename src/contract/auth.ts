/** Registering, logging in and out, resetting a password, and asking whether a token is still valid. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Address, EmailAddress, Id, Name, NewPassword, Phone, SuccessResponse } from './fields.ts';

export const Answer = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });

/** The token that the browser received at an earlier login. Attempts from a known device are counted apart from those of strangers. */
export const Device = Type.String({ maxLength: 100 });

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

export const registerSchemas = {
  summary: 'Make an account. The role is always 0.',
  body: Type.Object({
    name: Name,
    email: EmailAddress,
    password: NewPassword,
    phone: Phone,
    address: Address,
    answer: Answer,
    /** They want offers by email. Not kept while the shop doesn't ask (`asksForConsent` of the settings). */
    acceptsOffers: Type.Optional(Type.Boolean()),
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

export const register: Endpoint<typeof registerSchemas, 'public'> = {
  method: 'POST',
  path: '/api/v1/auth/register',
  access: 'public',
};

export const loginSchemas = {
  summary: 'Change email and password for a token.',
  body: Type.Object({
    email: Type.String({ minLength: 1, maxLength: 254 }),
    password: Type.String({ minLength: 1, maxLength: 1000 }),
    device: Type.Optional(Device),
  }),
  refusals: ['invalid_credentials', 'account_disabled', 'too_many_attempts', 'second_factor_required'],
  reply: Type.Object({ success: Type.Boolean(), message: Type.String(), user: User, token: Type.String(), device: Device }),
} satisfies EndpointSchemas;

export const login: Endpoint<typeof loginSchemas, 'public'> = {
  method: 'POST',
  path: '/api/v1/auth/login',
  access: 'public',
};

export const logoutSchemas = {
  summary: 'Forget the token that the call carries.',
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const logout: Endpoint<typeof logoutSchemas, 'user'> = {
  method: 'POST',
  path: '/api/v1/auth/logout',
  access: 'user',
};

export const reauthenticateSchemas = {
  summary:
    'Prove that it is still you, by the password (after 403 reauthentication_required) or, with a second factor, by a code (after 403 reauthentication_by_code_required): for a while, calls that ask for that go through.',
  body: Type.Object({
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    code: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  }),
  refusals: ['wrong_password', 'too_many_attempts', 'wrong_second_factor'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const reauthenticate: Endpoint<typeof reauthenticateSchemas, 'user'> = {
  method: 'POST',
  path: '/api/v1/auth/reauthenticate',
  access: 'user',
};

export const checkUserSchemas = {
  summary: 'Is the token valid? Refused: 401 {ok: false}.',
  reply: Type.Object({ ok: Type.Boolean() }),
} satisfies EndpointSchemas;

export const checkUser: Endpoint<typeof checkUserSchemas, 'user'> = {
  method: 'GET',
  path: '/api/v1/auth/user-auth',
  access: 'user',
  isAuthCheck: true,
};

export const checkAdminSchemas = {
  summary: "Is the token an admin's? Refused: 401 or 403 {ok: false}.",
  reply: Type.Object({ ok: Type.Boolean() }),
} satisfies EndpointSchemas;

export const checkAdmin: Endpoint<typeof checkAdminSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/auth/admin-auth',
  access: 'read-only',
  scopes: [],
  isAuthCheck: true,
};
