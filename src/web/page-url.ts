/**
 * The parameters that each page knows: all that a rendered page may depend on, and so the key under which the response cache has it.
 * Whatever else stands in a URL (click ids, campaigns) belongs to one visitor and reaches no page.
 */
import { matchPath } from 'react-router';
import { buildUrl, listQueryParts, readListParams, SORTS } from './components/product-list/list-url.ts';
import { buildFilterUrl, readFilter } from './pages/storefront/home/filter.ts';
import { buildVariantUrl, readVariantId } from './pages/storefront/product/variant-url.ts';
import { buildSearchUrl, readSearchParams, SEARCH_PATH } from './pages/storefront/search/search-url.ts';

/** What a page makes of parameters as they were sent: its URL as the shop's own links have it. A page that isn't here knows none. */
const PAGES: Record<string, (search: URLSearchParams) => string> = {
  '/': (search) => buildFilterUrl(readFilter(search)),
  '/category/:slug': (search) => buildUrl('', listQueryParts(readListParams(search, SORTS), SORTS)),
  '/product/:slug': (search) => buildVariantUrl(readVariantId(search)),
  [SEARCH_PATH]: (search) => buildSearchUrl(readSearchParams(search)),
};

/** Path and query of the same page, without unknown parameters, invalid values and defaults. What it gives back it leaves as it is. */
export function toPageUrl(url: string): string {
  const [path = '', ...query] = url.split('?');
  const pattern = Object.keys(PAGES).find((it) => matchPath(it, path));
  const ownUrl = pattern === undefined ? '' : (PAGES[pattern]?.(new URLSearchParams(query.join('?'))) ?? '');
  const [, ownQuery] = ownUrl.split('?');
  return ownQuery === undefined ? path : `${path}?${ownQuery}`;
}
