/** The products of the catalog: lists, search, suggestions, and what an admin changes. */
import * as Type from 'typebox';
import { SOLD_AS } from './balance-fields.ts';
import { BundleFields } from './bundle.ts';
import { DescribedCategory } from './category.ts';
import { ShownFields } from './custom-field-values.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Id, Pagination, PaginationQuery, Version } from './fields.ts';
import { ATTRIBUTE_NAME_MAX_LENGTH, ATTRIBUTE_VALUE_MAX_LENGTH, FILTER_VALUES_MAX, FILTERS_MAX, SEARCH_MAX_LENGTH } from './limits.ts';
import { CONDITIONS, DescriptionFormat, Shipping, Status, VariantFields } from './product-fields.ts';
import { RichText } from './rich-text.ts';
import { SafetyFields } from './safety-fields.ts';
import { StockPolicy } from './stock-policy.ts';
import { UNITS, UnitPrice } from './unit-price.ts';
import { WITHDRAWAL_EXCEPTIONS } from './withdrawal-fields.ts';

/** The name of the attributes that imports make of a product's tags. */
export const TAG_ATTRIBUTE = 'Tag';

/** Products that have any of these values of each of these options or attributes. */
export const FilterChoices = Type.Array(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: ATTRIBUTE_NAME_MAX_LENGTH }),
    values: Type.Array(Type.String({ minLength: 1, maxLength: ATTRIBUTE_VALUE_MAX_LENGTH }), { minItems: 1, maxItems: FILTER_VALUES_MAX }),
  }),
  { maxItems: FILTERS_MAX },
);
export type FilterChoices = Type.Static<typeof FilterChoices>;

/** How many products a choice would show if nothing else changed; null: too many to count (more than 10,000). */
const FacetCount = Type.Union([Type.Integer(), Type.Null()]);

/** An option, or an attribute that the merchant made a filter, with the values that products here have. */
export const FilterGroup = Type.Object({
  name: Type.String(),
  values: Type.Array(Type.Object({ value: Type.String(), count: FacetCount })),
});
export type FilterGroup = Type.Static<typeof FilterGroup>;

/** How many products each choice would show if nothing else changed. */
export const Facets = Type.Object({
  /** Every category, those that would give nothing too, in the order of the tree. */
  categories: Type.Array(Type.Object({ _id: Id, count: FacetCount })),
  /** The merchant's price ranges, in their order, in the shop's currency. */
  prices: Type.Array(Type.Object({ range: Type.Tuple([Type.Number(), Type.Number()]), count: FacetCount })),
  filters: Type.Array(FilterGroup),
});
export type Facets = Type.Static<typeof Facets>;

export const Product = Type.Object({
  _id: Id,
  name: Type.String(),
  slug: Type.String(),
  description: Type.String(),
  /** In the shop's currency. */
  price: Type.Number(),
  /** The price before a sale, above `price`; null: there is no sale. */
  compareAtPrice: Type.Union([Type.Number(), Type.Null()]),
  /** In a sale: its lowest price in the 30 days before the sale began; absent: it wasn't sold before, or nobody knows. */
  lowestPrice: Type.Optional(Type.Number()),
  /** How many can be bought now: with a stock policy also those that are sold below zero, and 1,000,000 where there is no limit. */
  quantity: Type.Integer(),
  /** Of a product without options; absent: counted. */
  stock: Type.Optional(StockPolicy),
  shipping: Shipping,
  /** The category's `_id`. */
  category: Id,
  /** URL of its first image 640 pixels wide, `…-640.webp`; the other IMAGE_WIDTHS stand beside it. */
  image: Type.String(),
  /** The merchant's own article number. */
  sku: Type.Union([Type.String(), Type.Null()]),
  /** Grams. */
  weight: Type.Union([Type.Integer(), Type.Null()]),
  /** Only the admin's calls return products that aren't active: `scheduled` aren't published yet, `ended` not any more. */
  status: Status,
  /** It has options: the variant is chosen on its page. `quantity` is the sum of all variants. */
  hasOptions: Type.Optional(Type.Boolean()),
  /** Its variants have several prices; `price` is the lowest. */
  isPriceFrom: Type.Optional(Type.Boolean()),
  /** Where its contents are known, and aren't exactly one unit; with options, of the variant that costs `price`. */
  unitPrice: Type.Optional(UnitPrice),
  /** How old a buyer has to be, in years; absent: anybody may buy it. */
  minimumAge: Type.Optional(Type.Integer()),
});
export type Product = Type.Static<typeof Product>;

const ProductImage = Type.Object({
  /** At the same width as `image`. */
  url: Type.String(),
  /** What the image shows, in words: the product's name where nobody has written any. */
  alt: Type.String(),
});
export type ProductImage = Type.Static<typeof ProductImage>;

/** A product on its own; lists do without attributes and all but its first image. */
export const DetailedProduct = Type.Object({
  ...Product.properties,
  /** How `description` was written. In lists it is the beginning of the plain text. */
  descriptionFormat: DescriptionFormat,
  /** Only of Markdown: the same as plain text. */
  descriptionText: Type.Optional(Type.String()),
  /** Only of Markdown, and only in single-product: what it is shown as. */
  descriptionContent: Type.Optional(RichText),
  /** All of its images, the first one too, in their order. */
  images: Type.Array(ProductImage),
  /** Both absent where there is nothing to choose: then the product is its own only variant. */
  ...VariantFields,
  ...BundleFields,
  attributes: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  /** Absent: it is in its main `category` alone. */
  furtherCategories: Type.Optional(Type.Array(Id)),
  /** Its GTIN, EAN, UPC or ISBN; absent: none. */
  barcode: Type.Optional(Type.String()),
  /** Absent: nothing is said of it. */
  condition: Type.Optional(Type.Enum(CONDITIONS)),
  /** The title that search engines and shared links show; absent: the name. */
  seoTitle: Type.Optional(Type.String()),
  /** The same of the description; absent: how the description begins. */
  seoDescription: Type.Optional(Type.String()),
  /** Google's category of it, by its number; absent: that of its category here. */
  googleCategory: Type.Optional(Type.String()),
  /** Why customers can't withdraw from it; absent: they can. */
  withdrawalException: Type.Optional(Type.Enum(WITHDRAWAL_EXCEPTIONS)),
  /** It sells gift cards; absent: an ordinary product. */
  soldAs: Type.Optional(Type.Enum(SOLD_AS)),
  /** How many working days it takes until it is ready to ship: `2`, or `3-5`. Absent: what the shop takes. */
  handlingDays: Type.Optional(Type.String()),
  brand: Type.Optional(Type.Object({ _id: Id, name: Type.String(), slug: Type.String() })),
  /** By ISO 3166-1. */
  countryOfOrigin: Type.Optional(Type.String()),
  /** The customs tariff number, its digits alone. */
  hsCode: Type.Optional(Type.String()),
  /** How much is in it, in `contentsUnit`. A variant may have its own. */
  contents: Type.Optional(Type.Number()),
  contentsUnit: Type.Optional(Type.Enum(UNITS)),
  ...SafetyFields,
  ...ShownFields,
});
export type DetailedProduct = Type.Static<typeof DetailedProduct>;

/** A product that a search found. */
export const FoundProduct = Type.Object({
  ...Product.properties,
  /** Only if no product has all words of the search and this one is a near match: the words, or their synonyms, that it has. */
  matchedWords: Type.Optional(Type.Array(Type.String())),
});
export type FoundProduct = Type.Static<typeof FoundProduct>;

export const Sort = Type.Union([Type.Literal('newest'), Type.Literal('price-up'), Type.Literal('price-down'), Type.Literal('name')]);
export type Sort = Type.Static<typeof Sort>;

/** Best first; without a keyword that is newest first. */
export const SearchSort = Type.Union([Type.Literal('relevance'), Sort]);
export type SearchSort = Type.Static<typeof SearchSort>;

export const ProductPage = Type.Object({ success: Type.Boolean(), products: Type.Array(Product), ...Pagination });

export const listProductsSchemas = {
  summary: 'A page of products, the first one of 8 without parameters.',
  query: Type.Object({ ...PaginationQuery, sort: Type.Optional(Sort) }),
  reply: ProductPage,
} satisfies EndpointSchemas;

export const listProducts: Endpoint<typeof listProductsSchemas, 'public'> = {
  method: 'GET',
  path: '/api/v1/product/get-products',
  access: 'public',
  cache: 'shared',
  dependsOn: ['products'],
};

export const filterProductsSchemas = {
  summary:
    'A page of the products that the keyword finds, in any of the checked categories and inside the price range, both bounds inclusive. A category includes those below it.',
  body: Type.Object({
    checked: Type.Array(Id, { maxItems: 200 }),
    /** [] or [lowest, highest] in the shop's currency */
    radio: Type.Union([Type.Tuple([]), Type.Tuple([Type.Number({ minimum: 0 }), Type.Number({ minimum: 0 })])]),
    /** Absent or blank: all of them. */
    keyword: Type.Optional(Type.String({ maxLength: SEARCH_MAX_LENGTH })),
    filters: Type.Optional(FilterChoices),
    ...PaginationQuery,
    sort: Type.Optional(SearchSort),
  }),
  reply: Type.Object({
    success: Type.Boolean(),
    products: Type.Array(FoundProduct),
    ...Pagination,
    /** Total and counts may be approximate, if more than 10,000 products are found. */
    isAbout: Type.Boolean(),
    facets: Facets,
  }),
} satisfies EndpointSchemas;

export const filterProducts: Endpoint<typeof filterProductsSchemas, 'public'> = {
  method: 'POST',
  path: '/api/v1/product/filter-products',
  access: 'public',
};

export const readProductSchemas = {
  summary: 'One product as a list of one; an unknown slug, or that of a draft or an archived product: 404.',
  params: Type.Object({ slug: Type.String({ minLength: 1, maxLength: 300 }) }),
  refusals: ['product_not_found', 'product_gone'],
  reply: Type.Object({ success: Type.Boolean(), product: Type.Array(DetailedProduct), version: Version }),
} satisfies EndpointSchemas;

export const readProduct: Endpoint<typeof readProductSchemas, 'public'> = {
  method: 'GET',
  path: '/api/v1/product/single-product/{slug}',
  access: 'public',
  cache: 'shared',
};

export const listSimilarProductsSchemas = {
  summary: 'Up to four other products: those that the merchant chose for it, then others of the category, nearest in price first.',
  params: Type.Object({ productId: Id, categoryId: Id }),
  refusals: ['product_not_found'],
  reply: Type.Array(Product),
} satisfies EndpointSchemas;

export const listSimilarProducts: Endpoint<typeof listSimilarProductsSchemas, 'public'> = {
  method: 'GET',
  path: '/api/v1/product/similar-products/{productId}/{categoryId}',
  access: 'public',
  cache: 'shared',
};

export const listCategoryProductsSchemas = {
  summary:
    'A category and its products, those of the categories below it too, newest first, 100 without parameters; `filters`, as JSON, is that of filter-products.',
  params: Type.Object({ slug: Type.String({ minLength: 1, maxLength: 300 }) }),
  query: Type.Object({ ...PaginationQuery, sort: Type.Optional(Sort), filters: Type.Optional(FilterChoices) }),
  refusals: ['category_not_found', 'category_gone'],
  reply: Type.Object({
    success: Type.Boolean(),
    category: Type.Object({ ...DescribedCategory.properties, ...ShownFields }),
    product: Type.Array(Product),
    ...Pagination,
    /** As in filter-products. */
    isAbout: Type.Boolean(),
    filters: Type.Array(FilterGroup),
  }),
} satisfies EndpointSchemas;

export const listCategoryProducts: Endpoint<typeof listCategoryProductsSchemas, 'public'> = {
  method: 'GET',
  path: '/api/v1/product/category-product/{slug}',
  access: 'public',
  cache: 'shared',
};
