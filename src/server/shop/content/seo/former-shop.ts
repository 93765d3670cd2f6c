/**
 * Leads from addresses of the shop that a merchant had before, on Shopify or WooCommerce, to the same product or category here, so that links
 * and results of search engines go on. It is a rule, not a row for each of a catalog's products: imported products keep the old handle as
 * their slug, or remember it (slug_history) where it isn't one. Asked only where the shop would answer 404 or 410, so pages don't wait for it.
 */
import type { Database } from '../../../platform/database/connect.ts';
import { slugify } from '../../database/slug.ts';
import { findShownSlug } from './redirect.repository.ts';

/** Shopify's markets put a language before the path: `/de/products/mug`, `/en-gb/products/mug`. */
const LANGUAGE = '(?:/[a-z]{2}(?:-[a-z]{2})?)?';

const PRODUCT = new RegExp(`^(?:${LANGUAGE}(?:/collections/[^/]+)?/products|/product)/([^/]+)$`);
const COLLECTION = new RegExp(`^${LANGUAGE}/collections/([^/]+)(?:/[^/]+)?$`);
/** Categories lie within each other: `/product-category/men/shoes/page/2`. */
const WOO_CATEGORY = /^\/product-category\/(?:[^/]+\/)*?([^/]+)(?:\/page\/\d+)?$/;
const ALL_PRODUCTS = new RegExp(`^${LANGUAGE}/collections(?:/all)?$`);

async function findSlug(db: Database, kind: 'product' | 'category', encoded: string): Promise<string | null> {
  let handle: string;
  try {
    handle = decodeURIComponent(encoded);
  } catch {
    return null;
  }
  const slug = slugify(handle, '');
  return (await findShownSlug(db, kind, handle)) ?? (slug && slug !== handle ? findShownSlug(db, kind, slug) : null);
}

/** `path`: as toKey writes it. Null: it is none that those shops have, or what it showed isn't here. */
export async function findFormerAddress(db: Database, path: string): Promise<string | null> {
  if (ALL_PRODUCTS.test(path)) return '/categories';
  const product = PRODUCT.exec(path)?.[1];
  const category = product ? undefined : (COLLECTION.exec(path) ?? WOO_CATEGORY.exec(path))?.[1];
  const slug = product ? await findSlug(db, 'product', product) : category ? await findSlug(db, 'category', category) : null;
  return slug && `/${product ? 'product' : 'category'}/${slug}`;
}
