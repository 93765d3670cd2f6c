import * as Type from 'typebox';
import { Category } from './category.ts';
import { Dollars, Id, Name, Pagination, PaginationQuery, SuccessResponse } from './common.ts';
import { endpoint } from './endpoint.ts';

/** The widths in pixels at which every picture of a product is kept, as WebP. */
export const IMAGE_WIDTHS = [160, 320, 480, 640, 960, 1280] as const;
/** 5 MB: the largest picture that is taken. */
export const IMAGE_MAX_BYTES = 5 * 1024 * 1024;
export const SEARCH_MAX_LENGTH = 100;
/** What a plain search answers at most; where it finds as many, there may be more. */
export const SEARCH_MAX_RESULTS = 100;

const Shipping = Type.Union([Type.Literal(0), Type.Literal(1)]);
const Quantity = Type.Integer({ minimum: 0, maximum: 1_000_000 });
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

export const Sort = Type.Union([Type.Literal('newest'), Type.Literal('price-up'), Type.Literal('price-down'), Type.Literal('name')]);
export type Sort = Type.Static<typeof Sort>;

/** Best first; without a keyword that is newest first. */
export const SearchSort = Type.Union([Type.Literal('relevance'), Sort]);
export type SearchSort = Type.Static<typeof SearchSort>;

const ProductPage = Type.Object({ success: Type.Boolean(), products: Type.Array(Product), ...Pagination });
export type ProductPage = Type.Static<typeof ProductPage>;

/** How many products each choice would give, everything else that is asked for staying as it is. */
export const Facets = Type.Object({
  /** Every category, those that would give nothing too, by name. */
  categories: Type.Array(Type.Object({ _id: Id, count: Type.Integer() })),
  /** The merchant's price ranges, in their order, in US dollars. */
  prices: Type.Array(Type.Object({ range: Type.Tuple([Type.Number(), Type.Number()]), count: Type.Integer() })),
});
export type Facets = Type.Static<typeof Facets>;

export const listProducts = endpoint({
  method: 'GET',
  path: '/api/v1/product/get-products',
  access: 'public',
  summary: 'A page of products, the first one of 8 without parameters.',
  query: Type.Object({ ...PaginationQuery, sort: Type.Optional(Sort) }),
  reply: ProductPage,
});

export const filterProducts = endpoint({
  method: 'POST',
  path: '/api/v1/product/filter-products',
  access: 'public',
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
    products: Type.Array(Product),
    ...Pagination,
    /** Whether total and counts are about right only, as they may be where a keyword finds more than 10,000. */
    isAbout: Type.Boolean(),
    facets: Facets,
  }),
});

/** While somebody types: what the search would find first, and the categories whose names fit. */
export const listSuggestions = endpoint({
  method: 'GET',
  path: '/api/v1/product/suggest/{keyword}',
  access: 'public',
  summary: 'What a search for the keyword would find first, while it is typed: up to six products and three categories.',
  params: Type.Object({ keyword: Type.String({ minLength: 1, maxLength: SEARCH_MAX_LENGTH }) }),
  reply: Type.Object({ success: Type.Boolean(), products: Type.Array(Product), categories: Type.Array(Category) }),
});

export const searchProducts = endpoint({
  method: 'GET',
  path: '/api/v1/product/search/{keyword}',
  access: 'public',
  summary: 'The products that the keyword finds, best first, 100 at most.',
  params: Type.Object({ keyword: Type.String({ minLength: 1, maxLength: SEARCH_MAX_LENGTH }) }),
  reply: Type.Array(Product),
});

export const readProduct = endpoint({
  method: 'GET',
  path: '/api/v1/product/single-product/{slug}',
  access: 'public',
  summary: 'One product as a list of one; an unknown slug: 404.',
  params: Type.Object({ slug: Type.String({ minLength: 1, maxLength: 300 }) }),
  reply: Type.Object({ success: Type.Boolean(), product: Type.Array(Product) }),
});

export const listSimilarProducts = endpoint({
  method: 'GET',
  path: '/api/v1/product/similar-products/{productId}/{categoryId}',
  access: 'public',
  summary: 'Up to four other products of the category, nearest in price first.',
  params: Type.Object({ productId: Id, categoryId: Id }),
  reply: Type.Array(Product),
});

export const listCategoryProducts = endpoint({
  method: 'GET',
  path: '/api/v1/product/category-product/{slug}',
  access: 'public',
  summary: 'A category and its products, newest first, 100 without parameters.',
  params: Type.Object({ slug: Type.String({ minLength: 1, maxLength: 300 }) }),
  query: Type.Object({ ...PaginationQuery, sort: Type.Optional(Sort) }),
  reply: Type.Object({ success: Type.Boolean(), category: Category, product: Type.Array(Product), ...Pagination }),
});

const ProductReply = Type.Object({ success: Type.Boolean(), message: Type.String(), product: Product });

export const createProduct = endpoint({
  method: 'POST',
  path: '/api/v1/product/create-product',
  access: 'admin',
  summary: 'Make a product with its picture (JPEG, PNG, WebP or GIF, 5 MB and 40 megapixels at most).',
  multipart: true,
  body: Type.Object({
    name: Name,
    description: Description,
    price: Dollars,
    quantity: Quantity,
    category: Id,
    shipping: Type.Optional(Shipping),
  }),
  reply: ProductReply,
});

export const updateProduct = endpoint({
  method: 'PUT',
  path: '/api/v1/product/update-product/{id}',
  access: 'admin',
  summary: 'Change a product. An absent or empty price keeps the old one; the slug stays unless `renewSlug` is true.',
  params: Type.Object({ id: Id }),
  body: Type.Object({
    name: Name,
    description: Description,
    price: Type.Optional(Type.Union([Type.Literal(''), Type.Null(), Dollars])),
    quantity: Quantity,
    category: Id,
    shipping: Type.Optional(Shipping),
    renewSlug: Type.Optional(Type.Boolean()),
  }),
  reply: ProductReply,
});

export const replaceProductImage = endpoint({
  method: 'PUT',
  path: '/api/v1/product/update-image/{id}',
  access: 'admin',
  summary: "Replace a product's picture; the rules are those of create-product.",
  params: Type.Object({ id: Id }),
  multipart: true,
  body: Type.Object({}),
  reply: ProductReply,
});

export const deleteProduct = endpoint({
  method: 'DELETE',
  path: '/api/v1/product/delete-product/{id}',
  access: 'admin',
  summary: 'Delete a product. Orders keep what was bought.',
  params: Type.Object({ id: Id }),
  reply: SuccessResponse,
});
