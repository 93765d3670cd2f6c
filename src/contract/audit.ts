/** Who did what, for owners. */
import type { Endpoint } from './endpoint.ts';
import { RECENT_LOGIN_MINUTES } from './limits.ts';
import type * as schemas from './schemas/audit.ts';

export type { AuditEntry, AuditFilter, VersionPreview } from './schemas/audit.ts';

const PATH = '/api/v1/audit/entries';

export const listAuditEntries: Endpoint<typeof schemas.listAuditEntries, 'owner'> = {
  method: 'GET',
  path: PATH,
  access: 'owner',
  scopes: [],
};

export const exportAuditEntries: Endpoint<typeof schemas.exportAuditEntries, 'owner'> = {
  method: 'GET',
  path: `${PATH}.csv`,
  access: 'owner',
  scopes: [],
  isDownload: true,
};

export const previewVersion: Endpoint<typeof schemas.previewVersion, 'owner'> = {
  method: 'GET',
  path: `${PATH}/{id}/version`,
  access: 'owner',
  scopes: [],
};

export const restoreVersion: Endpoint<typeof schemas.restoreVersion, 'owner'> = {
  method: 'POST',
  path: `${PATH}/{id}/restore`,
  access: 'owner',
  // It may bring back the tax, or where emails about orders went.
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
  invalidates: ['products', 'stock', 'categories', 'settings', 'texts'],
};
