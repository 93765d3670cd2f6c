/** Changing who the shop is: name, logo, colour, currency, how to reach it. Apart from settings.ts, which is part of a first visit. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Version } from './fields.ts';
import { SentShopDetails, ShopDetails } from './settings.ts';

const PATH = '/api/v1/shop/details';
const LOGO_PATH = '/api/v1/shop/logo';

const SavedReply = Type.Object({ success: Type.Boolean(), message: Type.String(), shop: ShopDetails, version: Version });

export const readShopDetailsSchemas = {
  summary: 'Who the shop is, with the version that an edit form sends back.',
  reply: Type.Object({ success: Type.Boolean(), shop: ShopDetails, version: Version }),
} satisfies EndpointSchemas;

export const readShopDetails: Endpoint<typeof readShopDetailsSchemas, 'read-only'> = {
  method: 'GET',
  path: PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const updateShopDetailsSchemas = {
  summary:
    'Say who the shop is; what a later version of the shop added stays as it is where it is left out. An old `version`: 409 with what is there now.',
  body: Type.Object({
    ...SentShopDetails.properties,
    version: Type.Optional(Version),
  }),
  reply: SavedReply,
} satisfies EndpointSchemas;

export const updateShopDetails: Endpoint<typeof updateShopDetailsSchemas, 'staff'> = {
  method: 'PUT',
  path: PATH,
  access: 'staff',
  scopes: [],
  invalidates: ['settings'],
};

export const replaceLogoSchemas = {
  summary: "Set the shop's logo (JPEG, PNG, WebP, AVIF or GIF, 5 MB at most).",
  body: Type.Object({}),
  refusals: ['invalid_image', 'image_too_large', 'insufficient_storage'],
  reply: SavedReply,
} satisfies EndpointSchemas;

export const replaceLogo: Endpoint<typeof replaceLogoSchemas, 'staff'> = {
  method: 'PUT',
  path: LOGO_PATH,
  access: 'staff',
  scopes: [],
  multipart: true,
  invalidates: ['settings'],
};

export const deleteLogoSchemas = {
  summary: 'Show the name of the shop instead of a logo. Without one: the same.',
  reply: SavedReply,
} satisfies EndpointSchemas;

export const deleteLogo: Endpoint<typeof deleteLogoSchemas, 'staff'> = {
  method: 'DELETE',
  path: LOGO_PATH,
  access: 'staff',
  scopes: [],
  invalidates: ['settings'],
};
