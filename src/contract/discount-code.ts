/** The discount codes of the shop, as an admin manages them. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/discount-code.ts';

export type { DiscountCode, DiscountCodeInput } from './schemas/discount-code.ts';

const CODES_PATH = '/api/v1/discount/admin/codes';

export const listDiscountCodes: Endpoint<typeof schemas.listDiscountCodes, 'admin'> = {
  method: 'GET',
  path: CODES_PATH,
  access: 'admin',
};

export const createDiscountCode: Endpoint<typeof schemas.createDiscountCode, 'admin'> = {
  method: 'POST',
  path: CODES_PATH,
  access: 'admin',
};

export const updateDiscountCode: Endpoint<typeof schemas.updateDiscountCode, 'admin'> = {
  method: 'PUT',
  path: `${CODES_PATH}/{id}`,
  access: 'admin',
};

export const endDiscountCode: Endpoint<typeof schemas.endDiscountCode, 'admin'> = {
  method: 'POST',
  path: `${CODES_PATH}/{id}/end`,
  access: 'admin',
};
