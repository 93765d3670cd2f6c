/** Brands: who makes what the shop sells. Each has a page with its products. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Id, Pagination, PaginationQuery, SuccessResponse, Version } from './fields.ts';
import { BRAND_DESCRIPTION_MAX_LENGTH, BRAND_NAME_MAX_LENGTH } from './limits.ts';
import { FilterChoices, FilterGroup, Product, Sort } from './product.ts';
import { BrandName, MakerKey } from './product-details.ts';
import { ProductImageInput } from './product-fields.ts';
import { RichText } from './rich-text.ts';

const PATH = '/api/v1/brands';
const params = Type.Object({ id: Id });

/** A brand with the text and the image that a merchant gave it. */
export const Brand = Type.Object({
  _id: Id,
  name: Type.String(),
  slug: Type.String(),
  /** Markdown; empty: none. */
  description: Type.String(),
  /** Null: none. */
  image: Type.Union([Type.Object({ url: Type.String(), alt: Type.String() }), Type.Null()]),
});

/** The key of the manufacturer of its products, unless they have their own; null: none. */
const Maker = Type.Union([MakerKey, Type.Null()]);

export type Brand = Type.Static<typeof Brand>;

export const VersionedBrand = Type.Object({ ...Brand.properties, maker: Maker, version: Version });
export type VersionedBrand = Type.Static<typeof VersionedBrand>;

export const ListedBrand = Type.Object({
  ...VersionedBrand.properties,
  /** How many products it has, of any status. */
  count: Type.Integer(),
});
export type ListedBrand = Type.Static<typeof ListedBrand>;

export const listBrandsSchemas = {
  summary:
    'A page of the brands by name, 100 without parameters, with how many products each has; with a keyword, those whose name has it.',
  query: Type.Object({ ...PaginationQuery, keyword: Type.Optional(Type.String({ maxLength: BRAND_NAME_MAX_LENGTH })) }),
  reply: Type.Object({ success: Type.Boolean(), brands: Type.Array(ListedBrand), ...Pagination }),
} satisfies EndpointSchemas;

export const listBrands: Endpoint<typeof listBrandsSchemas, 'read-only'> = {
  method: 'GET',
  path: PATH,
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

/** The name of the filter that every list has once products have brands. */
export const BRAND_FILTER = 'Brand';

export const listBrandProductsSchemas = {
  summary:
    'A brand, by its slug or one that it had, and a page of its products, newest first, 100 without parameters; `filters`, as JSON, is that of filter-products.',
  params: Type.Object({ slug: Type.String({ minLength: 1, maxLength: 300 }) }),
  query: Type.Object({ ...PaginationQuery, sort: Type.Optional(Sort), filters: Type.Optional(FilterChoices) }),
  refusals: ['brand_not_found', 'brand_gone'],
  reply: Type.Object({
    success: Type.Boolean(),
    /** `content`: what its description is shown as; absent: it has none. */
    brand: Type.Object({ ...Brand.properties, content: Type.Optional(RichText) }),
    products: Type.Array(Product),
    ...Pagination,
    /** As in filter-products. */
    isAbout: Type.Boolean(),
    filters: Type.Array(FilterGroup),
  }),
} satisfies EndpointSchemas;

export const listBrandProducts: Endpoint<typeof listBrandProductsSchemas, 'public'> = {
  method: 'GET',
  path: '/api/v1/brand/{slug}',
  access: 'public',
  cache: 'shared',
  dependsOn: ['products'],
};

const BrandInput = {
  name: BrandName,
  /** Markdown. Absent: as it is. */
  description: Type.Optional(Type.String({ maxLength: BRAND_DESCRIPTION_MAX_LENGTH })),
  /** An image that it has already or that upload-image returned; null: none. Absent: as it is. */
  image: Type.Optional(Type.Union([ProductImageInput, Type.Null()])),
  /** The key of a manufacturer's record; null: none. Absent: as it is. */
  maker: Type.Optional(Maker),
};

const BrandReply = Type.Object({ success: Type.Boolean(), message: Type.String(), brand: VersionedBrand });

export const createBrandSchemas = {
  summary: 'Make a brand; a name that another one has, in any case: 409.',
  body: Type.Object(BrandInput),
  refusals: ['name_taken'],
  reply: BrandReply,
} satisfies EndpointSchemas;

export const createBrand: Endpoint<typeof createBrandSchemas, 'staff'> = {
  method: 'POST',
  path: PATH,
  access: 'staff',
  scopes: ['catalogue'],
};

export const updateBrandSchemas = {
  summary: 'Change a brand; links with its former slug lead on. An old `version`: 409 with what is there now.',
  params,
  body: Type.Object({
    ...BrandInput,
    /** Makes its address of the name. */
    renewSlug: Type.Optional(Type.Boolean()),
    version: Type.Optional(Version),
  }),
  refusals: ['brand_not_found', 'name_taken'],
  reply: BrandReply,
} satisfies EndpointSchemas;

export const updateBrand: Endpoint<typeof updateBrandSchemas, 'staff'> = {
  method: 'PUT',
  path: `${PATH}/{id}`,
  access: 'staff',
  scopes: ['catalogue'],
  invalidates: ['products'],
};

export const mergeBrandSchemas = {
  summary:
    'Merge a brand into another: that one gets its products, collections by rule ask for that one, and links with its address lead there. A large brand’s products follow within minutes.',
  params,
  body: Type.Object({ into: Id }),
  refusals: ['brand_not_found'],
  reply: Type.Object({
    ...BrandReply.properties,
    /** Whether products are still being moved. */
    isMoving: Type.Boolean(),
  }),
} satisfies EndpointSchemas;

export const mergeBrand: Endpoint<typeof mergeBrandSchemas, 'staff'> = {
  method: 'POST',
  path: `${PATH}/{id}/merge`,
  access: 'staff',
  scopes: ['catalogue'],
  invalidates: ['products'],
};

export const deleteBrandSchemas = {
  summary: 'Delete a brand that has no products; otherwise 409.',
  params,
  refusals: ['brand_not_found', 'brand_not_empty'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const deleteBrand: Endpoint<typeof deleteBrandSchemas, 'staff'> = {
  method: 'DELETE',
  path: `${PATH}/{id}`,
  access: 'staff',
  scopes: ['catalogue'],
};
