/** A person's data: their copy of it, and taking them out of the shop. */
import * as Type from 'typebox';
import { ListedSession } from './account-security.ts';
import { SavedAddress } from './address.ts';
import { User } from './auth.ts';
import { SavedBilling } from './company.ts';
import { CustomFields } from './custom-field-values.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Id, SuccessResponse } from './fields.ts';
import { ImportedOrder } from './imported-order.ts';
import { CREDENTIAL_CHANGE_MINUTES, RECENT_LOGIN_MINUTES } from './limits.ts';
import { GivenKeys } from './order-downloads.ts';
import { Order } from './order-fields.ts';

const ACCOUNT_PATH = '/api/v1/account';
const USER_PATH = '/api/v1/auth/users/{id}';

const Time = Type.String({ description: 'ISO 8601' });

export const PersonalData = Type.Object({
  exportedAt: Time,
  account: Type.Object({
    ...User.properties,
    /** The address that replaces `email` once it is confirmed. */
    pendingEmail: Type.Union([Type.String(), Type.Null()]),
    createdAt: Time,
  }),
  /** The team's tags. */
  tags: Type.Array(Type.String()),
  /** When they agreed to get offers by email; null: they didn't, or took it back. */
  consentAt: Type.Union([Time, Type.Null()]),
  /** Of the merchant's fields of customers. */
  customFields: Type.Optional(CustomFields),
  addresses: Type.Array(SavedAddress),
  /** The company, VAT ID and billing address of their next orders; absent: none are saved. */
  billing: Type.Optional(SavedBilling),
  /** Where the account is logged in. */
  sessions: Type.Array(Type.Omit(ListedSession, ['isCurrent'])),
  /** Newest first, checkouts that were never paid too. */
  orders: Type.Array(Order),
  /** The licence keys that their orders were given; absent: none. */
  licenseKeys: Type.Optional(Type.Array(GivenKeys)),
  /** Absent: none. */
  storeCredit: Type.Optional(Type.Array(Type.Object({ balance: Type.Number(), currency: Type.String() }))),
  /** Sent to their confirmed address, without codes; absent: none. */
  giftCards: Type.Optional(
    Type.Array(
      Type.Object({
        lastFour: Type.String(),
        recipientName: Type.String(),
        senderName: Type.String(),
        message: Type.String(),
        createdAt: Time,
      }),
    ),
  ),
  /** What they bought in the shop's former place, newest first. */
  importedOrders: Type.Array(ImportedOrder),
  /** What the shop wrote about the account, to whichever address, and to its confirmed address; links that only the mailbox has are left out. */
  emails: Type.Array(
    Type.Object({ subject: Type.String(), text: Type.String(), createdAt: Time, sentAt: Type.Union([Time, Type.Null()]) }),
  ),
  /** To join the shop's team, to its confirmed address. */
  invitations: Type.Array(Type.Object({ role: Type.String(), by: Type.String(), createdAt: Time, expiresAt: Time })),
});
export type PersonalData = Type.Static<typeof PersonalData>;

const DataReply = Type.Object({ success: Type.Boolean(), data: PersonalData });

export const exportOwnDataSchemas = {
  summary:
    'All that the shop keeps of the caller, but what the team wrote for itself. Ten times an hour; asks for the password as eraseOwnAccount.',
  reply: DataReply,
  refusals: ['user_not_found', 'too_many_attempts'],
} satisfies EndpointSchemas;

export const exportOwnData: Endpoint<typeof exportOwnDataSchemas, 'user'> = {
  method: 'GET',
  path: `${ACCOUNT_PATH}/data`,
  access: 'user',
  recentLogin: CREDENTIAL_CHANGE_MINUTES,
};

export const eraseOwnAccountSchemas = {
  summary:
    "Erase the caller's account for good. Orders stay in the shop's books, with name, email and address for as long as the law wants. Of somebody who works here: 409 team_member. 403 reauthentication_required where the password was proven more than five minutes ago.",
  reply: SuccessResponse,
  refusals: ['team_member'],
} satisfies EndpointSchemas;

export const eraseOwnAccount: Endpoint<typeof eraseOwnAccountSchemas, 'user'> = {
  method: 'DELETE',
  path: ACCOUNT_PATH,
  access: 'user',
  recentLogin: CREDENTIAL_CHANGE_MINUTES,
};

export const exportCustomerDataSchemas = {
  summary: 'All that the shop keeps of a person, to hand it to them.',
  params: Type.Object({ id: Id }),
  reply: DataReply,
  refusals: ['user_not_found', 'too_many_attempts'],
} satisfies EndpointSchemas;

export const exportCustomerData: Endpoint<typeof exportCustomerDataSchemas, 'staff'> = {
  method: 'GET',
  path: `${USER_PATH}/data`,
  access: 'staff',
  scopes: [],
  recentLogin: RECENT_LOGIN_MINUTES,
};

export const eraseCustomerSchemas = {
  summary: "Erase a customer's account for good, as they could themselves; they are told by email.",
  params: Type.Object({ id: Id }),
  reply: SuccessResponse,
  refusals: ['team_member', 'user_not_found'],
} satisfies EndpointSchemas;

export const eraseCustomer: Endpoint<typeof eraseCustomerSchemas, 'owner'> = {
  method: 'DELETE',
  path: USER_PATH,
  access: 'owner',
  scopes: [],
  recentLogin: RECENT_LOGIN_MINUTES,
};
