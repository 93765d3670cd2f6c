/** The products of any status as a table, for admins: searched, filtered and sorted. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/product-table.ts';

export type { TableSort } from './product-table-choices.ts';
export type { ProductTableFilter, TableProduct } from './schemas/product-table.ts';

/** A CSV file with the columns of an import. */
export const exportProducts: Endpoint<typeof schemas.exportProducts, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/product/export.csv',
  access: 'read-only',
  scopes: ['read', 'catalogue'],
  isDownload: true,
};

export const listProductTable: Endpoint<typeof schemas.listProductTable, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/product/table',
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};
