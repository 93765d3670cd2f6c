/** Collections: products that a merchant puts together by hand or by a rule, each a page of its own. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Id, Nullable, Pagination, PaginationQuery } from './fields.ts';
import { FilterChoices, FilterGroup, Product } from './product.ts';
import { RichText } from './rich-text.ts';

/** Products of one collection by hand. */
export const COLLECTION_PRODUCTS_MAX = 1000;
export const COLLECTION_TITLE_MAX_LENGTH = 120;
/** How many products a preview of a rule shows. */
export const COLLECTION_PREVIEW_PRODUCTS = 8;

/** By pieces that were sold today and in the days before it, less those that were refunded; the newest first of those that sold alike. */
export const BEST_SELLING_DAYS = 90;

/** `manual`: as they are put by hand; only of a collection by hand. `best-selling`: what sold most in BEST_SELLING_DAYS. */
export const COLLECTION_SORTS = ['manual', 'best-selling', 'newest', 'price-up', 'price-down', 'name'] as const;
export const CollectionSort = Type.Enum(COLLECTION_SORTS);
export type CollectionSort = Type.Static<typeof CollectionSort>;

/** Null: it has none. */
export const CollectionImage = Nullable(Type.Object({ url: Type.String(), alt: Type.String() }));

const PublicCollection = Type.Object({
  _id: Id,
  title: Type.String(),
  slug: Type.String(),
  /** What it is shown as; empty: it has no text. */
  content: RichText,
  image: CollectionImage,
  /** For search engines; `description` is its own, or how its text begins. */
  seoTitle: Type.Optional(Type.String()),
  description: Type.String(),
  /** In which order its products are shown, unless a visitor chooses another. */
  sort: CollectionSort,
});
export type PublicCollection = Type.Static<typeof PublicCollection>;

const ListedPublicCollection = Type.Object({
  _id: Id,
  title: Type.String(),
  slug: Type.String(),
  /** URL of its own image; null: none. */
  image: Nullable(Type.String()),
});
export type ListedPublicCollection = Type.Static<typeof ListedPublicCollection>;

const PATH = '/api/v1/collection';

export const listCollectionsSchemas = {
  summary: 'The published collections, by title.',
  reply: Type.Object({ success: Type.Boolean(), collections: Type.Array(ListedPublicCollection) }),
} satisfies EndpointSchemas;

export const listCollections: Endpoint<typeof listCollectionsSchemas, 'public'> = {
  method: 'GET',
  path: `${PATH}/collections`,
  access: 'public',
  cache: 'shared',
};

export const listCollectionProductsSchemas = {
  summary:
    'A published collection and its products, in its own order and 100 without parameters; `filters`, as JSON, is that of filter-products.',
  params: Type.Object({ slug: Type.String({ minLength: 1, maxLength: 300 }) }),
  query: Type.Object({ ...PaginationQuery, sort: Type.Optional(CollectionSort), filters: Type.Optional(FilterChoices) }),
  refusals: ['not_found', 'page_gone'],
  reply: Type.Object({
    success: Type.Boolean(),
    collection: PublicCollection,
    products: Type.Array(Product),
    ...Pagination,
    /** There are more than `total`, which are too many to count. */
    isAbout: Type.Boolean(),
    filters: Type.Array(FilterGroup),
  }),
} satisfies EndpointSchemas;

export const listCollectionProducts: Endpoint<typeof listCollectionProductsSchemas, 'public'> = {
  method: 'GET',
  path: `${PATH}/products/{slug}`,
  access: 'public',
  cache: 'shared',
};
