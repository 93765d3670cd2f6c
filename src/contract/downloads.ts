/** What a product consists of that nobody ships: its files, and lists of licence keys. For the team. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { CsvFile, Id, Nullable, SuccessResponse, Version } from './fields.ts';
import {
  DOWNLOAD_DAYS_MAX,
  DOWNLOAD_LIMIT_MAX,
  DOWNLOAD_MAX_BYTES,
  DOWNLOAD_NAME_MAX_LENGTH,
  DOWNLOADS_MAX,
  LICENSE_KEYS_LOW_MAX,
  LICENSE_KEYS_TEXT_MAX_LENGTH,
  RECENT_LOGIN_MINUTES,
  VARIANTS_MAX,
} from './limits.ts';
import { MEGABYTE } from './values.ts';

/** A file is uploaded in pieces of this size, so that what breaks off goes on where it was; the last piece is what is left. */
export const DOWNLOAD_PIECE_BYTES = 4 * MEGABYTE;

/** How the browser saves it: a name without a path. */
export const DownloadName = Type.String({
  minLength: 1,
  maxLength: DOWNLOAD_NAME_MAX_LENGTH,
  pattern: '^(?!\\.{1,2}$)[^\\p{Cc}\\p{Zl}\\p{Zp}/\\\\]*[^\\s/\\\\\\p{Cc}\\p{Zl}\\p{Zp}][^\\p{Cc}\\p{Zl}\\p{Zp}/\\\\]*$',
});

/** Of which variants of the product it is; empty: of all of them, or of a product without options. */
/** How often and for how many days what is bought can be fetched. 0: without a limit. Null or absent: as the settings say. */
const FileLimits = {
  downloads: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: DOWNLOAD_LIMIT_MAX }))),
  days: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: DOWNLOAD_DAYS_MAX }))),
};

const Variants = Type.Array(Id, { maxItems: VARIANTS_MAX, uniqueItems: true });

export const DownloadFile = Type.Object({
  _id: Id,
  name: Type.String(),
  bytes: Type.Integer(),
  variants: Variants,
  /** False: pieces of it are missing, and nobody gets it yet. */
  isReady: Type.Boolean(),
  /** The pieces that are missing, from 0; absent: none. */
  missing: Type.Optional(Type.Array(Type.Integer())),
  ...FileLimits,
  version: Version,
});
export type DownloadFile = Type.Static<typeof DownloadFile>;

export const LicenseKeyList = Type.Object({
  _id: Id,
  variants: Variants,
  /** How many can be sold, were sold, and are owed to customers who have paid. */
  free: Type.Integer(),
  sold: Type.Integer(),
  owed: Type.Integer(),
  /** The team is told once no more than this many are left. */
  lowAt: Type.Integer(),
  version: Version,
});
export type LicenseKeyList = Type.Static<typeof LicenseKeyList>;

const PATH = '/api/v1/product/downloads';
const FILES_PATH = '/api/v1/product/download-files/{id}';
const LISTS_PATH = '/api/v1/product/key-lists/{id}';
const params = Type.Object({ id: Id });
const ofProduct = { params: Type.Object({ product: Id }) };
const DownloadsReply = Type.Object({
  success: Type.Boolean(),
  files: Type.Array(DownloadFile, { maxItems: DOWNLOADS_MAX }),
  keyLists: Type.Array(LicenseKeyList),
});
const FileReply = Type.Object({ success: Type.Boolean(), file: DownloadFile });
const ListReply = Type.Object({ success: Type.Boolean(), keyList: LicenseKeyList });

export const listDownloadsSchemas = {
  summary: "A product's files, in their order, and its lists of licence keys. No key is among it.",
  ...ofProduct,
  refusals: ['product_not_found'],
  reply: DownloadsReply,
} satisfies EndpointSchemas;

export const listDownloads: Endpoint<typeof listDownloadsSchemas, 'read-only'> = {
  method: 'GET',
  path: `${PATH}/{product}`,
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

export const createDownloadSchemas = {
  summary: `Add a file to a product, as long as it has fewer than ${DOWNLOADS_MAX}. Then upload its pieces of 4 MiB; with the last one it is ready. What isn't complete after a day is deleted.`,
  ...ofProduct,
  body: Type.Object({
    name: DownloadName,
    bytes: Type.Integer({ minimum: 1, maximum: DOWNLOAD_MAX_BYTES }),
    variants: Type.Optional(Variants),
    ...FileLimits,
  }),
  refusals: ['product_not_found'],
  reply: FileReply,
} satisfies EndpointSchemas;

export const createDownload: Endpoint<typeof createDownloadSchemas, 'staff'> = {
  method: 'POST',
  path: `${PATH}/{product}`,
  access: 'staff',
  scopes: ['catalogue'],
};

export const uploadDownloadPieceSchemas = {
  summary: 'One piece of a file, by its place from 0: the bytes as they are. The same piece twice is the same as once.',
  params: Type.Object({ id: Id, piece: Type.Integer({ minimum: 0, maximum: 100_000 }) }),
  refusals: ['not_found', 'insufficient_storage'],
  reply: FileReply,
} satisfies EndpointSchemas;

export const uploadDownloadPiece: Endpoint<typeof uploadDownloadPieceSchemas, 'staff'> = {
  method: 'PUT',
  path: `${FILES_PATH}/pieces/{piece}`,
  access: 'staff',
  scopes: ['catalogue'],
  isUpload: 'bytes',
};

export const updateDownloadSchemas = {
  summary:
    'Rename a file, say of which variants it is and how often and long it can be fetched, or move it to a place among the others. An old `version`: 409.',
  params,
  body: Type.Object({
    name: Type.Optional(DownloadName),
    variants: Type.Optional(Variants),
    ...FileLimits,
    /** From 0. */
    position: Type.Optional(Type.Integer({ minimum: 0, maximum: DOWNLOADS_MAX })),
    version: Type.Optional(Version),
  }),
  refusals: ['not_found', 'version_conflict'],
  reply: FileReply,
} satisfies EndpointSchemas;

export const updateDownload: Endpoint<typeof updateDownloadSchemas, 'staff'> = {
  method: 'PUT',
  path: FILES_PATH,
  access: 'staff',
  scopes: ['catalogue'],
};

export const deleteDownloadSchemas = {
  summary: 'Stop selling a file. Whoever has bought it can fetch it as long as before.',
  params,
  refusals: ['not_found'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const deleteDownload: Endpoint<typeof deleteDownloadSchemas, 'staff'> = {
  method: 'DELETE',
  path: FILES_PATH,
  access: 'staff',
  scopes: ['catalogue'],
};

const LowAt = Type.Integer({ minimum: 0, maximum: LICENSE_KEYS_LOW_MAX });

export const createKeyListSchemas = {
  summary: 'Sell licence keys with a product: from now on each piece gets one. Until keys are added, they are owed.',
  ...ofProduct,
  body: Type.Object({ variants: Type.Optional(Variants), lowAt: Type.Optional(LowAt) }),
  refusals: ['product_not_found'],
  reply: ListReply,
} satisfies EndpointSchemas;

export const createKeyList: Endpoint<typeof createKeyListSchemas, 'staff'> = {
  method: 'POST',
  path: `${PATH}/{product}/keys`,
  access: 'staff',
  scopes: ['catalogue'],
};

export const updateKeyListSchemas = {
  summary: 'Say of which variants the keys of a list are, or when they count as low. An old `version`: 409.',
  params,
  body: Type.Object({ variants: Type.Optional(Variants), lowAt: Type.Optional(LowAt), version: Type.Optional(Version) }),
  refusals: ['not_found', 'version_conflict'],
  reply: ListReply,
} satisfies EndpointSchemas;

export const updateKeyList: Endpoint<typeof updateKeyListSchemas, 'staff'> = {
  method: 'PUT',
  path: LISTS_PATH,
  access: 'staff',
  scopes: ['catalogue'],
};

export const addLicenseKeysSchemas = {
  summary:
    'Add licence keys, one a line, or as CSV with a column `key`, of which rows whose `status` is `sold` are left out. So are empty lines, and keys that the list has or had already. Those owed get theirs at once, the oldest order first, and an email with it.',
  bodyLimit: 4 * MEGABYTE,
  params,
  body: Type.Object({ keys: Type.String({ minLength: 1, maxLength: LICENSE_KEYS_TEXT_MAX_LENGTH }) }),
  refusals: ['not_found'],
  reply: Type.Object({
    ...ListReply.properties,
    added: Type.Integer(),
    /** Left out, because the list has or had them. */
    known: Type.Integer(),
  }),
} satisfies EndpointSchemas;

export const addLicenseKeys: Endpoint<typeof addLicenseKeysSchemas, 'staff'> = {
  method: 'POST',
  path: LISTS_PATH,
  access: 'staff',
  scopes: ['catalogue'],
};

export const exportLicenseKeysSchemas = {
  summary:
    'All keys of a list as CSV, in the order in which they are sold: `key`, `status` (free or sold), `order` and `given_at`. The activity log says who did it. No cell begins a formula.',
  params,
  refusals: ['not_found'],
  reply: CsvFile,
} satisfies EndpointSchemas;

/** Each free key is worth what the product costs: an owner who has just proven who they are. */
export const exportLicenseKeys: Endpoint<typeof exportLicenseKeysSchemas, 'owner'> = {
  method: 'GET',
  path: `${LISTS_PATH}/keys.csv`,
  access: 'owner',
  scopes: [],
  isDownload: true,
  recentLogin: RECENT_LOGIN_MINUTES,
};

export const deleteKeyListSchemas = {
  summary:
    'Sell no more keys of a list: those that nobody has bought are deleted. Sold ones stay with their orders, and what is owed stays owed.',
  params,
  refusals: ['not_found'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const deleteKeyList: Endpoint<typeof deleteKeyListSchemas, 'staff'> = {
  method: 'DELETE',
  path: LISTS_PATH,
  access: 'staff',
  scopes: ['catalogue'],
};
