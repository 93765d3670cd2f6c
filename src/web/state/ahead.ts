/** A product on which the pointer rests is asked for before its page is opened; the page takes the answer from here, once. */
import { listSimilarProducts, type Product, readProduct } from '../../contract/product.ts';
import { api } from '../api.ts';
import { AHEAD_GOOD_MS } from '../constants.ts';

/** What a product's page shows. */
export interface ProductView {
  product: Product;
  /** Others like it. */
  similar: Product[];
}

let asked: { slug: string; at: number; view: Promise<ProductView | null> } | null = null;
let known: Product | null = null;

async function ask({ _id: productId, category: categoryId, slug }: Product): Promise<ProductView | null> {
  try {
    // A card knows enough to ask for both at once.
    const [{ product }, similar] = await Promise.all([
      api(readProduct, { params: { slug } }),
      api(listSimilarProducts, { params: { productId, categoryId } }),
    ]);
    const [found] = product;
    return found ? { product: found, similar } : null;
  } catch {
    // Nobody asked to see it yet. Whoever does asks again, and hears what is wrong.
    return null;
  }
}

const isGood = (slug: string) => asked?.slug === slug && Date.now() - asked.at < AHEAD_GOOD_MS;

export function askAhead(product: Product): void {
  if (!isGood(product.slug)) asked = { slug: product.slug, at: Date.now(), view: ask(product) };
}

/** Null where it wasn't asked for, or not lately, or in vain. */
export async function takeAhead(slug: string): Promise<ProductView | null> {
  if (!asked || !isGood(slug)) return null;
  const { view } = asked;
  asked = null;
  return view;
}

/** What a card told of the product that is about to be opened. */
export function rememberProduct(product: Product): void {
  known = product;
}

export function rememberedProduct(slug: string): Product | null {
  return known?.slug === slug ? known : null;
}
