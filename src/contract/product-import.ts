/** Imports of products from CSV files: uploaded, checked, and then processed in the background. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/product-import.ts';

export type { ImportFormatName, ImportMatch, ImportNoticeKind, ImportNumbers, ImportStatus } from './product-import-choices.ts';
export type { ImportChoices, ImportError, ImportNotice, ImportSample, ImportSummary, ProductImport } from './schemas/product-import.ts';

export const uploadProductImport: Endpoint<typeof schemas.uploadProductImport, 'staff'> = {
  method: 'POST',
  path: '/api/v1/product/imports',
  access: 'staff',
  scopes: ['catalogue'],
  isUpload: true,
};

export const listProductImports: Endpoint<typeof schemas.listProductImports, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/product/imports',
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

export const readProductImport: Endpoint<typeof schemas.readProductImport, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/product/imports/{id}',
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

export const updateProductImport: Endpoint<typeof schemas.updateProductImport, 'staff'> = {
  method: 'PUT',
  path: '/api/v1/product/imports/{id}',
  access: 'staff',
  scopes: ['catalogue'],
};

export const startProductImport: Endpoint<typeof schemas.startProductImport, 'staff'> = {
  method: 'POST',
  path: '/api/v1/product/imports/{id}/start',
  access: 'staff',
  scopes: ['catalogue'],
};

export const cancelProductImport: Endpoint<typeof schemas.cancelProductImport, 'staff'> = {
  method: 'POST',
  path: '/api/v1/product/imports/{id}/cancel',
  access: 'staff',
  scopes: ['catalogue'],
};

/** The refused rows with the file's own columns, and three more that say why. */
export const exportRefusedRows: Endpoint<typeof schemas.exportRefusedRows, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/product/imports/{id}/refused.csv',
  access: 'read-only',
  scopes: ['read', 'catalogue'],
  isDownload: true,
};

export const exportImportSample: Endpoint<typeof schemas.exportImportSample, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/product/import-sample.csv',
  access: 'read-only',
  scopes: ['read', 'catalogue'],
  isDownload: true,
};
