/** The columns of a product that are read, and the product that they become on the wire. */
import { sql } from 'drizzle-orm';
import { toDollars } from '../../../contract/money.ts';
import type { Product } from '../../../contract/product.ts';
import { products } from '../../database/schema/catalog.ts';
import { imageUrl } from '../../images/image-url.ts';

export const productColumns = {
  _id: products.id,
  name: products.name,
  slug: products.slug,
  description: products.description,
  priceCents: products.priceCents,
  quantity: products.quantity,
  shipping: products.shipping,
  category: products.categoryId,
  imageId: products.imageId,
};

/** The same columns of `products p` as raw SQL, for lists: those show only the beginning of a description. */
export const PRODUCT_ROW = sql`p.id as _id, p.name, p.slug, left(p.description, 200) as description, p.price_cents as "priceCents", p.quantity,
  p.shipping, p.category_id as category, p.image_id as "imageId"`;

export type ProductRow = Omit<Product, 'price' | 'image'> & { priceCents: number; imageId: string };

export function toProduct({ priceCents, imageId, ...rest }: ProductRow): Product {
  return { ...rest, price: toDollars(priceCents), image: imageUrl(imageId) };
}
