/** Requests a product when the pointer rests on its link; the product page takes the response from here, once. */
import { type DetailedProduct, listSimilarProducts, type Product, readProduct } from '../../contract/product.ts';
import { api } from '../api.ts';
import { PREFETCH_TTL_MS } from '../constants.ts';

/** The data of a product's page. */
export interface ProductPageData {
  product: DetailedProduct;
  similar: Product[];
}

let prefetched: { slug: string; requestedAt: number; pageData: Promise<ProductPageData | null> } | null = null;
let placeholder: Product | null = null;

async function fetchProductPage({ _id: productId, category: categoryId, slug }: Product): Promise<ProductPageData | null> {
  try {
    // A card knows the ids that both requests need.
    const [{ product }, similar] = await Promise.all([
      api(readProduct, { params: { slug } }),
      api(listSimilarProducts, { params: { productId, categoryId } }),
    ]);
    const [match] = product;
    return match ? { product: match, similar } : null;
  } catch {
    // Prefetching is silent. The page requests the product again and shows the error.
    return null;
  }
}

const isFresh = (slug: string) => prefetched?.slug === slug && Date.now() - prefetched.requestedAt < PREFETCH_TTL_MS;

export function prefetchProduct(product: Product): void {
  if (!isFresh(product.slug)) prefetched = { slug: product.slug, requestedAt: Date.now(), pageData: fetchProductPage(product) };
}

/** Null if nothing was prefetched, it expired or it failed. */
export async function takePrefetchedProduct(slug: string): Promise<ProductPageData | null> {
  if (!prefetched || !isFresh(slug)) return null;
  const { pageData } = prefetched;
  prefetched = null;
  return pageData;
}

/** The product of the clicked card, shown in the skeleton while the page loads. */
export function setPlaceholderProduct(product: Product): void {
  placeholder = product;
}

export function getPlaceholderProduct(slug: string): Product | null {
  return placeholder?.slug === slug ? placeholder : null;
}
