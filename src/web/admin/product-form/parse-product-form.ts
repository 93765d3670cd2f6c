/** Reads the product form into the body of the API calls. */
import type { Issue } from '../../../contract/errors.ts';
import { type Attribute, PRODUCT_STATUSES, type ProductStatus } from '../../../contract/product-fields.ts';
import { createIssue, createValidationError, readField } from '../../shared/hooks/use-form.ts';
import { products as words } from '../messages.ts';
import { COUNT, PRICE, parseNumber, toInput } from '../parts/parse-number.ts';

/** Converts attributes to a single text, because forms compare texts: what was shown, what was typed, and the current state. */

export const serializeAttributes = (attributes: readonly Attribute[]): string =>
  attributes.length ? JSON.stringify(attributes.map(({ name, value }) => [name, value])) : '';

export function parseAttributes(text: string): Attribute[] {
  if (!text) return [];
  return (JSON.parse(text) as [string, string][]).map(([name, value]) => ({ name, value }));
}

/** `Material: Wool, Color: Red` */
export const formatAttributes = (text: string): string =>
  parseAttributes(text)
    .map(({ name, value }) => `${name}: ${value}`)
    .join(', ');

/** Empty rows are left out; a half-empty one adds an issue that names its empty half. */
export function readAttributes(values: FormData, issues: Issue[]): Attribute[] {
  const keys = [...values.keys()].flatMap((name) => (name.startsWith('attributeName-') ? [name.slice('attributeName-'.length)] : []));
  return keys.flatMap((key) => {
    const name = readField(values, `attributeName-${key}`).trim();
    const value = readField(values, `attributeValue-${key}`).trim();
    if (!name && !value) return [];
    if (!name) issues.push(createIssue(`attributeName-${key}`, 'required'));
    if (!value) issues.push(createIssue(`attributeValue-${key}`, 'required'));
    return [{ name, value }];
  });
}

/** Fields that are sent only if they were changed. */
interface OptionalFields {
  /** Empty: no sale; null: the variants have their own. */
  compareAtPrice: number | '' | null;
  sku: string;
  /** Grams; empty: none. */
  weight: number | '';
  status: ProductStatus;
  attributes: Attribute[];
}

export interface ProductFormValues extends OptionalFields {
  name: string;
  description: string;
  /** Null if left empty, or if the product has options. */
  price: number | null;
  /** Null: the product has options. */
  quantity: number | null;
  category: string;
  shipping: 0 | 1;
  image: File | null;
}

type WithoutUnchanged<T> = Omit<T, keyof OptionalFields> &
  Partial<Omit<OptionalFields, 'compareAtPrice'> & { compareAtPrice: number | '' }>;

/** Drops optional fields that are as they were shown; the form of a new product shows them empty, and the status active. */
export function omitUnchanged<T extends OptionalFields>(
  { compareAtPrice, sku, weight, status, attributes, ...values }: T,
  shown: Record<string, string> = { status: 'active' },
): WithoutUnchanged<T> {
  const isChanged = (name: keyof OptionalFields, value: string | number) =>
    (typeof value === 'number' ? toInput(value) : value) !== (shown[name] ?? '');
  return {
    ...values,
    ...(compareAtPrice !== null && isChanged('compareAtPrice', compareAtPrice) && { compareAtPrice }),
    ...(isChanged('sku', sku) && { sku }),
    ...(isChanged('weight', weight) && { weight }),
    ...(isChanged('status', status) && { status }),
    ...(isChanged('attributes', serializeAttributes(attributes)) && { attributes }),
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
  const compareAtPrice = hasOptions ? null : parseOptionalNumber(readField(values, 'compareAtPrice'));
  const weight = parseOptionalNumber(readField(values, 'weight'), COUNT);
  const category = readField(values, 'category');
  const shipping = readField(values, 'shipping');
  const image = values.get('image');
  const issues: Issue[] = [...others];
  if (!category) issues.push(createIssue('category', 'required'));
  if (priceText && price === null) issues.push(createIssue('price', 'not_a_number'));
  if (!hasOptions && quantity === null) issues.push(createIssue('quantity', 'not_an_integer'));
  if (!shipping) issues.push(createIssue('shipping', 'required'));
  const attributes = readAttributes(values, issues);
  if (!hasOptions && compareAtPrice === null) issues.push(createIssue('compareAtPrice', 'not_a_number'));
  if (weight === null) issues.push(createIssue('weight', 'not_an_integer'));
  if (issues.length || weight === null) throw createValidationError(words.saveFailed, issues);
  return {
    name: readField(values, 'name'),
    description: readField(values, 'description'),
    price,
    quantity,
    category,
    shipping: shipping === '1' ? 1 : 0,
    compareAtPrice,
    attributes,
    sku: readField(values, 'sku').trim(),
    weight,
    status: PRODUCT_STATUSES.find((it) => it === readField(values, 'status')) ?? 'active',
    image: image instanceof File && image.size > 0 ? image : null,
  };
}
