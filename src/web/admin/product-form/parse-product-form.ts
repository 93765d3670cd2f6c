/** Reads the product form into the body of the API calls. */
import type { BundlePartInput } from '../../../contract/bundle.ts';
import type { Issue } from '../../../contract/errors.ts';
import type { AdminProduct } from '../../../contract/product-admin.ts';
import {
  type Attribute,
  type DescriptionFormat,
  PRODUCT_STATUSES,
  type ProductStatus,
  toStatus,
} from '../../../contract/product-fields.ts';
import { countOnHand, type StockPolicyInput } from '../../../contract/stock-policy.ts';
import { formatPrice } from '../../shared/format.ts';
import type { ConflictFields, Snapshot } from '../../shared/forms/edit-conflict.tsx';
import { createIssue, createValidationError, readField } from '../../shared/hooks/use-form.ts';
import { bundle } from '../../shared/messages/bundle.ts';
import { type NamedCategory, nameCategories } from '../parts/category-fields.tsx';
import { categoryFields as fieldWords } from '../parts/messages.ts';
import { COUNT, PRICE, parseNumber, toPriceInput } from '../parts/values.ts';
import { stockPolicy as policyWords } from '../stock-policy/messages.ts';
import { checkPolicy, describePolicy, serializeStored, toPolicyInput } from '../stock-policy/policy-texts.ts';
import { describeParts, serializeParts, toPartsInput } from './bundle-texts.ts';
import {
  checkDetailTexts,
  type DetailTexts,
  formatAttributes,
  listDetailFields,
  omitUnchangedTexts,
  readAttributes,
  readDetailTexts,
  type SentTexts,
  serializeAttributes,
  toDetailTexts,
  toShownTexts,
} from './detail-texts.ts';
import { productAttributes as attributeWords, productForm as words } from './messages.ts';
import { describeImages, serializeImages } from './use-image-list.ts';

/** The product form's fields as texts, to compare what was shown, what was typed, and the current state. */
export function toSnapshot(product: AdminProduct, version: number): Snapshot {
  const { name, description, descriptionFormat, price, category, shipping, compareAtPrice, sku, weight, status } = product;
  // A bundle that is one no more begins with nothing in stock.
  const [there, policy] = product.parts ? [0, undefined] : [countOnHand(product), product.stock];
  return {
    version,
    values: {
      category,
      images: serializeImages(product),
      name,
      description,
      descriptionFormat,
      price: toPriceInput(price),
      quantity: String(there),
      stock: serializeStored(policy),
      parts: serializeParts(product.parts),
      shipping: String(shipping),
      compareAtPrice: toPriceInput(compareAtPrice),
      sku: sku ?? '',
      weight: String(weight ?? ''),
      status: toStatus(status),
      attributes: serializeAttributes(product.attributes),
      furtherCategories: (product.furtherCategories ?? []).join(),
      ...toDetailTexts(product),
    },
  };
}

/** The server sorts them. */
const toText = (furtherCategories: readonly string[]): string => [...furtherCategories].sort().join();

/** An empty price keeps the old one. */
export function toTypedValues(values: Omit<ProductFormValues, 'image'>, images: string, shown: Snapshot['values']): Record<string, string> {
  const { name, description, descriptionFormat, price, quantity, category, shipping, compareAtPrice, sku, weight, status } = values;
  return {
    category,
    images,
    name: name.trim(),
    description: description.trim(),
    descriptionFormat,
    price: price === null ? (shown.price ?? '') : toPriceInput(price),
    quantity: String(quantity ?? shown.quantity ?? ''),
    stock: values.stock ?? shown.stock ?? '',
    shipping: String(shipping),
    compareAtPrice: compareAtPrice === null ? (shown.compareAtPrice ?? '') : toPriceInput(compareAtPrice || null),
    sku,
    weight: String(weight),
    status,
    attributes: serializeAttributes(values.attributes),
    furtherCategories: toText(values.furtherCategories),
    parts: values.parts,
    ...toShownTexts(values.details, shown),
  };
}

const describePrice = (text: string) => formatPrice(parseNumber(text) ?? 0);

export function formatChange(change: number): string {
  return change > 0 ? `+${change}` : `−${-change}`;
}

/** A change of the stock is kept as a difference: if 10 was shown and 12 was typed, two are added to the current stock. */
function mergeQuantity({ shown, typed, current }: { shown: string; typed: string; current: string }): string {
  return String(Math.max(Math.min(0, Number(current)), Number(current) + Number(typed) - Number(shown)));
}

export function listProductFields(categories: NamedCategory[]): ConflictFields {
  const names = nameCategories(categories);
  const format = (id: string) => names.get(id) ?? words.otherCategory;
  return {
    category: { label: words.category, format },
    furtherCategories: { label: fieldWords.further, format: (ids) => ids.split(',').filter(Boolean).map(format).join(', ') || words.none },
    images: { label: words.images, format: describeImages },
    name: { label: words.name },
    description: { label: words.description },
    descriptionFormat: { label: words.descriptionFormat, format: (format) => words.descriptionFormats[format as DescriptionFormat] },
    price: { label: words.price, format: describePrice },
    quantity: {
      label: words.quantity,
      merge: mergeQuantity,
      describeTyped: (texts) =>
        words.stockChange(texts.shown, texts.typed, formatChange(Number(texts.typed) - Number(texts.shown)), mergeQuantity(texts)),
    },
    stock: { label: policyWords.label, format: describePolicy },
    shipping: { label: words.shipping, format: (shipping) => (shipping === '1' ? words.yes : words.no) },
    compareAtPrice: { label: words.compareAtPrice, format: (price) => (price ? describePrice(price) : words.none) },
    sku: { label: words.sku, format: (sku) => sku || words.none },
    weight: { label: words.weight, format: (weight) => (weight ? words.grams(weight) : words.none) },
    status: { label: words.status, format: (status) => words.statuses[status as ProductStatus] },
    parts: { label: bundle.legend, format: (text) => describeParts(text) || bundle.noParts },
    attributes: { label: attributeWords.legend, format: (text) => formatAttributes(text) || words.none },
    ...listDetailFields(),
  };
}

/** Fields that are sent only if they were changed. */
interface OptionalFields {
  descriptionFormat: DescriptionFormat;
  /** Empty: no sale; null: the variants have their own. */
  compareAtPrice: number | '' | null;
  sku: string;
  /** Grams; empty: none. */
  weight: number | '';
  status: ProductStatus;
  attributes: Attribute[];
  /** As one text; null: the variants have their own. */
  stock: string | null;
  /** Ids. */
  furtherCategories: string[];
  /** Of a bundle, as one text. */
  parts: string;
  details: DetailTexts;
}

interface ProductFormValues extends OptionalFields {
  name: string;
  description: string;
  /** Null if left empty, or if the product has options. */
  price: number | null;
  /** Null: the product has options, or is a bundle. */
  quantity: number | null;
  category: string;
  shipping: 0 | 1;
  image: File | null;
}

type WithoutUnchanged<T> = Omit<T, keyof OptionalFields> &
  SentTexts &
  Partial<
    Omit<OptionalFields, 'compareAtPrice' | 'details' | 'stock' | 'parts'> & {
      compareAtPrice: number | '';
      stock: StockPolicyInput | null;
      parts: BundlePartInput[];
    }
  >;

/** Drops optional fields that are as they were shown; the form of a new product shows them empty, and the status active. */
export function omitUnchanged<T extends OptionalFields & { description: string }>(
  { compareAtPrice, sku, weight, status, attributes, furtherCategories, descriptionFormat, details, stock, parts, ...values }: T,
  shown: Record<string, string> = { status: 'active' },
): WithoutUnchanged<T> {
  const isChanged = (name: Exclude<keyof OptionalFields, 'details'>, value: string | number) =>
    (typeof value === 'number' ? toPriceInput(value) : value) !== (shown[name] ?? '');
  // Without its format, other words would be plain text.
  const isMarkdownChanged = descriptionFormat === 'markdown' && values.description.trim() !== shown.description;
  return {
    ...values,
    ...((isMarkdownChanged || isChanged('descriptionFormat', descriptionFormat)) && { descriptionFormat }),
    ...(compareAtPrice !== null && isChanged('compareAtPrice', compareAtPrice) && { compareAtPrice }),
    ...(stock !== null && isChanged('stock', stock) && { stock: toPolicyInput(stock) }),
    ...(isChanged('parts', parts) && { parts: toPartsInput(parts) }),
    ...(isChanged('sku', sku) && { sku }),
    ...(isChanged('weight', weight) && { weight }),
    ...(isChanged('status', status) && { status }),
    ...(isChanged('attributes', serializeAttributes(attributes)) && { attributes }),
    ...(isChanged('furtherCategories', toText(furtherCategories)) && { furtherCategories }),
    ...omitUnchangedTexts(details, shown),
  };
}

/** Null: not a number. */
function parseOptionalNumber(text: string, range = PRICE): number | '' | null {
  return text.trim() ? parseNumber(text.trim(), range) : '';
}

/**
 * Throws a validation error with an issue for each field that can't be sent: no category or shipping, not a number. `others`: what is wrong
 * with the rest of the form.
 */
export function parseProductForm(values: FormData, others: Issue[] = []): ProductFormValues {
  const priceText = readField(values, 'price').trim();
  const price = parseNumber(priceText);
  const quantity = parseNumber(readField(values, 'quantity').trim(), COUNT);
  const hasOptions = readField(values, 'variants') !== '';
  const parts = readField(values, 'bundle');
  const compareAtPrice = hasOptions ? null : parseOptionalNumber(readField(values, 'compareAtPrice'));
  const weight = parseOptionalNumber(readField(values, 'weight'), COUNT);
  const category = readField(values, 'category');
  const shipping = readField(values, 'shipping');
  const image = values.get('image');
  const issues: Issue[] = [...others];
  if (!category) issues.push(createIssue('category', 'required'));
  if (priceText && price === null) issues.push(createIssue('price', 'not_a_number'));
  if (!hasOptions && !parts && quantity === null) issues.push(createIssue('quantity', 'not_an_integer'));
  if (!shipping) issues.push(createIssue('shipping', 'required'));
  const attributes = readAttributes(values, issues);
  const stock = hasOptions || parts ? null : readField(values, 'stock');
  if (stock) issues.push(...checkPolicy(stock));
  if (!hasOptions && compareAtPrice === null) issues.push(createIssue('compareAtPrice', 'not_a_number'));
  if (weight === null) issues.push(createIssue('weight', 'not_an_integer'));
  const details = readDetailTexts(values);
  issues.push(...checkDetailTexts(details));
  if (issues.length || weight === null) throw createValidationError(words.saveFailed, issues);
  return {
    name: readField(values, 'name'),
    description: readField(values, 'description'),
    descriptionFormat: readField(values, 'descriptionFormat') === 'text' ? 'text' : 'markdown',
    price,
    quantity: parts ? null : quantity,
    parts,
    category,
    shipping: shipping === '1' ? 1 : 0,
    compareAtPrice,
    attributes,
    stock,
    furtherCategories: readField(values, 'furtherCategories').split(',').filter(Boolean),
    sku: readField(values, 'sku').trim(),
    weight,
    status: PRODUCT_STATUSES.find((it) => it === readField(values, 'status')) ?? 'active',
    details,
    image: image instanceof File && image.size > 0 ? image : null,
  };
}
