/** What the cart keeps of a product's page. Apart from state/cart.ts, so that the first page doesn't load it. */
import type { DetailedProduct, Product } from '../../../contract/product.ts';
import { describeOptions } from '../../../contract/product-fields.ts';
import type { CartItem } from '../../state/cart.ts';

type WholeProduct = Product & Partial<DetailedProduct>;

/** Null if the product has no such variant, or has several and none is named. */
export function toCartItem(
  {
    images: _im,
    attributes: _at,
    descriptionFormat: _df,
    descriptionText: _dt,
    descriptionContent: _dc,
    seoTitle: _st,
    seoDescription: _sd,
    barcode: _bc,
    condition: _cn,
    furtherCategories: _fc,
    parts: _pt,
    brand: _br,
    countryOfOrigin: _co,
    hsCode: _hs,
    contents: _ct,
    contentsUnit: _cu,
    customFields: _cf,
    shownFields: _sf,
    linkedProducts: _lp,
    linkedFiles: _lf,
    options = [],
    variants,
    ...product
  }: WholeProduct,
  variantId?: string,
): CartItem | null {
  if (!variants) return variantId === undefined ? product : null;
  const chosen = variantId === undefined && variants.length === 1 ? variants[0] : variants.find(({ _id }) => _id === variantId);
  if (!chosen) return null;
  const { price, compareAtPrice, lowestPrice, quantity, stock, image, sku, unitPrice } = chosen;
  const { hasOptions: _h, isPriceFrom: _i, unitPrice: _up, lowestPrice: _l, ...rest } = product;
  const own = {
    price,
    compareAtPrice,
    ...(lowestPrice && { lowestPrice }),
    quantity,
    ...(stock && { stock }),
    image,
    sku,
    ...(unitPrice && { unitPrice }),
  };
  return { ...rest, ...own, variant: chosen._id, chosen: describeOptions(options, chosen.options) };
}
