import * as Type from 'typebox';
import type { EndpointSchemas } from '../endpoint.ts';
import { SEARCH_MAX_LENGTH, STOCK_MAX } from '../limits.ts';
import { Category } from './category.ts';
import { Dollars, Id, Name, Pagination, PaginationQuery, SuccessResponse, Version } from './common.ts';

const Shipping = Type.Union([Type.Literal(0), Type.Literal(1)]);

const Quantity = Type.Integer({ minimum: 0, maximum: STOCK_MAX });

const Description = Type.String({ minLength: 1, maxLength: 10_000, pattern: '\\S' });

export const Product = Type.Object({
  _id: Id,
  name: Type.String(),
  slug: Type.String(),
  description: Type.String(),
  /** US dollars */
  price: Type.Number(),
  /** How many can be bought now. */
  quantity: Type.Integer(),
  shipping: Shipping,
  /** The category's `_id`. */
  category: Id,
  /** Address of its picture 640 pixels wide, `…-640.webp`; the other IMAGE_WIDTHS stand beside it. */
  image: Type.String(),
});
export type Product = Type.Static<typeof Product>;

/** A product that a search found. */
const FoundProduct = Type.Object({
  ...Product.properties,
  /** Only where no product has all words of the search, so that this one is a near match: the words that it has, or synonyms of them. */
  matchedWords: Type.Optional(Type.Array(Type.String())),
});
export type FoundProduct = Type.Static<typeof FoundProduct>;

export const Sort = Type.Union([Type.Literal('newest'), Type.Literal('price-up'), Type.Literal('price-down'), Type.Literal('name')]);
export type Sort = Type.Static<typeof Sort>;

/** Best first; without a keyword that is newest first. */
export const SearchSort = Type.Union([Type.Literal('relevance'), Sort]);
export type SearchSort = Type.Static<typeof SearchSort>;

const ProductPage = Type.Object({ success: Type.Boolean(), products: Type.Array(Product), ...Pagination });

/** How many products each choice would give, everything else that is asked for staying as it is. */
export const Facets = Type.Object({
  /** Every category, those that would give nothing too, by name. */
  categories: Type.Array(Type.Object({ _id: Id, count: Type.Integer() })),
  /** The merchant's price ranges, in their order, in US dollars. */
  prices: Type.Array(Type.Object({ range: Type.Tuple([Type.Number(), Type.Number()]), count: Type.Integer() })),
});
export type Facets = Type.Static<typeof Facets>;

export const listProducts = {
  summary: 'A page of products, the first one of 8 without parameters.',
  query: Type.Object({ ...PaginationQuery, sort: Type.Optional(Sort) }),
  reply: ProductPage,
} satisfies EndpointSchemas;

export const filterProducts = {
  summary:
    'A page of the products that the keyword finds, in any of the checked categories and inside the price range, both bounds inclusive.',
  body: Type.Object({
    checked: Type.Array(Id, { maxItems: 200 }),
    /** [] or [lowest, highest] in US dollars */
    radio: Type.Union([Type.Tuple([]), Type.Tuple([Type.Number({ minimum: 0 }), Type.Number({ minimum: 0 })])]),
    /** Absent or blank: all of them. */
    keyword: Type.Optional(Type.String({ maxLength: SEARCH_MAX_LENGTH })),
    ...PaginationQuery,
    sort: Type.Optional(SearchSort),
  }),
  reply: Type.Object({
    success: Type.Boolean(),
    products: Type.Array(FoundProduct),
    ...Pagination,
    /** Whether total and counts are about right only, as they may be where a keyword finds more than 10,000. */
    isAbout: Type.Boolean(),
    facets: Facets,
  }),
} satisfies EndpointSchemas;

/** While somebody types: what the search would find first, and the categories whose names fit. */
export const listSuggestions = {
  summary: 'What a search for the keyword would find first, while it is typed: up to six products and three categories.',
  params: Type.Object({ keyword: Type.String({ minLength: 1, maxLength: SEARCH_MAX_LENGTH }) }),
  reply: Type.Object({ success: Type.Boolean(), products: Type.Array(FoundProduct), categories: Type.Array(Category) }),
} satisfies EndpointSchemas;

export const searchProducts = {
  summary:
    'The products that the keyword finds, best first, 100 at most; where none has all of its words, the nearest with `matchedWords`.',
  params: Type.Object({ keyword: Type.String({ minLength: 1, maxLength: SEARCH_MAX_LENGTH }) }),
  reply: Type.Array(FoundProduct),
} satisfies EndpointSchemas;

export const readProduct = {
  summary: 'One product as a list of one; an unknown slug: 404.',
  params: Type.Object({ slug: Type.String({ minLength: 1, maxLength: 300 }) }),
  reply: Type.Object({ success: Type.Boolean(), product: Type.Array(Product), version: Version }),
} satisfies EndpointSchemas;

export const listSimilarProducts = {
  summary: 'Up to four other products of the category, nearest in price first.',
  params: Type.Object({ productId: Id, categoryId: Id }),
  reply: Type.Array(Product),
} satisfies EndpointSchemas;

export const listCategoryProducts = {
  summary: 'A category and its products, newest first, 100 without parameters.',
  params: Type.Object({ slug: Type.String({ minLength: 1, maxLength: 300 }) }),
  query: Type.Object({ ...PaginationQuery, sort: Type.Optional(Sort) }),
  reply: Type.Object({ success: Type.Boolean(), category: Category, product: Type.Array(Product), ...Pagination }),
} satisfies EndpointSchemas;

const ProductReply = Type.Object({ success: Type.Boolean(), message: Type.String(), product: Product, version: Version });

export const createProduct = {
  summary: 'Make a product with its picture (JPEG, PNG, WebP or GIF, 5 MB, 40 megapixels and 16,383 pixels a side at most).',
  body: Type.Object({
    name: Name,
    description: Description,
    price: Dollars,
    quantity: Quantity,
    category: Id,
    shipping: Type.Optional(Shipping),
  }),
  reply: ProductReply,
} satisfies EndpointSchemas;

export const updateProduct = {
  summary:
    'Change what is sent of a product. An empty price keeps the old one; the slug stays unless `renewSlug` is true. An old `version`: 409 with what is there now.',
  params: Type.Object({ id: Id }),
  body: Type.Object({
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    price: Type.Optional(Type.Union([Type.Literal(''), Type.Null(), Dollars])),
    quantity: Type.Optional(Quantity),
    /** The quantity that the form had shown: then the stock changes by the difference, whatever was sold meanwhile. */
    shownQuantity: Type.Optional(Type.Integer({ minimum: 0 })),
    category: Type.Optional(Id),
    shipping: Type.Optional(Shipping),
    renewSlug: Type.Optional(Type.Boolean()),
    version: Type.Optional(Version),
  }),
  reply: ProductReply,
} satisfies EndpointSchemas;

export const replaceProductImage = {
  summary: "Replace a product's picture; the rules are those of create-product.",
  params: Type.Object({ id: Id }),
  body: Type.Object({ version: Type.Optional(Version) }),
  reply: ProductReply,
} satisfies EndpointSchemas;

export const deleteProduct = {
  summary: 'Delete a product. Orders keep what was bought.',
  params: Type.Object({ id: Id }),
  reply: SuccessResponse,
} satisfies EndpointSchemas;
