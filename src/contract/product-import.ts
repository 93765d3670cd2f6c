/** Imports from CSV files, of products, customers, orders and what else another shop hands out: uploaded, checked, and then processed in the background. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { CsvFile, Nullable } from './fields.ts';
import { IMPORT_NAME_MAX_LENGTH, RECENT_LOGIN_MINUTES } from './limits.ts';
import { IMPORT_KINDS, IMPORT_NOTICES, ImportChoices, ImportReply, ImportSummary, params } from './product-import-fields.ts';

export const uploadProductImportSchemas = {
  summary:
    'Upload a CSV file: the body is the file as it is. It is looked at in the background, and nothing of it is imported yet. Without `kind` its first row says what it brings. API keys bring products only.',
  query: Type.Object({
    fileName: Type.String({ minLength: 1, maxLength: IMPORT_NAME_MAX_LENGTH }),
    kind: Type.Optional(Type.Enum(IMPORT_KINDS)),
  }),
  refusals: ['import_too_large', 'insufficient_storage'],
  reply: ImportReply,
} satisfies EndpointSchemas;

export const uploadProductImport: Endpoint<typeof uploadProductImportSchemas, 'staff'> = {
  method: 'POST',
  path: '/api/v1/product/imports',
  access: 'staff',
  scopes: ['catalogue'],
  isUpload: true,
};

export const listProductImportsSchemas = {
  summary: 'The latest twenty imports.',
  reply: Type.Object({ success: Type.Boolean(), imports: Type.Array(ImportSummary) }),
} satisfies EndpointSchemas;

export const listProductImports: Endpoint<typeof listProductImportsSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/product/imports',
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

export const readProductImportSchemas = {
  summary:
    'How far an import is: before it begins what would become of the file, afterwards what became of it. `notice` asks for the notices of one kind.',
  params,
  query: Type.Object({
    notice: Type.Optional(Type.Enum(IMPORT_NOTICES)),
    noticePage: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  }),
  reply: ImportReply,
} satisfies EndpointSchemas;

export const readProductImport: Endpoint<typeof readProductImportSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/product/imports/{id}',
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

export const updateProductImportSchemas = {
  summary: 'Choose other columns, or how products are found, before an import begins. The file is looked at anew.',
  params,
  body: ImportChoices,
  refusals: ['import_closed'],
  reply: ImportReply,
} satisfies EndpointSchemas;

export const updateProductImport: Endpoint<typeof updateProductImportSchemas, 'staff'> = {
  method: 'PUT',
  path: '/api/v1/product/imports/{id}',
  access: 'staff',
  scopes: ['catalogue'],
};

export const startProductImportSchemas = {
  summary:
    'Import the file in the background, after those that were started before. One that has failed goes on where it stopped. Of customers, orders and discount codes: 403 reauthentication_required where the login, or the last call of auth/reauthenticate, is more than fifteen minutes ago.',
  params,
  refusals: ['import_closed', 'reauthentication_required', 'reauthentication_by_code_required'],
  reply: ImportReply,
} satisfies EndpointSchemas;

export const startProductImport: Endpoint<typeof startProductImportSchemas, 'staff'> = {
  method: 'POST',
  path: '/api/v1/product/imports/{id}/start',
  access: 'staff',
  scopes: ['catalogue'],
};

export const cancelProductImportSchemas = {
  summary: 'End an import after the products that it is at. What was imported stays.',
  params,
  refusals: ['import_closed'],
  reply: ImportReply,
} satisfies EndpointSchemas;

export const cancelProductImport: Endpoint<typeof cancelProductImportSchemas, 'staff'> = {
  method: 'POST',
  path: '/api/v1/product/imports/{id}/cancel',
  access: 'staff',
  scopes: ['catalogue'],
};

export const exportRefusedRowsSchemas = {
  summary:
    'The refused rows as they were in the file, each with its place, column and reason, to be mended and uploaded again. Of customers, orders and discount codes: asks for the password as startProductImport.',
  params,
  refusals: ['import_closed', 'reauthentication_required', 'reauthentication_by_code_required'],
  reply: CsvFile,
} satisfies EndpointSchemas;

/** The refused rows with the file's own columns, and three more that say why. */
export const exportRefusedRows: Endpoint<typeof exportRefusedRowsSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/product/imports/{id}/refused.csv',
  access: 'read-only',
  scopes: ['read', 'catalogue'],
  isDownload: true,
};

export const exportImportSampleSchemas = {
  summary: "A small file with the shop's own columns, to fill in and upload.",
  reply: CsvFile,
} satisfies EndpointSchemas;

export const exportImportSample: Endpoint<typeof exportImportSampleSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/product/import-sample.csv',
  access: 'read-only',
  scopes: ['read', 'catalogue'],
  isDownload: true,
};

export const inviteImportedCustomersSchemas = {
  summary:
    "Invite all customers that an import made, and who haven't read their mailbox for the shop, to set a password. Once each; twenty a minute, so that mail servers don't take it for spam.",
  params,
  refusals: ['import_closed', 'unavailable'],
  reply: Type.Object({
    success: Type.Boolean(),
    invited: Type.Integer(),
    /** When the last of them is sent; null: nobody was left to invite. */
    lastAt: Nullable(Type.String()),
  }),
} satisfies EndpointSchemas;

export const inviteImportedCustomers: Endpoint<typeof inviteImportedCustomersSchemas, 'staff'> = {
  method: 'POST',
  path: '/api/v1/product/imports/{id}/invitations',
  access: 'staff',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
};
