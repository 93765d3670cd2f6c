/** The discount codes of the shop, as an admin manages them. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/discount-code.ts';

export type { DiscountCode, DiscountCodeInput } from './schemas/discount-code.ts';

const CODES_PATH = '/api/v1/discount/admin/codes';

export const listDiscountCodes: Endpoint<typeof schemas.listDiscountCodes, 'read-only'> = {
  method: 'GET',
  path: CODES_PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const createDiscountCode: Endpoint<typeof schemas.createDiscountCode, 'staff'> = {
  method: 'POST',
  path: CODES_PATH,
  access: 'staff',
  scopes: [],
};

export const updateDiscountCode: Endpoint<typeof schemas.updateDiscountCode, 'staff'> = {
  method: 'PUT',
  path: `${CODES_PATH}/{id}`,
  access: 'staff',
  scopes: [],
};

export const endDiscountCode: Endpoint<typeof schemas.endDiscountCode, 'staff'> = {
  method: 'POST',
  path: `${CODES_PATH}/{id}/end`,
  access: 'staff',
  scopes: [],
};
