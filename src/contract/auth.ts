import * as Type from 'typebox';
import { Id, Name, SuccessResponse } from './common.ts';
import { endpoint } from './endpoint.ts';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;

/** As loose as it can be and still be an address: the person's own mail server is the judge. Blanks around it are cut off. */
export const EmailAddress = Type.String({ maxLength: 254, pattern: '^\\s*[^\\s@]+@[^\\s@]+\\.[^\\s@]+\\s*$' });
/** A new password; a login takes whatever is typed. */
export const NewPassword = Type.String({ minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX });
export const Address = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });
const Phone = Type.String({ minLength: 1, maxLength: 40, pattern: '\\S' });
const Answer = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
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

export const register = endpoint({
  method: 'POST',
  path: '/api/v1/auth/register',
  access: 'public',
  summary: 'Make an account. The role is always 0.',
  body: Type.Object({
    name: Name,
    email: EmailAddress,
    password: NewPassword,
    phone: Phone,
    address: Address,
    answer: Answer,
  }),
  reply: Type.Object({ success: Type.Boolean(), message: Type.String(), user: User }),
});

export const login = endpoint({
  method: 'POST',
  path: '/api/v1/auth/login',
  access: 'public',
  summary: 'Change e-mail and password for a token.',
  body: Type.Object({
    email: Type.String({ minLength: 1, maxLength: 254 }),
    password: Type.String({ minLength: 1, maxLength: 1000 }),
  }),
  reply: Type.Object({ success: Type.Boolean(), message: Type.String(), user: User, token: Type.String() }),
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/v1/auth/logout',
  access: 'user',
  summary: 'Forget the token that the call carries.',
  reply: SuccessResponse,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/v1/auth/forget-password',
  access: 'public',
  summary: 'Set a new password by the answer to the security question. Every session of the account ends.',
  body: Type.Object({
    email: Type.String({ minLength: 1, maxLength: 254 }),
    answer: Answer,
    newPassword: NewPassword,
  }),
  reply: SuccessResponse,
});

export const checkUser = endpoint({
  method: 'GET',
  path: '/api/v1/auth/user-auth',
  access: 'user',
  summary: 'Is the token valid? Refused: 401 {ok: false}.',
  reply: Type.Object({ ok: Type.Boolean() }),
});

export const checkAdmin = endpoint({
  method: 'GET',
  path: '/api/v1/auth/admin-auth',
  access: 'admin',
  summary: "Is the token an admin's? Refused: 401 or 403 {ok: false}.",
  reply: Type.Object({ ok: Type.Boolean() }),
});
