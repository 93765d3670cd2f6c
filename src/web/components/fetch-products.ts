/** Asks for the current state of products that are known from a cart or an order. */
import { type DetailedProduct, readProduct } from '../../contract/product.ts';
import { api, isInvalidOrNotFound } from '../api.ts';
import { FETCH_CONCURRENCY } from '../constants.ts';
import { type CartItem, getItemId, toCartItem } from '../state/cart-item.ts';

interface ProductRef {
  _id: string;
  slug: string;
  variant?: string;
}

export interface FetchedProducts {
  /** By id (getItemId): as it is now, null if it is no longer sold. Missing if the request failed. */
  currentById: Map<string, CartItem | null>;
  /** Products that were put into the cart without options, and have several variants now. */
  undecidedIds: Set<string>;
  hasFailed: boolean;
}

/** Local storage may hold anything; only slugs of this form are ever created. */
const SLUG = /^[a-z0-9-]+$/;

/** Null if it is gone. The ids are compared because another product may have taken its slug. */
async function fetchProduct({ _id, slug }: ProductRef, signal: AbortSignal): Promise<DetailedProduct | null> {
  try {
    const { product } = await api(readProduct, { params: { slug }, signal });
    return product.find((it) => it._id === _id) ?? null;
  } catch (error) {
    if (isInvalidOrNotFound(error)) return null;
    throw error;
  }
}

/** A few requests at a time, so that a long cart doesn't flood the server; one for all variants of a product. */
export async function fetchProducts(products: ProductRef[], signal: AbortSignal): Promise<FetchedProducts> {
  const currentById: FetchedProducts['currentById'] = new Map();
  const undecidedIds = new Set<string>();
  let hasFailed = false;
  const bySlug = Map.groupBy(
    products.filter(({ slug }) => SLUG.test(slug)),
    ({ _id, slug }) => `${slug} ${_id}`,
  );
  const queue = bySlug.values();
  const fetchAll = async (refs: ProductRef[]) => {
    const [first] = refs;
    if (!first) return;
    const product = await fetchProduct(first, signal);
    for (const ref of refs) {
      const item = product && toCartItem(product, ref.variant);
      currentById.set(getItemId(ref), item);
      if (product && !item && ref.variant === undefined) undecidedIds.add(ref._id);
    }
  };
  const runWorker = async () => {
    for (const refs of queue) {
      try {
        await fetchAll(refs);
      } catch {
        // The caller is told by `hasFailed`; the checkout checks again anyway.
        hasFailed = true;
      }
    }
  };
  await Promise.all(Array.from({ length: FETCH_CONCURRENCY }, runWorker));
  return { currentById, undecidedIds, hasFailed };
}
