/** The product form's fields as texts, to compare what was shown, what was typed and what is there now. */
import type { Category } from '../../../contract/category.ts';
import type { Product } from '../../../contract/product.ts';
import { formatPrice } from '../../format.ts';
import type { ConflictFields, Snapshot } from '../../hooks/use-edit-conflict.ts';
import { products as words } from '../../messages/admin.ts';
import type { ProductFormValues } from './parse-product-form.ts';

export function toSnapshot({ name, description, price, quantity, category, shipping, image }: Product, version: number): Snapshot {
  return {
    version,
    values: { category, image, name, description, price: String(price), quantity: String(quantity), shipping: String(shipping) },
  };
}

/** An empty price keeps the old one, and so does no file the image. */
export function toTypedValues(
  { name, description, price, quantity, category, shipping, image }: ProductFormValues,
  shown: Snapshot['values'],
): Record<string, string> {
  return {
    category,
    image: image?.name ?? shown.image ?? '',
    name: name.trim(),
    description: description.trim(),
    price: price === null ? (shown.price ?? '') : String(price),
    quantity: String(quantity),
    shipping: String(shipping),
  };
}

export function formatChange(change: number): string {
  return change > 0 ? `+${change}` : `−${-change}`;
}

/** A change of the stock is kept as a change: 12 typed where 10 was shown adds two to what there is now. */
function mergeQuantity({ shown, typed, current }: { shown: string; typed: string; current: string }): string {
  return String(Math.max(0, Number(current) + Number(typed) - Number(shown)));
}

export function listProductFields(categories: Category[]): ConflictFields {
  return {
    category: { label: words.category, format: (id) => categories.find((it) => it._id === id)?.name ?? words.otherCategory },
    image: { label: words.image, format: (image) => (image.startsWith('/') ? words.otherImage : image) },
    name: { label: words.name },
    description: { label: words.description },
    price: { label: words.price, format: (price) => formatPrice(Number(price)) },
    quantity: {
      label: words.quantity,
      merge: mergeQuantity,
      describeTyped: (texts) =>
        words.stockChange(texts.shown, texts.typed, formatChange(Number(texts.typed) - Number(texts.shown)), mergeQuantity(texts)),
    },
    shipping: { label: words.shipping, format: (shipping) => (shipping === '1' ? words.yes : words.no) },
  };
}
