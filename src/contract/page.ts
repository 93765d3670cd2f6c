/** The pages that a merchant writes in Markdown, besides about, contact and policy (content.ts). */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/page.ts';

export type { AdminPage, ListedPage, Page, PageInput } from './schemas/page.ts';

const ADMIN_PATH = '/api/v1/shop/admin/pages';

export const readPage: Endpoint<typeof schemas.readPage, 'public'> = {
  method: 'GET',
  path: '/api/v1/shop/pages/{slug}',
  access: 'public',
  cache: 'shared',
};

export const listPages: Endpoint<typeof schemas.listPages, 'read-only'> = {
  method: 'GET',
  path: ADMIN_PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const readAdminPage: Endpoint<typeof schemas.readAdminPage, 'read-only'> = {
  method: 'GET',
  path: `${ADMIN_PATH}/{id}`,
  access: 'read-only',
  scopes: ['read'],
};

export const createPage: Endpoint<typeof schemas.createPage, 'staff'> = {
  method: 'POST',
  path: ADMIN_PATH,
  access: 'staff',
  scopes: [],
  invalidates: ['texts'],
};

export const updatePage: Endpoint<typeof schemas.updatePage, 'staff'> = {
  method: 'PUT',
  path: `${ADMIN_PATH}/{id}`,
  access: 'staff',
  scopes: [],
  invalidates: ['texts'],
};

export const deletePage: Endpoint<typeof schemas.deletePage, 'staff'> = {
  method: 'DELETE',
  path: `${ADMIN_PATH}/{id}`,
  access: 'staff',
  scopes: [],
  invalidates: ['texts'],
};

export const previewText: Endpoint<typeof schemas.previewText, 'staff'> = {
  method: 'POST',
  path: '/api/v1/shop/admin/preview-text',
  access: 'staff',
  scopes: [],
};
