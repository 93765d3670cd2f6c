/** The dashboard's statistics. Apart from settings.ts, so that pages of the storefront don't load what only admins need. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/reports.ts';

export type { BestProduct, DashboardStats, SetupWarning } from './schemas/reports.ts';

const PATH = '/api/v1/shop/figures';

export const readDashboardStats: Endpoint<typeof schemas.readDashboardStats, 'read-only'> = {
  method: 'GET',
  path: PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const exportDashboardStats: Endpoint<typeof schemas.exportDashboardStats, 'read-only'> = {
  method: 'GET',
  path: `${PATH}.csv`,
  access: 'read-only',
  scopes: ['read'],
  isDownload: true,
};

export const listBestProducts: Endpoint<typeof schemas.listBestProducts, 'read-only'> = {
  method: 'GET',
  path: `${PATH}/products`,
  access: 'read-only',
  scopes: ['read'],
};

export const exportProductStats: Endpoint<typeof schemas.exportProductStats, 'read-only'> = {
  method: 'GET',
  path: `${PATH}/products.csv`,
  access: 'read-only',
  scopes: ['read'],
  isDownload: true,
};

export const dismissSetup: Endpoint<typeof schemas.dismissSetup, 'staff'> = {
  method: 'DELETE',
  path: '/api/v1/shop/setup',
  access: 'staff',
  scopes: [],
};
