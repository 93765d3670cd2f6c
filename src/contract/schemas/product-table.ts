import * as Type from 'typebox';
import type { EndpointSchemas } from '../endpoint.ts';
import { SEARCH_MAX_LENGTH } from '../limits.ts';
import { STOCK_FILTERS, TABLE_SORTS } from '../product-table-choices.ts';
import { CsvFile, Dollars, Id, KeysetPagination, KeysetQuery, Version } from './common.ts';
import { Product } from './product.ts';
import { Status } from './product-fields.ts';

const { description: _description, shipping: _shipping, weight: _weight, ...columns } = Product.properties;

export const TableProduct = Type.Object({ ...columns, createdAt: Type.String({ format: 'date-time' }), version: Version });
export type TableProduct = Type.Static<typeof TableProduct>;

/** Which products are listed: all given conditions must match. */
export const ProductTableFilter = Type.Object({
  /** Each of its words is in the name or the SKU; or it is the SKU of a variant. */
  keyword: Type.Optional(Type.String({ maxLength: SEARCH_MAX_LENGTH })),
  category: Type.Optional(Id),
  status: Type.Optional(Status),
  stock: Type.Optional(Type.Enum(STOCK_FILTERS)),
  /** Both inclusive. */
  minPrice: Type.Optional(Dollars),
  maxPrice: Type.Optional(Dollars),
});
export type ProductTableFilter = Type.Static<typeof ProductTableFilter>;

export const listProductTable = {
  summary: 'A page of the products of any status that the filter leaves, for a table: 20 without parameters, counted to 10,000.',
  query: Type.Object({ ...ProductTableFilter.properties, ...KeysetQuery, sort: Type.Optional(Type.Enum(TABLE_SORTS)) }),
  reply: Type.Object({ success: Type.Boolean(), products: Type.Array(TableProduct), ...KeysetPagination }),
} satisfies EndpointSchemas;

export const exportProducts = {
  summary:
    'The products that the filter leaves as CSV, newest first, with the columns of an import and the slug; no cell begins a formula. A list that its short form (`Size: S, M`) cannot hold is JSON in its cell; an import reads each as it was.',
  query: ProductTableFilter,
  reply: CsvFile,
} satisfies EndpointSchemas;
