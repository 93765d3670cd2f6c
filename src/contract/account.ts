/** A customer's own profile, and the customers as an admin sees them. */
import * as Type from 'typebox';
import { SavedAddress } from './address.ts';
import { User } from './auth.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Address, CsvFile, Id, KeysetPagination, KeysetQuery, Name, NewPassword, Phone, Version } from './fields.ts';
import { NOTE_MAX_LENGTH, RECENT_LOGIN_MINUTES, USER_SEARCH_MAX_LENGTH } from './limits.ts';
import { Order } from './order-fields.ts';

const USERS_PATH = '/api/v1/auth/users';

/** Filters of the list of accounts. `ordered`: those that have an order. */
export const USER_FILTERS = ['customers', 'team', 'ordered', 'disabled'] as const;

export const ListedUser = Type.Object({
  ...User.properties,
  /** ISO 8601 */
  createdAt: Type.String(),
  orders: Type.Integer(),
  /** ISO 8601; null: the account can be logged in to. */
  disabledAt: Type.Union([Type.String(), Type.Null()]),
});
export type ListedUser = Type.Static<typeof ListedUser>;

const UserFilter = Type.Enum(USER_FILTERS);
export type UserFilter = Type.Static<typeof UserFilter>;

const UserQuery = {
  filter: Type.Optional(UserFilter),
  keyword: Type.Optional(Type.String({ description: 'Part of a name or an email', maxLength: USER_SEARCH_MAX_LENGTH })),
};

export const CustomerOrder = Type.Pick(Order, ['_id', 'number', 'status', 'currency', 'total', 'createdAt', 'address', 'paidAt']);
export type CustomerOrder = Type.Static<typeof CustomerOrder>;

export const CustomerNote = Type.Object({ _id: Id, by: Type.String(), text: Type.String(), createdAt: Type.String() });
export type CustomerNote = Type.Static<typeof CustomerNote>;

export const Customer = Type.Object({
  ...ListedUser.properties,
  /** The sum of their orders, less refunds. Orders on hold don't count. */
  spent: Type.Number(),
  /** The customer's newest orders. */
  latestOrders: Type.Array(CustomerOrder),
  /** The newest orders of guests who gave the same email. They don't belong to the account. */
  guestOrders: Type.Array(CustomerOrder),
  addresses: Type.Array(SavedAddress),
  /** Whether they log in with a second factor. Only owners are told. */
  hasSecondFactor: Type.Optional(Type.Boolean()),
  /** The team's notes, newest first. */
  notes: Type.Array(CustomerNote),
});
export type Customer = Type.Static<typeof Customer>;

const CustomerReply = Type.Object({ success: Type.Boolean(), customer: Customer });

export const readProfileSchemas = {
  summary: "The caller's own account, with the version that an update sends back.",
  reply: Type.Object({
    success: Type.Boolean(),
    user: User,
    version: Version,
    /** Whether they agreed to get offers by email. Absent: the shop doesn't ask, and they didn't. */
    acceptsOffers: Type.Optional(Type.Boolean()),
  }),
} satisfies EndpointSchemas;

export const readProfile: Endpoint<typeof readProfileSchemas, 'user'> = {
  method: 'GET',
  path: '/api/v1/auth/profile',
  access: 'user',
};

export const updateProfileSchemas = {
  summary:
    'Change name, address and, where they are given, phone and password. The email stays; other sessions end with a new password, which is refused (403 reauthentication_required) where the login, or the last call of auth/reauthenticate, is more than five minutes ago. An old `version`: 409 with what is there now.',
  body: Type.Object({
    name: Name,
    email: Type.Optional(Type.String({ maxLength: 254 })),
    password: Type.Optional(Type.Union([Type.Literal(''), NewPassword])),
    address: Address,
    phone: Type.Optional(Phone),
    /** Whether they want offers by email; absent: as it is. */
    acceptsOffers: Type.Optional(Type.Boolean()),
    version: Type.Optional(Version),
  }),
  refusals: ['reauthentication_required', 'too_many_attempts'],
  reply: Type.Object({ success: Type.Boolean(), message: Type.String(), updateUser: User, version: Version }),
} satisfies EndpointSchemas;

export const updateProfile: Endpoint<typeof updateProfileSchemas, 'user'> = {
  method: 'PUT',
  path: '/api/v1/auth/update-details',
  access: 'user',
};

export const listUsersSchemas = {
  summary: 'Accounts, newest first: all, or those of a filter and with a word in name or email.',
  query: Type.Object({ ...KeysetQuery, ...UserQuery }),
  reply: Type.Object({ success: Type.Boolean(), users: Type.Array(ListedUser), ...KeysetPagination }),
} satisfies EndpointSchemas;

export const listUsers: Endpoint<typeof listUsersSchemas, 'read-only'> = {
  method: 'GET',
  path: USERS_PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const exportUsersSchemas = {
  summary: 'Accounts as CSV, as the list is filtered. No cell begins a formula.',
  query: Type.Object(UserQuery),
  reply: CsvFile,
} satisfies EndpointSchemas;

export const exportUsers: Endpoint<typeof exportUsersSchemas, 'read-only'> = {
  method: 'GET',
  path: `${USERS_PATH}.csv`,
  access: 'read-only',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: ['read'],
  isDownload: true,
};

export const readCustomerSchemas = {
  summary: 'One account with its latest orders, what it spent, its addresses and the notes of the team.',
  params: Type.Object({ id: Id }),
  refusals: ['user_not_found'],
  reply: CustomerReply,
} satisfies EndpointSchemas;

export const readCustomer: Endpoint<typeof readCustomerSchemas, 'read-only'> = {
  method: 'GET',
  path: `${USERS_PATH}/{id}`,
  access: 'read-only',
  scopes: ['read'],
};

export const disableCustomerSchemas = {
  summary: 'Disable an account: its sessions end and it cannot be logged in to; its orders go on. Of an admin: 409.',
  params: Type.Object({ id: Id }),
  refusals: ['user_not_found', 'team_member'],
  reply: CustomerReply,
} satisfies EndpointSchemas;

export const disableCustomer: Endpoint<typeof disableCustomerSchemas, 'staff'> = {
  method: 'POST',
  path: `${USERS_PATH}/{id}/disable`,
  access: 'staff',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
};

export const enableCustomerSchemas = {
  summary: 'Let an account that was disabled log in again.',
  params: Type.Object({ id: Id }),
  refusals: ['user_not_found'],
  reply: CustomerReply,
} satisfies EndpointSchemas;

export const enableCustomer: Endpoint<typeof enableCustomerSchemas, 'staff'> = {
  method: 'POST',
  path: `${USERS_PATH}/{id}/enable`,
  access: 'staff',
  scopes: [],
};

export const addCustomerNoteSchemas = {
  summary: 'Write a note about a customer, for the team alone.',
  params: Type.Object({ id: Id }),
  body: Type.Object({ text: Type.String({ minLength: 1, maxLength: NOTE_MAX_LENGTH, pattern: '\\S' }) }),
  refusals: ['user_not_found'],
  reply: CustomerReply,
} satisfies EndpointSchemas;

export const addCustomerNote: Endpoint<typeof addCustomerNoteSchemas, 'staff'> = {
  method: 'POST',
  path: `${USERS_PATH}/{id}/notes`,
  access: 'staff',
  scopes: [],
};

export const deleteCustomerNoteSchemas = {
  summary: 'Delete a note about a customer.',
  params: Type.Object({ id: Id, note: Id }),
  refusals: ['user_not_found', 'not_found'],
  reply: CustomerReply,
} satisfies EndpointSchemas;

export const deleteCustomerNote: Endpoint<typeof deleteCustomerNoteSchemas, 'staff'> = {
  method: 'DELETE',
  path: `${USERS_PATH}/{id}/notes/{note}`,
  access: 'staff',
  scopes: [],
};
