/** Asks for the current state of products that are known from a cart or an order. */
import { type Product, readProduct } from '../../contract/product.ts';
import { api, isApiError } from '../api.ts';
import { FETCH_CONCURRENCY } from '../constants.ts';

interface ProductRef {
  _id: string;
  slug: string;
}

export interface FetchedProducts {
  /** By id: the product as it is now, null if it is no longer sold. Missing if the request failed. */
  currentById: Map<string, Product | null>;
  hasFailed: boolean;
}

/** Local storage may hold anything; only slugs of this form are ever created. */
const SLUG = /^[a-z0-9-]+$/;

/** Null if it is gone. The ids are compared because another product may have taken its slug. */
async function fetchProduct({ _id, slug }: ProductRef, signal: AbortSignal): Promise<Product | null> {
  try {
    const { product } = await api(readProduct, { params: { slug }, signal });
    return product.find((it) => it._id === _id) ?? null;
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  }
}

/** A few requests at a time, so that a long cart doesn't flood the server. */
export async function fetchProducts(products: ProductRef[], signal: AbortSignal): Promise<FetchedProducts> {
  const currentById: FetchedProducts['currentById'] = new Map();
  let hasFailed = false;
  const queue = products.filter(({ slug }) => SLUG.test(slug)).values();
  const runWorker = async () => {
    for (const product of queue) {
      try {
        currentById.set(product._id, await fetchProduct(product, signal));
      } catch {
        // The caller is told by `hasFailed`; the checkout checks again anyway.
        hasFailed = true;
      }
    }
  };
  await Promise.all(Array.from({ length: FETCH_CONCURRENCY }, runWorker));
  return { currentById, hasFailed };
}
