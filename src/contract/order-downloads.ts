/** The files and licence keys of an order: for its customer, by login or by a signed link, and for the team. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Id, Nullable, SuccessResponse, Version } from './fields.ts';
import { DOWNLOAD_DAYS_MAX, DOWNLOAD_LIMIT_MAX } from './limits.ts';
import { OrderSignature } from './order.ts';

/** Why a file can't be fetched: the order isn't paid, or was refunded; too late; too often; its bytes are deleted. */
export const DOWNLOAD_ENDS = ['unpaid', 'refunded', 'expired', 'used_up', 'deleted'] as const;
export type DownloadEnd = (typeof DOWNLOAD_ENDS)[number];

const Download = Type.Object({
  _id: Id,
  /** Which of the order's lines, from 0. */
  line: Type.Integer(),
  name: Type.String(),
  bytes: Type.Integer(),
  /** Null: as often as one likes. */
  left: Nullable(Type.Integer()),
  /** Null: without an end. */
  expiresAt: Nullable(Type.String()),
  /** Null: it can be fetched. */
  ended: Nullable(Type.Enum(DOWNLOAD_ENDS)),
  /** By which it is fetched, for whom it is; the team gets none. */
  signature: Type.Optional(OrderSignature),
});
export type Download = Type.Static<typeof Download>;

const Keys = Type.Object({
  line: Type.Integer(),
  /** None where the line was refunded. */
  keys: Type.Array(Type.String()),
  /** How many are still to come. */
  owed: Type.Integer(),
});

/** The licence keys that a line of an order was given, in a person's copy of their data. */
export const GivenKeys = Type.Object({ order: Id, line: Type.Integer(), keys: Type.Array(Type.String()) });

export const OrderDownloads = Type.Object({
  success: Type.Boolean(),
  downloads: Type.Array(Download),
  keys: Type.Array(Keys),
});
export type OrderDownloads = Type.Static<typeof OrderDownloads>;

const params = Type.Object({ id: Id });
const bySignature = { params, body: Type.Object({ signature: OrderSignature }) };
const ORDERS = '/api/v1/order/orders/{id}/downloads';
const PATH = '/api/v1/order/downloads';

const Ticket = Type.Object({
  success: Type.Boolean(),
  /** Where the file is, for some hours: a path on this host. It can be resumed there. */
  url: Type.String(),
  left: Nullable(Type.Integer()),
});

export const readOrderDownloadsSchemas = {
  summary: "The files and licence keys of one of the caller's own orders.",
  params,
  refusals: ['order_not_found'],
  reply: OrderDownloads,
} satisfies EndpointSchemas;

export const readOrderDownloads: Endpoint<typeof readOrderDownloadsSchemas, 'user'> = { method: 'GET', path: ORDERS, access: 'user' };

export const readGuestDownloadsSchemas = {
  summary: "The same of a guest's order, by the signature of its link.",
  ...bySignature,
  refusals: ['order_not_found'],
  reply: OrderDownloads,
} satisfies EndpointSchemas;

export const readGuestDownloads: Endpoint<typeof readGuestDownloadsSchemas, 'public'> = {
  method: 'POST',
  path: '/api/v1/order/guest/orders/{id}/downloads',
  access: 'public',
};

export const readDownloadSchemas = {
  summary: 'One file, by the signature of its link. Any other signature, or a link of another file: 404.',
  ...bySignature,
  refusals: ['not_found'],
  reply: Type.Object({ success: Type.Boolean(), download: Download, product: Type.String() }),
} satisfies EndpointSchemas;

export const readDownload: Endpoint<typeof readDownloadSchemas, 'public'> = {
  method: 'POST',
  path: `${PATH}/{id}/read`,
  access: 'public',
};

export const startDownloadSchemas = {
  summary: 'Fetch it: counts as one download, and answers where it is. Ended: 410.',
  ...bySignature,
  refusals: ['not_found', 'download_ended'],
  reply: Ticket,
} satisfies EndpointSchemas;

export const startDownload: Endpoint<typeof startDownloadSchemas, 'public'> = {
  method: 'POST',
  path: `${PATH}/{id}/start`,
  access: 'public',
};

const ADMIN_PATH = '/api/v1/order/admin/orders/{id}/downloads';

export const readAnyOrderDownloadsSchemas = {
  summary: 'The files and licence keys of any order.',
  params,
  refusals: ['order_not_found'],
  reply: OrderDownloads,
} satisfies EndpointSchemas;

export const readAnyOrderDownloads: Endpoint<typeof readAnyOrderDownloadsSchemas, 'staff'> = {
  method: 'GET',
  path: ADMIN_PATH,
  access: 'staff',
  scopes: ['orders'],
};

export const renewOrderDownloadsSchemas = {
  summary: "Give an order's files as many downloads and days again as a new one gets.",
  params,
  refusals: ['order_not_found', 'wrong_order_status'],
  reply: OrderDownloads,
} satisfies EndpointSchemas;

export const renewOrderDownloads: Endpoint<typeof renewOrderDownloadsSchemas, 'staff'> = {
  method: 'POST',
  path: `${ADMIN_PATH}/renew`,
  access: 'staff',
  scopes: ['orders'],
};

export const resendOrderDownloadsSchemas = {
  summary: "Email an order's links and licence keys to its customer again.",
  params,
  refusals: ['order_not_found', 'wrong_order_status'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const resendOrderDownloads: Endpoint<typeof resendOrderDownloadsSchemas, 'staff'> = {
  method: 'POST',
  path: `${ADMIN_PATH}/send`,
  access: 'staff',
  scopes: ['orders'],
};

/** For orders that are paid from now on. Null: without a limit, without an end. */
export const DownloadLimits = Type.Object({
  downloads: Nullable(Type.Integer({ minimum: 1, maximum: DOWNLOAD_LIMIT_MAX })),
  days: Nullable(Type.Integer({ minimum: 1, maximum: DOWNLOAD_DAYS_MAX })),
});
export type DownloadLimits = Type.Static<typeof DownloadLimits>;

export const DEFAULT_DOWNLOAD_LIMITS: DownloadLimits = { downloads: 5, days: 30 };

const LIMITS_PATH = '/api/v1/shop/download-limits';

export const readDownloadLimitsSchemas = {
  summary: 'How often and how long a bought file can be fetched.',
  reply: Type.Object({ success: Type.Boolean(), limits: DownloadLimits, version: Version }),
} satisfies EndpointSchemas;

export const readDownloadLimits: Endpoint<typeof readDownloadLimitsSchemas, 'read-only'> = {
  method: 'GET',
  path: LIMITS_PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const updateDownloadLimitsSchemas = {
  summary: 'Change that for orders that are paid from now on. An old `version`: 409 with what is there now.',
  body: Type.Object({ ...DownloadLimits.properties, version: Type.Optional(Version) }),
  refusals: ['version_conflict'],
  reply: Type.Object({ ...SuccessResponse.properties, limits: DownloadLimits, version: Version }),
} satisfies EndpointSchemas;

export const updateDownloadLimits: Endpoint<typeof updateDownloadLimitsSchemas, 'staff'> = {
  method: 'PUT',
  path: LIMITS_PATH,
  access: 'staff',
  scopes: [],
};
