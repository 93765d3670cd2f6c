/** What the shop sells now of what somebody knows from before. */
import { type Product, readProduct } from '../../contract/product.ts';
import { api, isApiError } from '../api.ts';
import { FETCH_CONCURRENCY } from '../constants.ts';

interface ProductRef {
  _id: string;
  slug: string;
}

export interface FetchedProducts {
  /** By id: the product as it is now, null if it isn't sold any more. What couldn't be asked is absent. */
  currentById: Map<string, Product | null>;
  hasFailed: boolean;
}

/** What was stored may be odd; no other slug is ever made. */
const SLUG = /^[a-z0-9-]+$/;

/** Null: it isn't there. Another product may have its slug by now. */
async function fetchProduct({ _id, slug }: ProductRef, signal: AbortSignal): Promise<Product | null> {
  try {
    const { product } = await api(readProduct, { params: { slug }, signal });
    return product.find((it) => it._id === _id) ?? null;
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  }
}

/** A few at once, so that a long list is no crowd. */
export async function fetchProducts(products: ProductRef[], signal: AbortSignal): Promise<FetchedProducts> {
  const currentById: FetchedProducts['currentById'] = new Map();
  let hasFailed = false;
  const queue = products.filter(({ slug }) => SLUG.test(slug)).values();
  const runWorker = async () => {
    for (const product of queue) {
      try {
        currentById.set(product._id, await fetchProduct(product, signal));
      } catch {
        // Whoever asked says so; the checkout asks again in any case.
        hasFailed = true;
      }
    }
  };
  await Promise.all(Array.from({ length: FETCH_CONCURRENCY }, runWorker));
  return { currentById, hasFailed };
}
