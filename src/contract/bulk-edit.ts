/** Changes of many products at once: looked at before, run in the background, and undone. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/bulk-edit.ts';

export type { BulkRefusal, PriceRounding } from './bulk-edit-choices.ts';
export type { BulkChange, BulkEdit, BulkPreview, BulkSelection, BulkValues } from './schemas/bulk-edit.ts';

/** What would become of the products; nothing is changed. */
export const previewBulkEdit: Endpoint<typeof schemas.previewBulkEdit, 'admin'> = {
  method: 'POST',
  path: '/api/v1/product/bulk-preview',
  access: 'admin',
};

/** Runs on when the caller is gone; the same `id` again starts nothing. */
export const startBulkEdit: Endpoint<typeof schemas.startBulkEdit, 'admin'> = {
  method: 'POST',
  path: '/api/v1/product/bulk-edits',
  access: 'admin',
};

export const listBulkEdits: Endpoint<typeof schemas.listBulkEdits, 'admin'> = {
  method: 'GET',
  path: '/api/v1/product/bulk-edits',
  access: 'admin',
};

export const readBulkEdit: Endpoint<typeof schemas.readBulkEdit, 'admin'> = {
  method: 'GET',
  path: '/api/v1/product/bulk-edits/{id}',
  access: 'admin',
};

/** A bulk edit of its own: what was changed since stays. */
export const undoBulkEdit: Endpoint<typeof schemas.undoBulkEdit, 'admin'> = {
  method: 'POST',
  path: '/api/v1/product/bulk-edits/{id}/undo',
  access: 'admin',
};
