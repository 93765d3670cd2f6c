/** What nobody asks, and still may: broad words, single letters, signs, pages far from both ends, ranges that nobody set, whole sitemaps. */
import type autocannon from 'autocannon';
import { listSuggestions, searchProducts } from '../../src/contract/product.ts';
import { SORTS, toHttp } from './asked.ts';

const WORDS = [
  'year season edge cloth present coast month shelf',
  'made lasts years colour true seasons home friends',
  'tables chairs lamps beds',
];
const KEYWORDS = [...WORDS, 's', 'a', 'co', 'the', 'years', '%', '🪑', 'xyzzy', 'porcelian lampp', 'x'.repeat(100), 'a b c d e f g h'];
const RANGE: [number, number] = [12.34, 56.78];

const get = (path: string): autocannon.Request => ({ method: 'GET', path });
const reading = (path: string, keyword: string) => get(path.replace('{keyword}', encodeURIComponent(keyword)));

/** For a shop of so many products, which stand in the categories in equal shares. */
export function oddRequests(categories: string[], count: number): autocannon.Request[] {
  const all = { checked: [], radio: [] as [], page: 1, sort: 'newest' as const };
  const pages = [1, Math.ceil(count / 16), Math.ceil((3 * count) / 32), Math.ceil(count / 8)];
  // A few, half and all but one of them, at the middle of what they hold; a quarter of that is in the range.
  const many = [3, Math.ceil(categories.length / 2), categories.length - 1].flatMap((size) =>
    SORTS.flatMap((sort) => {
      const checked = categories.slice(0, size);
      const middle = (count * size) / categories.length / 16;
      return [
        { ...all, checked, sort, page: Math.ceil(middle) },
        { ...all, checked, radio: RANGE, sort, page: Math.ceil(middle / 4) },
      ];
    }),
  );
  const filters = [
    ...KEYWORDS.flatMap((keyword) => [
      { ...all, keyword },
      { ...all, radio: [99, 199] as [number, number], keyword, sort: 'name' as const, page: 1000 },
    ]),
    ...pages.flatMap((page) => SORTS.map((sort) => ({ ...all, sort, page }))),
    ...SORTS.map((sort) => ({ ...all, radio: RANGE, sort, page: 500 })),
    ...many,
  ];
  return [
    ...filters.map((filter) => toHttp({ filter })),
    ...KEYWORDS.flatMap((keyword) => [reading(searchProducts.path, keyword), reading(listSuggestions.path, keyword)]),
    ...['/', '/categories', '/sitemap.xml', '/sitemap/pages.xml', '/sitemap/products-1.xml'].map(get),
  ];
}
