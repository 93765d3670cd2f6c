import * as Type from 'typebox';
import type { EndpointSchemas } from '../endpoint.ts';
import { Address, NewPassword, Phone, User } from './auth.ts';
import { KeysetPagination, KeysetQuery, Name, Version } from './common.ts';

export const ListedUser = Type.Object({
  ...User.properties,
  /** ISO 8601 */
  createdAt: Type.String(),
  orders: Type.Integer(),
});
export type ListedUser = Type.Static<typeof ListedUser>;

export const readProfile = {
  summary: "The caller's own account, with the version that an update sends back.",
  reply: Type.Object({ success: Type.Boolean(), user: User, version: Version }),
} satisfies EndpointSchemas;

export const updateProfile = {
  summary:
    'Change name, address and, where they are given, phone and password. The e-mail stays; other sessions end with a new password, which is refused (403 reauthentication_required) where the login, or the last call of auth/reauthenticate, is more than five minutes ago. An old `version`: 409 with what is there now.',
  body: Type.Object({
    name: Name,
    email: Type.Optional(Type.String({ maxLength: 254 })),
    password: Type.Optional(Type.Union([Type.Literal(''), NewPassword])),
    address: Address,
    phone: Type.Optional(Phone),
    version: Type.Optional(Version),
  }),
  reply: Type.Object({ success: Type.Boolean(), message: Type.String(), updateUser: User, version: Version }),
} satisfies EndpointSchemas;

export const listUsers = {
  summary: 'Accounts, newest first.',
  query: Type.Object(KeysetQuery),
  reply: Type.Object({ success: Type.Boolean(), users: Type.Array(ListedUser), ...KeysetPagination }),
} satisfies EndpointSchemas;
