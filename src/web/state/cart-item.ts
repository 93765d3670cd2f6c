/** What a cart holds of a product: a variant stands there like a product of its own, with its price, stock and image. */
import type { DetailedProduct, Product } from '../../contract/product.ts';
import { describeOptions } from '../../contract/product-fields.ts';

export interface CartItem extends Product {
  /** The chosen variant's id. Absent: the product has no options, or had none when it was added. */
  variant?: string;
  /** What was chosen: `Size: 42, Colour: Red`. */
  chosen?: string;
}

/** What can be told apart in a cart: a variant, or a product without options. */
export const getItemId = ({ _id, variant }: Pick<CartItem, '_id' | 'variant'>): string => variant ?? _id;

export const toItemPath = ({ slug, variant }: Pick<CartItem, 'slug' | 'variant'>): string =>
  variant ? `/product/${slug}?variant=${variant}` : `/product/${slug}`;

type WholeProduct = Product & Partial<Pick<DetailedProduct, 'images' | 'attributes' | 'options' | 'variants'>>;

/** Null: the product hasn't such a variant, or several of which none is named. */
export function toCartItem(
  { images: _images, attributes: _attributes, options = [], variants, ...product }: WholeProduct,
  variantId?: string,
): CartItem | null {
  if (!variants) return variantId === undefined ? product : null;
  const chosen = variantId === undefined && variants.length === 1 ? variants[0] : variants.find(({ _id }) => _id === variantId);
  if (!chosen) return null;
  const { price, compareAtPrice, quantity, image, sku } = chosen;
  const { hasOptions: _h, isPriceFrom: _i, ...rest } = product;
  return { ...rest, price, compareAtPrice, quantity, image, sku, variant: chosen._id, chosen: describeOptions(options, chosen.options) };
}
