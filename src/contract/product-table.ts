/** The admin's table of products, and which of them a filter leaves: for the table, its file and bulk edits. */
import * as Type from 'typebox';
import { CustomFields } from './custom-field-values.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { CsvFile, Dollars, Id, KeysetPagination, KeysetQuery, Version } from './fields.ts';
import { FIELD_KEY_MAX_LENGTH, FIELD_TEXT_MAX_LENGTH, MAX_PAGE_SIZE, SEARCH_MAX_LENGTH, VENDOR_MAX_LENGTH } from './limits.ts';
import { Product } from './product.ts';
import { MakerKey, Tag } from './product-details.ts';
import { CONDITIONS, Status } from './product-fields.ts';

/** How the admin's table of products is sorted, and filtered by stock. */
export const TABLE_SORTS = ['newest', 'oldest', 'name', 'name-down', 'price-up', 'price-down'] as const;
export type TableSort = (typeof TABLE_SORTS)[number];

/** in_stock: one or more. low: from one to the threshold in the settings. sold_out: none. */
export const STOCK_FILTERS = ['in_stock', 'low', 'sold_out'] as const;

/** missing: the product shows the picture that stands for none. */
export const IMAGE_FILTERS = ['missing'] as const;

const { description: _description, shipping: _shipping, weight: _weight, ...columns } = Product.properties;

export const TableProduct = Type.Object({
  ...columns,
  /** How the description begins. */
  excerpt: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
  version: Version,
  /** Absent: it is in its main `category` alone. */
  furtherCategories: Type.Optional(Type.Array(Id)),
  /** Its stock follows from its parts. Absent: it is no bundle. */
  isBundle: Type.Optional(Type.Boolean()),
  /** Its name; absent: none, here and below. */
  brand: Type.Optional(Type.String()),
  vendor: Type.Optional(Type.String()),
  tags: Type.Optional(Type.Array(Type.String())),
  /** What one costs the merchant; of a product with options the cheapest variant's, if that has its own. */
  cost: Type.Optional(Type.Number()),
  /** What is left of the price, in percent, with one decimal. */
  margin: Type.Optional(Type.Number()),
  barcode: Type.Optional(Type.String()),
  condition: Type.Optional(Type.Enum(CONDITIONS)),
  taxClass: Type.Optional(Type.String()),
  /** Working days until it is ready to ship: `2`, or `3-5`. */
  handlingDays: Type.Optional(Type.String()),
  /** The name of its manufacturer, or of its brand's. */
  maker: Type.Optional(Type.String()),
  /** Values of the merchant's fields; absent: there are none. */
  customFields: Type.Optional(CustomFields),
});
export type TableProduct = Type.Static<typeof TableProduct>;

/** Which products are listed: all given conditions must match. */
export const ProductTableFilter = Type.Object({
  /** Each of its words is in the name or the SKU; or it is the SKU of a variant, or a barcode. */
  keyword: Type.Optional(Type.String({ maxLength: SEARCH_MAX_LENGTH })),
  /** With those below it. */
  category: Type.Optional(Id),
  status: Type.Optional(Status),
  stock: Type.Optional(Type.Enum(STOCK_FILTERS)),
  image: Type.Optional(Type.Enum(IMAGE_FILTERS)),
  brand: Type.Optional(Id),
  /** The key of its own manufacturer; missing: neither it nor its brand has one. */
  maker: Type.Optional(Type.Union([MakerKey, Type.Literal('missing')])),
  /** In any case, as the tag. */
  vendor: Type.Optional(Type.String({ minLength: 1, maxLength: VENDOR_MAX_LENGTH })),
  tag: Type.Optional(Tag),
  /** The key of one of the merchant's fields, and the value that it has: `true` and `false` of yes and no; absent or empty: it has none. */
  field: Type.Optional(Type.String({ maxLength: FIELD_KEY_MAX_LENGTH, pattern: '^[a-z][a-z0-9_]*$' })),
  fieldValue: Type.Optional(Type.String({ maxLength: FIELD_TEXT_MAX_LENGTH })),
  /** Both inclusive. */
  minPrice: Type.Optional(Dollars),
  maxPrice: Type.Optional(Dollars),
});
export type ProductTableFilter = Type.Static<typeof ProductTableFilter>;

/** Products by their ids, between commas: as many as a page has. */
const IdList = Type.String({
  maxLength: 37 * MAX_PAGE_SIZE,
  pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(,[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})*$',
});

export const listProductTableSchemas = {
  summary: 'A page of the products of any status that the filter leaves, for a table: 20 without parameters, counted to 10,000.',
  query: Type.Object({
    ...ProductTableFilter.properties,
    ...KeysetQuery,
    sort: Type.Optional(Type.Enum(TABLE_SORTS)),
    ids: Type.Optional(IdList),
  }),
  reply: Type.Object({ success: Type.Boolean(), products: Type.Array(TableProduct), ...KeysetPagination }),
} satisfies EndpointSchemas;

export const listProductTable: Endpoint<typeof listProductTableSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/product/table',
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

export const listProductLabelsSchemas = {
  summary: 'The vendors and tags that products have, the most used first, up to 500 of each.',
  reply: Type.Object({ success: Type.Boolean(), vendors: Type.Array(Type.String()), tags: Type.Array(Type.String()) }),
} satisfies EndpointSchemas;

export const listProductLabels: Endpoint<typeof listProductLabelsSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/product/labels',
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

export const exportProductsSchemas = {
  summary:
    'The products that the filter leaves as CSV, newest first, with the columns of an import and the slug; no cell begins a formula. A list that its short form (`Size: S, M`) cannot hold is JSON in its cell; an import reads each as it was.',
  query: ProductTableFilter,
  reply: CsvFile,
} satisfies EndpointSchemas;

/** A CSV file with the columns of an import. */
export const exportProducts: Endpoint<typeof exportProductsSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/product/export.csv',
  access: 'read-only',
  scopes: ['read', 'catalogue'],
  isDownload: true,
};
