/** Rare but valid requests: very common words, single letters, symbols, pages far from both ends, unusual price ranges, whole sitemaps. */
import type autocannon from 'autocannon';
import { listSuggestions, searchProducts } from '../../src/contract/product-search.ts';
import { SORTS, toHttpRequest } from './typical.ts';

const BROAD_KEYWORDS = [
  'year season edge cloth present coast month shelf',
  'made lasts years colour true seasons home friends',
  'tables chairs lamps beds',
];
const KEYWORDS = [
  ...BROAD_KEYWORDS,
  's',
  'a',
  'co',
  'the',
  'years',
  '%',
  '🪑',
  'xyzzy',
  'porcelian lampp',
  'x'.repeat(100),
  'a b c d e f g h',
];
/** No product has all of these words: some have synonyms, some are unknown, some are in a third of all descriptions. */
const NEAR_KEYWORDS = [
  'velvet frying pan xyzzy',
  'oak couch settee zebra',
  'made lasts years colour zebra',
  'tables chairs lamps beds zebra',
  'season edge cloth present coast month shelf zebra',
  'knitted reading lamp with bamboo shade',
  'waterproof suitcase cover linen',
  'cheap desk lamp for students',
  'halvorsen flashlight',
  'copper lawnmower',
  'kids bicycle lane',
  'years xyzzy',
];
const CUSTOM_RANGE: [number, number] = [12.34, 56.78];

const getRequest = (path: string): autocannon.Request => ({ method: 'GET', path });
const searchRequest = (path: string, keyword: string) => getRequest(path.replace('{keyword}', encodeURIComponent(keyword)));

/** `productCount` products in equal shares per category. */
export function makeEdgeCaseRequests(categories: string[], productCount: number): autocannon.Request[] {
  const baseFilter = { checked: [], radio: [] as [], page: 1, sort: 'newest' as const };
  const pages = [1, Math.ceil(productCount / 16), Math.ceil((3 * productCount) / 32), Math.ceil(productCount / 8)];
  // A few, half, and all but one of the categories, at the middle page; a quarter of their products is in the price range.
  const multiCategoryFilters = [3, Math.ceil(categories.length / 2), categories.length - 1].flatMap((size) =>
    SORTS.flatMap((sort) => {
      const checked = categories.slice(0, size);
      const middle = (productCount * size) / categories.length / 16;
      return [
        { ...baseFilter, checked, sort, page: Math.ceil(middle) },
        { ...baseFilter, checked, radio: CUSTOM_RANGE, sort, page: Math.ceil(middle / 4) },
      ];
    }),
  );
  const filters = [
    ...KEYWORDS.flatMap((keyword) => [
      { ...baseFilter, keyword },
      { ...baseFilter, radio: [99, 199] as [number, number], keyword, sort: 'name' as const, page: 1000 },
    ]),
    ...pages.flatMap((page) => SORTS.map((sort) => ({ ...baseFilter, sort, page }))),
    ...SORTS.map((sort) => ({ ...baseFilter, radio: CUSTOM_RANGE, sort, page: 500 })),
    ...multiCategoryFilters,
  ];
  return [
    ...filters.map((filter) => toHttpRequest({ filter })),
    ...KEYWORDS.flatMap((keyword) => [searchRequest(searchProducts.path, keyword), searchRequest(listSuggestions.path, keyword)]),
    ...['/', '/categories', '/sitemap.xml', '/sitemap/pages.xml', '/sitemap/products-1.xml'].map(getRequest),
  ];
}

export function makeNearMatchRequests(): autocannon.Request[] {
  return NEAR_KEYWORDS.flatMap((keyword) => [
    toHttpRequest({ filter: { checked: [], radio: [], page: 1, sort: 'relevance', keyword } }),
    searchRequest(searchProducts.path, keyword),
    searchRequest(listSuggestions.path, keyword),
  ]);
}
