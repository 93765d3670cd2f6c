/** How addresses are asked for in each country, and those that an account keeps, to ship to. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/address.ts';

export type { AddressFields, SavedAddress } from './schemas/address.ts';

export const listCountries: Endpoint<typeof schemas.listCountries, 'public'> = {
  method: 'GET',
  path: '/api/v1/address/countries',
  access: 'public',
  cache: 'shared',
};

export const readAddressFormat: Endpoint<typeof schemas.readAddressFormat, 'public'> = {
  method: 'GET',
  path: '/api/v1/address/countries/{country}',
  access: 'public',
  cache: 'shared',
};

const PATH = '/api/v1/account/addresses';

export const listAddresses: Endpoint<typeof schemas.listAddresses, 'user'> = { method: 'GET', path: PATH, access: 'user' };

export const createAddress: Endpoint<typeof schemas.createAddress, 'user'> = { method: 'POST', path: PATH, access: 'user' };

export const updateAddress: Endpoint<typeof schemas.updateAddress, 'user'> = { method: 'PUT', path: `${PATH}/{id}`, access: 'user' };

export const deleteAddress: Endpoint<typeof schemas.deleteAddress, 'user'> = { method: 'DELETE', path: `${PATH}/{id}`, access: 'user' };
