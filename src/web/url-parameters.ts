/**
 * The URL parameters of each page. A rendered page depends on no others, so path and these are the response cache's key. Others (click ids,
 * campaigns) are ignored by every page.
 */
import { matchPath } from 'react-router';
import { buildFilterUrl, readFilter } from './storefront/home/filter.ts';
import { buildChoiceUrl } from './storefront/product/use-variant-choice.ts';
import {
  buildSearchUrl,
  buildUrl,
  listQueryParts,
  readListParams,
  readSearchParams,
  SEARCH_PATH,
  SORTS,
} from './storefront/product-list/list-url.ts';

/** Converts a page's parameters to the URL that the shop's own links have. Pages that aren't listed have no parameters. */
const PAGES: Record<string, (search: URLSearchParams) => string> = {
  '/': (search) => buildFilterUrl(readFilter(search)),
  '/category/:slug': (search) => buildUrl('', listQueryParts(readListParams(search, SORTS), SORTS)),
  '/product/:slug': buildChoiceUrl,
  [SEARCH_PATH]: (search) => buildSearchUrl(readSearchParams(search)),
};

/**
 * Path and query of the same page without unknown parameters, invalid values and defaults. Applied to its own result, it changes nothing.
 */
export function toPageUrl(url: string): string {
  const [path = '', ...query] = url.split('?');
  const pattern = Object.keys(PAGES).find((it) => matchPath(it, path));
  const ownUrl = pattern === undefined ? '' : (PAGES[pattern]?.(new URLSearchParams(query.join('?'))) ?? '');
  const [, ownQuery] = ownUrl.split('?');
  return ownQuery === undefined ? path : `${path}?${ownQuery}`;
}
