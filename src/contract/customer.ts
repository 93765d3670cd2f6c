/** Customers as the team works with them: accounts, and guests who paid for an order. */
import * as Type from 'typebox';
import { Customer as Account, CustomerNote, CustomerOrder } from './account.ts';
import { CustomFields, ValuesInput } from './custom-field-values.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { CsvFile, Day, Dollars, Id, KeysetPagination, KeysetQuery, Nullable, SuccessResponse } from './fields.ts';
import { ImportedOrder } from './imported-order.ts';
import {
  BULK_IDS_MAX,
  CUSTOMER_TAG_MAX_LENGTH,
  CUSTOMER_TAGS_MAX,
  NOTE_MAX_LENGTH,
  RECENT_LOGIN_MINUTES,
  USER_SEARCH_MAX_LENGTH,
} from './limits.ts';
import { GivenKeys } from './order-downloads.ts';
import { Order } from './order-fields.ts';

const PATH = '/api/v1/customers';
const params = Type.Object({ id: Id });

/** Who is listed. `customers`: accounts and guests; `ordered`: whoever has an order. */
export const CUSTOMER_FILTERS = ['customers', 'accounts', 'guests', 'team', 'ordered', 'disabled'] as const;

/** Each begins with the largest or the newest. */
export const CUSTOMER_SORTS = ['newest', 'last-order', 'spent', 'orders'] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

/** One line without a comma, which separates the tags of a file. */
const Tag = Type.String({ maxLength: CUSTOMER_TAG_MAX_LENGTH, pattern: '^(?=.*\\S)[^,\\p{Cc}\\p{Zl}\\p{Zp}]*$' });
const Tags = Type.Array(Tag, { maxItems: CUSTOMER_TAGS_MAX });

export const ListedCustomer = Type.Object({
  _id: Id,
  kind: Type.Enum(['account', 'guest', 'team']),
  name: Type.String(),
  email: Type.String(),
  /** Of an account; a guest has none. */
  phone: Type.String(),
  /** Where the newest order went, by ISO 3166-1; null: no order has an address in fields. */
  country: Nullable(Type.String()),
  /** How many orders were paid for. */
  orders: Type.Integer(),
  /** What they cost, less refunds. Orders on hold don't count. */
  spent: Type.Number(),
  /** ISO 8601, as all times. */
  lastOrderAt: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  /** When they agreed to get offers by email; null: they didn't, or took it back. */
  consentAt: Nullable(Type.String()),
  /** When the account was registered, or when a guest's first order was placed. */
  createdAt: Type.String(),
  /** Null: the account can be logged in to. */
  disabledAt: Nullable(Type.String()),
});
export type ListedCustomer = Type.Static<typeof ListedCustomer>;

/** All given conditions must match. */
export const CustomerFilter = Type.Object({
  filter: Type.Optional(Type.Enum(CUSTOMER_FILTERS)),
  keyword: Type.Optional(Type.String({ description: 'Part of a name or an email', maxLength: USER_SEARCH_MAX_LENGTH })),
  tag: Type.Optional(Tag),
  country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
  /** At least so many orders. */
  minOrders: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** At least so much spent. */
  minSpent: Type.Optional(Dollars),
  /** The last order was placed on this day in the shop's time zone, or later. */
  orderedSince: Type.Optional(Day),
  /** Who agreed to get offers by email. */
  consent: Type.Optional(Type.Enum(['given'])),
});
export type CustomerFilter = Type.Static<typeof CustomerFilter>;

export const CustomerDetails = Type.Object({
  ...ListedCustomer.properties,
  latestOrders: Type.Array(CustomerOrder),
  /** Where a guest's newest orders went, as printed; of an account: `account.addresses`. */
  orderAddresses: Type.Array(Type.String()),
  customFields: Type.Optional(CustomFields),
  /** The team's notes, newest first. */
  notes: Type.Array(CustomerNote),
  /** Null: a guest. */
  account: Nullable(Account),
});
export type CustomerDetails = Type.Static<typeof CustomerDetails>;

const CustomerReply = Type.Object({ success: Type.Boolean(), customer: CustomerDetails });

export const listCustomersSchemas = {
  summary:
    'Accounts and guests: all, or those that match; counted to 10,000. A guest is who paid for an order with an email that no account has confirmed.',
  query: Type.Object({ ...CustomerFilter.properties, ...KeysetQuery, sort: Type.Optional(Type.Enum(CUSTOMER_SORTS)) }),
  reply: Type.Object({ success: Type.Boolean(), customers: Type.Array(ListedCustomer), ...KeysetPagination }),
} satisfies EndpointSchemas;

export const listCustomers: Endpoint<typeof listCustomersSchemas, 'read-only'> = {
  method: 'GET',
  path: PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const exportCustomersSchemas = {
  summary:
    'Accounts and guests as CSV, as the list is filtered; an import reads it again, with addresses and notes. No cell begins a formula.',
  query: CustomerFilter,
  reply: CsvFile,
} satisfies EndpointSchemas;

export const exportCustomers: Endpoint<typeof exportCustomersSchemas, 'read-only'> = {
  method: 'GET',
  path: `${PATH}.csv`,
  access: 'read-only',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: ['read'],
  isDownload: true,
};

export const listCustomerTagsSchemas = {
  summary: 'The tags that customers have, and how many have each, by name.',
  reply: Type.Object({ success: Type.Boolean(), tags: Type.Array(Type.Object({ tag: Type.String(), customers: Type.Integer() })) }),
} satisfies EndpointSchemas;

export const listCustomerTags: Endpoint<typeof listCustomerTagsSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/customer-tags',
  access: 'read-only',
  scopes: ['read'],
};

export const tagCustomersSchemas = {
  summary:
    'Add tags to customers, or remove them: of up to 1,000 by their ids, or of all that match a filter. In any case: VIP and vip are one.',
  body: Type.Object({
    ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: BULK_IDS_MAX })),
    filter: Type.Optional(CustomerFilter),
    add: Type.Optional(Tags),
    remove: Type.Optional(Tags),
  }),
  refusals: ['too_many_tags'],
  reply: Type.Object({
    success: Type.Boolean(),
    /** How many customers have other tags now. */
    changed: Type.Integer(),
  }),
} satisfies EndpointSchemas;

export const tagCustomers: Endpoint<typeof tagCustomersSchemas, 'staff'> = {
  method: 'POST',
  path: '/api/v1/customer-tags',
  access: 'staff',
  scopes: [],
};

export const readCustomerDetailsSchemas = {
  summary: 'One account or guest with its latest orders, what it spent, its tags, its addresses and the notes of the team.',
  params,
  refusals: ['customer_not_found'],
  reply: CustomerReply,
} satisfies EndpointSchemas;

export const readCustomerDetails: Endpoint<typeof readCustomerDetailsSchemas, 'read-only'> = {
  method: 'GET',
  path: `${PATH}/{id}`,
  access: 'read-only',
  scopes: ['read'],
};

export const changeCustomerFieldsSchemas = {
  summary:
    "Set values of the merchant's fields of customers, of an account or a guest. A value that was changed since it was `shown`: 409 with what is there now.",
  params,
  body: ValuesInput,
  refusals: ['customer_not_found', 'version_conflict'],
  reply: CustomerReply,
} satisfies EndpointSchemas;

export const changeCustomerFields: Endpoint<typeof changeCustomerFieldsSchemas, 'staff'> = {
  method: 'PUT',
  path: `${PATH}/{id}/custom-fields`,
  access: 'staff',
  scopes: [],
};

export const addNoteSchemas = {
  summary: 'Write a note about an account or a guest, for the team alone.',
  params,
  body: Type.Object({ text: Type.String({ minLength: 1, maxLength: NOTE_MAX_LENGTH, pattern: '\\S' }) }),
  refusals: ['customer_not_found'],
  reply: CustomerReply,
} satisfies EndpointSchemas;

export const addNote: Endpoint<typeof addNoteSchemas, 'staff'> = {
  method: 'POST',
  path: `${PATH}/{id}/notes`,
  access: 'staff',
  scopes: [],
};

export const deleteNoteSchemas = {
  summary: 'Delete a note about an account or a guest.',
  params: Type.Object({ id: Id, note: Id }),
  refusals: ['customer_not_found', 'not_found'],
  reply: CustomerReply,
} satisfies EndpointSchemas;

export const deleteNote: Endpoint<typeof deleteNoteSchemas, 'staff'> = {
  method: 'DELETE',
  path: `${PATH}/{id}/notes/{note}`,
  access: 'staff',
  scopes: [],
};

export const endConsentSchemas = {
  summary: 'Note that a customer gets no more offers by email. Only customers themselves agree to them.',
  params,
  refusals: ['customer_not_found'],
  reply: CustomerReply,
} satisfies EndpointSchemas;

export const endConsent: Endpoint<typeof endConsentSchemas, 'staff'> = {
  method: 'DELETE',
  path: `${PATH}/{id}/consent`,
  access: 'staff',
  scopes: [],
};

const GuestFields = Type.Pick(ListedCustomer, ['name', 'email', 'country', 'tags', 'consentAt', 'createdAt']);

export const GuestData = Type.Object({
  exportedAt: Type.String(),
  guest: Type.Object({
    ...GuestFields.properties,
    customFields: Type.Optional(CustomFields),
  }),
  /** Newest first, checkouts that were never paid too. */
  orders: Type.Array(Order),
  /** The licence keys that their orders were given; absent: none. */
  licenseKeys: Type.Optional(Type.Array(GivenKeys)),
  /** What they bought in the shop's former place, newest first. */
  importedOrders: Type.Array(ImportedOrder),
  /** What the shop wrote to the address. */
  emails: Type.Array(
    Type.Object({ subject: Type.String(), text: Type.String(), createdAt: Type.String(), sentAt: Nullable(Type.String()) }),
  ),
});
export type GuestData = Type.Static<typeof GuestData>;

export const exportGuestDataSchemas = {
  summary: "All that the shop keeps of a guest, without the team's notes, to hand it to them.",
  params,
  refusals: ['customer_not_found', 'too_many_attempts'],
  reply: Type.Object({ success: Type.Boolean(), data: GuestData }),
} satisfies EndpointSchemas;

export const exportGuestData: Endpoint<typeof exportGuestDataSchemas, 'staff'> = {
  method: 'GET',
  path: `${PATH}/{id}/data`,
  access: 'staff',
  scopes: [],
  recentLogin: RECENT_LOGIN_MINUTES,
};

export const eraseGuestSchemas = {
  summary:
    'Erase a guest for good, with tags, notes and emails. Orders stay in the books, with name, email and address for as long as the law wants, and count for no customer.',
  params,
  refusals: ['customer_not_found'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const eraseGuest: Endpoint<typeof eraseGuestSchemas, 'owner'> = {
  method: 'DELETE',
  path: `${PATH}/{id}`,
  access: 'owner',
  scopes: [],
  recentLogin: RECENT_LOGIN_MINUTES,
};
