/** The dashboard's statistics. Apart from settings.ts, so that pages of the storefront don't load what only admins need. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/reports.ts';

export type { DashboardStats, SetupWarning } from './schemas/reports.ts';

export const readDashboardStats: Endpoint<typeof schemas.readDashboardStats, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/shop/figures',
  access: 'read-only',
  scopes: ['read'],
};
