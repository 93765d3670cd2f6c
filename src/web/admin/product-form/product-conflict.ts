/** The product form's fields as texts, to compare what was shown, what was typed, and the current state. */
import type { Category } from '../../../contract/category.ts';
import type { DetailedProduct } from '../../../contract/product.ts';
import type { ProductStatus } from '../../../contract/product-fields.ts';
import { formatPrice } from '../../shared/format.ts';
import type { ConflictFields, Snapshot } from '../../shared/forms/edit-conflict.tsx';
import { products as words } from '../messages.ts';
import { parseNumber, toInput } from '../parts/parse-number.ts';
import { productAttributes as attributeWords } from './messages.ts';
import { formatAttributes, type ProductFormValues, serializeAttributes } from './parse-product-form.ts';
import { describeImages, serializeImages } from './use-image-list.ts';

export function toSnapshot(product: DetailedProduct, version: number): Snapshot {
  const { name, description, price, quantity, category, shipping, compareAtPrice, sku, weight, status } = product;
  return {
    version,
    values: {
      category,
      images: serializeImages(product),
      name,
      description,
      price: toInput(price),
      quantity: String(quantity),
      shipping: String(shipping),
      compareAtPrice: toInput(compareAtPrice),
      sku: sku ?? '',
      weight: String(weight ?? ''),
      status,
      attributes: serializeAttributes(product.attributes),
    },
  };
}

/** An empty price keeps the old one. */
export function toTypedValues(values: Omit<ProductFormValues, 'image'>, images: string, shown: Snapshot['values']): Record<string, string> {
  const { name, description, price, quantity, category, shipping, compareAtPrice, sku, weight, status } = values;
  return {
    category,
    images,
    name: name.trim(),
    description: description.trim(),
    price: price === null ? (shown.price ?? '') : toInput(price),
    quantity: String(quantity ?? shown.quantity ?? ''),
    shipping: String(shipping),
    compareAtPrice: compareAtPrice === null ? (shown.compareAtPrice ?? '') : toInput(compareAtPrice || null),
    sku,
    weight: String(weight),
    status,
    attributes: serializeAttributes(values.attributes),
  };
}

const describePrice = (text: string) => formatPrice(parseNumber(text) ?? 0);

export function formatChange(change: number): string {
  return change > 0 ? `+${change}` : `−${-change}`;
}

/** A change of the stock is kept as a difference: if 10 was shown and 12 was typed, two are added to the current stock. */
function mergeQuantity({ shown, typed, current }: { shown: string; typed: string; current: string }): string {
  return String(Math.max(0, Number(current) + Number(typed) - Number(shown)));
}

export function listProductFields(categories: Category[]): ConflictFields {
  return {
    category: { label: words.category, format: (id) => categories.find((it) => it._id === id)?.name ?? words.otherCategory },
    images: { label: words.images, format: describeImages },
    name: { label: words.name },
    description: { label: words.description },
    price: { label: words.price, format: describePrice },
    quantity: {
      label: words.quantity,
      merge: mergeQuantity,
      describeTyped: (texts) =>
        words.stockChange(texts.shown, texts.typed, formatChange(Number(texts.typed) - Number(texts.shown)), mergeQuantity(texts)),
    },
    shipping: { label: words.shipping, format: (shipping) => (shipping === '1' ? words.yes : words.no) },
    compareAtPrice: { label: words.compareAtPrice, format: (price) => (price ? describePrice(price) : words.none) },
    sku: { label: words.sku, format: (sku) => sku || words.none },
    weight: { label: words.weight, format: (weight) => (weight ? words.grams(weight) : words.none) },
    status: { label: words.status, format: (status) => words.statuses[status as ProductStatus] },
    attributes: { label: attributeWords.legend, format: (text) => formatAttributes(text) || words.none },
  };
}
