/**
 * Parses redirects that a merchant has pasted: one per line, or Shopify's export. Both paths are always within this shop. A `*` at the end of the
 * first path matches all paths below it, and one at the end of the second is replaced by what the first one matched.
 */

import { parse } from 'csv-parse/sync';
import type { RedirectRefusal } from '../../../../contract/redirect.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { slugify } from '../../database/slug.ts';
import { findShownSlug } from './seo.repository.ts';

/** Shopify's markets put a language before the path: `/de/products/mug`, `/en-gb/products/mug`. */
const LANGUAGE = '(?:/[a-z]{2}(?:-[a-z]{2})?)?';

const PRODUCT = new RegExp(`^(?:${LANGUAGE}(?:/collections/[^/]+)?/products|/product)/([^/]+)$`);
const COLLECTION = new RegExp(`^${LANGUAGE}/collections/([^/]+)(?:/[^/]+)?$`);
/** The paths of nested categories contain each other: `/product-category/men/shoes/page/2`. */
const WOO_CATEGORY = /^\/product-category\/(?:[^/]+\/)*?([^/]+)(?:\/page\/\d+)?$/;
const ALL_PRODUCTS = new RegExp(`^${LANGUAGE}/collections(?:/all)?$`);

async function findSlug(db: Database, kind: 'product' | 'category' | 'collection', encoded: string): Promise<string | null> {
  let handle: string;
  try {
    handle = decodeURIComponent(encoded);
  } catch {
    return null;
  }
  const slug = slugify(handle, '');
  return (await findShownSlug(db, kind, handle)) ?? (slug && slug !== handle ? findShownSlug(db, kind, slug) : null);
}

const toPath = (folder: string, slug: string | null) => slug && `/${folder}/${slug}`;

/**
 * Translates paths of the merchant's former shop on Shopify or WooCommerce to the same product, collection or category here, so that old links and search
 * results keep working. No redirects have to be stored: imported products keep their handle as their slug or in slug_history. `path`: as toKey
 * returns it. Null: it isn't a path of those shops, or its product or category doesn't exist here.
 */
export async function findFormerAddress(db: Database, path: string): Promise<string | null> {
  if (ALL_PRODUCTS.test(path)) return '/categories';
  const product = PRODUCT.exec(path)?.[1];
  if (product) return toPath('product', await findSlug(db, 'product', product));
  const collection = COLLECTION.exec(path)?.[1];
  const found = collection ? await findSlug(db, 'collection', collection) : null;
  if (found) return toPath('collections', found);
  const category = collection ?? WOO_CATEGORY.exec(path)?.[1];
  return category ? toPath('category', await findSlug(db, 'category', category)) : null;
}

const MAX_LENGTH = 500;
const CONTROL = /\p{Cc}/u;

export interface RedirectPaths {
  /** The key by which redirects are looked up: see toKey. */
  from: string;
  to: string;
}

/**
 * Normalizes a path for looking up redirects: decoded and encoded again, in lower case because pages' paths are case-insensitive, and
 * without a slash at its end. Null: it can't be decoded.
 */
export function toKey(pathname: string): string | null {
  try {
    const path = decodeURI(pathname);
    return CONTROL.test(path) ? null : encodeURI(path.toLowerCase()).replace(/(?<=.)\/+$/, '');
  } catch {
    return null;
  }
}

/** Parses it as a browser would, if it stays within the shop. */
function parsePath(text: string, origins: readonly string[]): URL | RedirectRefusal {
  if (text.length > MAX_LENGTH) return 'too_long';
  if (CONTROL.test(text)) return 'invalid_path';
  const isUrl = /^[a-z][a-z0-9+.-]*:/i.test(text);
  if (!isUrl && !text.startsWith('/')) return 'invalid_path';
  const url = URL.parse(text, origins[0]);
  if (!url) return 'invalid_path';
  // `//host` and `/\host` mean another host. `/.//host` is normalized to `//host`, which a browser would take for one too.
  if (!origins.includes(url.origin) || url.pathname.startsWith('//')) return 'foreign_host';
  return toKey(url.pathname) === null ? 'invalid_path' : url;
}

/** All paths below a path. */
const WILDCARD = /^[^*]*\/\*$/;

export const isWildcard = (path: string): boolean => WILDCARD.test(path);

/** `origins`: those of the shop. */
export function parseRedirect(fromText: string, toText: string, origins: readonly string[]): RedirectPaths | RedirectRefusal {
  const [from, to] = [parsePath(fromText, origins), parsePath(toText, origins)];
  if (typeof from === 'string') return from;
  if (typeof to === 'string') return to;
  // Pages are cached without parameters that they don't know, so a redirect with a query would never be looked up.
  if (from.search || from.hash) return 'has_query';
  for (const { pathname } of [from, to]) if (pathname.includes('*') && !isWildcard(pathname)) return 'wildcard';
  if (to.pathname.includes('*') && !isWildcard(from.pathname)) return 'wildcard';
  return { from: toKey(from.pathname) ?? '/', to: to.pathname + to.search + to.hash };
}

export interface RedirectLine {
  line: number;
  text: string;
  parsed: RedirectPaths | RedirectRefusal;
}

/** The first row of the file that Shopify exports under "URL redirects". */
const FILE_HEADER = /^\ufeff?"?redirect from"?\s*([,;\t])\s*"?redirect to"?/i;

/** Rows of the file become lines as people type them, so that refused ones can be corrected. */
function readFile(text: string, delimiter: string, origins: readonly string[]): RedirectLine[] {
  const options = {
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  } as const;
  const read = (quote: '"' | null) => parse(text, { ...options, quote }) as unknown as { record: string[]; info: { lines: number } }[];
  let rows: ReturnType<typeof read>;
  try {
    rows = read('"');
  } catch {
    // If a quote is never closed, quotes are read like any other character.
    rows = read(null);
  }
  return rows.slice(1).map(({ record: [from = '', to = ''], info }) => ({
    line: info.lines,
    text: `${from} ${to}`.trim(),
    parsed: from && to ? parseRedirect(from, to, origins) : 'not_two_paths',
  }));
}

/** Blank lines are left out. */
export function readLines(text: string, origins: readonly string[]): RedirectLine[] {
  const delimiter = FILE_HEADER.exec(text)?.[1];
  if (delimiter) return readFile(text, delimiter, origins);
  return text.split('\n').flatMap((it, index) => {
    const [from, to, ...others] = it.trim().split(/\s+/u);
    if (!from) return [];
    const parsed = !to || others.length ? 'not_two_paths' : parseRedirect(from, to, origins);
    return [{ line: index + 1, text: it.trim(), parsed }];
  });
}

/** The lookup key of a redirect's target. */
export const toTargetKey = (to: string): string => toKey(to.replace(/[?#].*$/s, '')) ?? '';

/** Deeper paths aren't looked up. */
const MAX_DEPTH = 30;

/** The starting paths of redirects that match this path: itself, then `*` in each of its folders, the nearest first. */
export function listBeginnings(key: string): string[] {
  const parts = key === '/' ? [''] : key.split('/').slice(0, MAX_DEPTH);
  return [key, ...parts.map((_part, index) => `${parts.slice(0, parts.length - index).join('/')}/*`)];
}

/** The target of a redirect for this path. Null: with what the `*` matched, it would lead out of the shop. */
export function fillTarget({ from, to }: RedirectPaths, pathname: string): string | null {
  const [, path = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(to) ?? [];
  if (!isWildcard(from) || !isWildcard(path)) return to;
  const rest = pathname.split('/').slice(from.split('/').length - 1);
  const filled = (path.slice(0, -1) + rest.join('/')).replace(/(?<=.)\/+$/, '');
  const url = URL.parse(filled, 'http://shop.invalid');
  return url?.origin === 'http://shop.invalid' && !url.pathname.startsWith('//') ? url.pathname + tail : null;
}
