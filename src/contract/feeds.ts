/** The feeds for Google and Meta: whether they are on, what Google would refuse, and Google's own categories. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { CsvFile, Id, KeysetPagination, KeysetQuery, SuccessResponse, Version } from './fields.ts';
import { SEARCH_MAX_LENGTH } from './limits.ts';

/** The address of each, below that of the shop. */
export const FEED_PATHS = { google: '/feeds/google.xml', meta: '/feeds/meta.csv' } as const;
export type FeedName = keyof typeof FEED_PATHS;

/** Why Google shows a product nowhere (`refused`), or less often (`limited`); the worst first. */
export const FEED_PROBLEMS = {
  no_image: 'refused',
  no_price: 'refused',
  no_description: 'refused',
  no_shipping: 'refused',
  no_date: 'refused',
  no_identifier: 'limited',
  no_brand: 'limited',
  shop_barcode: 'limited',
  long_title: 'limited',
  apparel_details: 'limited',
} as const;
export type FeedProblem = keyof typeof FEED_PROBLEMS;
export const FEED_PROBLEM_NAMES = Object.keys(FEED_PROBLEMS) as FeedProblem[];

/** Of titles, in Google's feed. */
export const FEED_TITLE_MAX_LENGTH = 150;

export const FeedSettings = Type.Object({
  isOn: Type.Boolean(),
  /** Where Google shows the products, by ISO 3166: what shipping costs there is in the feed. Empty: in the shop's country. */
  country: Type.String({ pattern: '^([A-Z]{2})?$' }),
});
export type FeedSettings = Type.Static<typeof FeedSettings>;

const FeedsReply = {
  success: Type.Boolean(),
  feeds: FeedSettings,
  version: Version,
  /** The country that counts. */
  shippedTo: Type.String(),
  /** The addresses to tell Google and Meta. Absent: the shop has no public address yet, and without one no feed. */
  urls: Type.Optional(Type.Object({ google: Type.String(), meta: Type.String() })),
  /** What the feeds hold that are served; absent: none yet. */
  build: Type.Optional(
    Type.Object({
      finishedAt: Type.String({ format: 'date-time' }),
      products: Type.Integer(),
      /** Variants, and products without any. */
      items: Type.Integer(),
      /** How many products have each problem; absent: none. */
      problems: Type.Unsafe<Partial<Record<FeedProblem, number>>>(Type.Partial(Type.Record(Type.Enum(FEED_PROBLEM_NAMES), Type.Integer()))),
    }),
  ),
  /** They are being made, or are about to be. */
  isUpdating: Type.Boolean(),
  /** Prices don't hold the tax, though Google asks for it in this country. */
  lacksTax: Type.Boolean(),
};

const PATH = '/api/v1/feeds';

export const readFeedsSchemas = {
  summary: 'Whether the feeds for Google and Meta are on, their addresses, and how many products have which problem.',
  reply: Type.Object(FeedsReply),
} satisfies EndpointSchemas;

export const readFeeds: Endpoint<typeof readFeedsSchemas, 'read-only'> = {
  method: 'GET',
  path: PATH,
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

export const updateFeedsSchemas = {
  summary:
    'Switch the feeds for Google and Meta on or off, and say for which country they are. Without a public address of the shop they stay off: 400. An old `version`: 409 with what is there now.',
  body: Type.Object({ ...FeedSettings.properties, version: Type.Optional(Version) }),
  reply: Type.Object({ ...FeedsReply, message: Type.String() }),
} satisfies EndpointSchemas;

export const updateFeeds: Endpoint<typeof updateFeedsSchemas, 'staff'> = {
  method: 'PUT',
  path: PATH,
  access: 'staff',
  scopes: [],
};

export const renewFeedsSchemas = {
  summary: 'Make the feeds again, and look for problems, now instead of within the hour. Where they are off: 400.',
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const renewFeeds: Endpoint<typeof renewFeedsSchemas, 'staff'> = {
  method: 'POST',
  path: `${PATH}/renew`,
  access: 'staff',
  scopes: ['catalogue'],
};

/** Absent: any. */
const ProblemQuery = { problem: Type.Optional(Type.Enum(FEED_PROBLEM_NAMES)) };

export const ProductWithProblems = Type.Object({
  _id: Id,
  name: Type.String(),
  slug: Type.String(),
  image: Type.String(),
  problems: Type.Array(Type.Enum(FEED_PROBLEM_NAMES)),
});
export type ProductWithProblems = Type.Static<typeof ProductWithProblems>;

export const listFeedProblemsSchemas = {
  summary: 'The products that Google would refuse or show less often, as of the last time that the feeds were made.',
  query: Type.Object({ ...ProblemQuery, ...KeysetQuery }),
  reply: Type.Object({ success: Type.Boolean(), products: Type.Array(ProductWithProblems), ...KeysetPagination }),
} satisfies EndpointSchemas;

export const listFeedProblems: Endpoint<typeof listFeedProblemsSchemas, 'read-only'> = {
  method: 'GET',
  path: `${PATH}/problems`,
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

export const exportFeedProblemsSchemas = {
  summary: 'The same products as CSV, a row for each problem.',
  query: Type.Object(ProblemQuery),
  reply: CsvFile,
} satisfies EndpointSchemas;

export const exportFeedProblems: Endpoint<typeof exportFeedProblemsSchemas, 'read-only'> = {
  method: 'GET',
  path: `${PATH}/problems.csv`,
  access: 'read-only',
  scopes: ['read', 'catalogue'],
  isDownload: true,
};

export const GoogleCategory = Type.Object({
  /** Google's number. */
  id: Type.String(),
  /** The English names from the top down, `Home & Garden > Kitchen & Dining > Kitchen Appliances`. */
  name: Type.String(),
});
export type GoogleCategory = Type.Static<typeof GoogleCategory>;

export const searchGoogleCategoriesSchemas = {
  summary: "Google's product categories that have all words of the keyword in their English name, or the one with this number; 20 at most.",
  query: Type.Object({ keyword: Type.String({ maxLength: SEARCH_MAX_LENGTH }) }),
  reply: Type.Object({
    success: Type.Boolean(),
    categories: Type.Array(GoogleCategory),
    /** Of Google's list, a date. */
    listVersion: Type.String(),
  }),
} satisfies EndpointSchemas;

export const searchGoogleCategories: Endpoint<typeof searchGoogleCategoriesSchemas, 'read-only'> = {
  method: 'GET',
  path: `${PATH}/google-categories`,
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};
