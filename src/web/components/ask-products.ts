/** What the shop sells now of what somebody knows from before. */
import { type Product, readProduct } from '../../contract/product.ts';
import { api, isApiError } from '../api.ts';
import { ASK_AT_ONCE } from '../constants.ts';

interface Known {
  _id: string;
  slug: string;
}

export interface AskedProducts {
  /** By id: the product as it is now, null if it isn't sold any more. What couldn't be asked is absent. */
  now: Map<string, Product | null>;
  hasFailed: boolean;
}

/** What was stored may be odd; no other slug is ever made. */
const SLUG = /^[a-z0-9-]+$/;

/** Null: it isn't there. Another product may have its slug by now. */
async function find({ _id, slug }: Known, signal: AbortSignal): Promise<Product | null> {
  try {
    const { product } = await api(readProduct, { params: { slug }, signal });
    return product.find((it) => it._id === _id) ?? null;
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  }
}

/** A few at once, so that a long list is no crowd. */
export async function askProducts(products: Known[], signal: AbortSignal): Promise<AskedProducts> {
  const now: AskedProducts['now'] = new Map();
  let hasFailed = false;
  const queue = products.filter(({ slug }) => SLUG.test(slug)).values();
  const work = async () => {
    for (const product of queue) {
      try {
        now.set(product._id, await find(product, signal));
      } catch {
        // Whoever asked says so; the checkout asks again in any case.
        hasFailed = true;
      }
    }
  };
  await Promise.all(Array.from({ length: ASK_AT_ONCE }, work));
  return { now, hasFailed };
}
