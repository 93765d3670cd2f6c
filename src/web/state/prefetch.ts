/** A product on which the pointer rests is asked for before its page is opened; the page takes the answer from here, once. */
import { listSimilarProducts, type Product, readProduct } from '../../contract/product.ts';
import { api } from '../api.ts';
import { PREFETCH_TTL_MS } from '../constants.ts';

/** What a product's page shows. */
export interface ProductPageData {
  product: Product;
  /** Others like it. */
  similar: Product[];
}

let prefetched: { slug: string; requestedAt: number; pageData: Promise<ProductPageData | null> } | null = null;
let placeholder: Product | null = null;

async function fetchProductPage({ _id: productId, category: categoryId, slug }: Product): Promise<ProductPageData | null> {
  try {
    // A card knows enough to ask for both at once.
    const [{ product }, similar] = await Promise.all([
      api(readProduct, { params: { slug } }),
      api(listSimilarProducts, { params: { productId, categoryId } }),
    ]);
    const [match] = product;
    return match ? { product: match, similar } : null;
  } catch {
    // Nobody asked to see it yet. Whoever does asks again, and hears what is wrong.
    return null;
  }
}

const isFresh = (slug: string) => prefetched?.slug === slug && Date.now() - prefetched.requestedAt < PREFETCH_TTL_MS;

export function prefetchProduct(product: Product): void {
  if (!isFresh(product.slug)) prefetched = { slug: product.slug, requestedAt: Date.now(), pageData: fetchProductPage(product) };
}

/** Null where it wasn't asked for, or not lately, or in vain. */
export async function takePrefetchedProduct(slug: string): Promise<ProductPageData | null> {
  if (!prefetched || !isFresh(slug)) return null;
  const { pageData } = prefetched;
  prefetched = null;
  return pageData;
}

/** What a card told of the product that is about to be opened. */
export function setPlaceholderProduct(product: Product): void {
  placeholder = product;
}

export function getPlaceholderProduct(slug: string): Product | null {
  return placeholder?.slug === slug ? placeholder : null;
}
