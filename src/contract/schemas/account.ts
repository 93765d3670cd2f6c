import * as Type from 'typebox';
import type { EndpointSchemas } from '../endpoint.ts';
import { Address, NewPassword, User } from './auth.ts';
import { Name, Pagination, PaginationQuery } from './common.ts';

export const ListedUser = Type.Object({
  ...User.properties,
  /** ISO 8601 */
  createdAt: Type.String(),
  orders: Type.Integer(),
});
export type ListedUser = Type.Static<typeof ListedUser>;

export const updateProfile = {
  summary: 'Change name, address and, where one is given, the password. The e-mail stays; other sessions end with a new password.',
  body: Type.Object({
    name: Name,
    email: Type.Optional(Type.String({ maxLength: 254 })),
    password: Type.Optional(Type.Union([Type.Literal(''), NewPassword])),
    address: Address,
  }),
  reply: Type.Object({ success: Type.Boolean(), message: Type.String(), updateUser: User }),
} satisfies EndpointSchemas;

export const listUsers = {
  summary: 'Accounts, newest first.',
  query: Type.Object(PaginationQuery),
  reply: Type.Object({ success: Type.Boolean(), users: Type.Array(ListedUser), ...Pagination }),
} satisfies EndpointSchemas;
