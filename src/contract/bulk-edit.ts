/** Changes of many products at once: previewed first, run in the background, and undone if wanted. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/bulk-edit.ts';

export type { BulkRefusal, PriceRounding } from './bulk-edit-choices.ts';
export type { BulkChange, BulkEdit, BulkPreview, BulkSelection, BulkValues } from './schemas/bulk-edit.ts';

/** What the change would do to the products; nothing is written. */
export const previewBulkEdit: Endpoint<typeof schemas.previewBulkEdit, 'staff'> = {
  method: 'POST',
  path: '/api/v1/product/bulk-preview',
  access: 'staff',
  scopes: ['catalogue'],
};

/** Goes on after the caller has disconnected. A second call with the same `id` starts nothing. */
export const startBulkEdit: Endpoint<typeof schemas.startBulkEdit, 'staff'> = {
  method: 'POST',
  path: '/api/v1/product/bulk-edits',
  access: 'staff',
  scopes: ['catalogue'],
};

export const listBulkEdits: Endpoint<typeof schemas.listBulkEdits, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/product/bulk-edits',
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

export const readBulkEdit: Endpoint<typeof schemas.readBulkEdit, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/product/bulk-edits/{id}',
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

/** The undo is a bulk edit itself. Products that were changed again since the first one are left as they are. */
export const undoBulkEdit: Endpoint<typeof schemas.undoBulkEdit, 'staff'> = {
  method: 'POST',
  path: '/api/v1/product/bulk-edits/{id}/undo',
  access: 'staff',
  scopes: ['catalogue'],
};
