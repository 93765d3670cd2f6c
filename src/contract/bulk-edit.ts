/** Changes of many products at once: looked at before, run in the background, and undone. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/bulk-edit.ts';

export type { BulkRefusal, PriceRounding } from './bulk-edit-choices.ts';
export type { BulkChange, BulkEdit, BulkPreview, BulkSelection, BulkValues } from './schemas/bulk-edit.ts';

/** What would become of the products; nothing is changed. */
export const previewBulkEdit: Endpoint<typeof schemas.previewBulkEdit, 'staff'> = {
  method: 'POST',
  path: '/api/v1/product/bulk-preview',
  access: 'staff',
  scopes: ['catalogue'],
};

/** Runs on when the caller is gone; the same `id` again starts nothing. */
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

/** A bulk edit of its own: what was changed since stays. */
export const undoBulkEdit: Endpoint<typeof schemas.undoBulkEdit, 'staff'> = {
  method: 'POST',
  path: '/api/v1/product/bulk-edits/{id}/undo',
  access: 'staff',
  scopes: ['catalogue'],
};
