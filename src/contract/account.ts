import * as Type from 'typebox';
import { Address, NewPassword, User } from './auth.ts';
import { Name, Pagination, PaginationQuery } from './common.ts';
import { endpoint } from './endpoint.ts';

export const ListedUser = Type.Object({
  ...User.properties,
  /** ISO 8601 */
  createdAt: Type.String(),
  orders: Type.Integer(),
});
export type ListedUser = Type.Static<typeof ListedUser>;

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/update-details',
  access: 'user',
  summary: 'Change name, address and, where one is given, the password. The e-mail stays; other sessions end with a new password.',
  body: Type.Object({
    name: Name,
    email: Type.Optional(Type.String({ maxLength: 254 })),
    password: Type.Optional(Type.Union([Type.Literal(''), NewPassword])),
    address: Address,
  }),
  reply: Type.Object({ success: Type.Boolean(), message: Type.String(), updateUser: User }),
});

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/v1/auth/users',
  access: 'admin',
  summary: 'Accounts, newest first.',
  query: Type.Object(PaginationQuery),
  reply: Type.Object({ success: Type.Boolean(), users: Type.Array(ListedUser), ...Pagination }),
});
