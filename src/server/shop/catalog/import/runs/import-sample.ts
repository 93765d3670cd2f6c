/** A sample file with the shop's own columns. Uploaded without changes, it creates two drafts. */
import { toDollars } from '../../../../../contract/money.ts';
import type { ImportedValue, ImportSample } from '../../../../../contract/product-import-fields.ts';
import { cutText } from '../../../../../contract/values.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { writeCsvRow } from '../../../../platform/http/csv.ts';
import { absoluteImageUrl } from '../../../content/media/image-url.ts';
import { findNewestImageId } from '../../products/product.repository.ts';
import { CSV_COLUMNS } from '../reading/csv-columns.ts';
import type { RowPlan } from '../rows/plan-rows.ts';
import type { RowChange } from '../rows/row-change.ts';

/** Describes in words what a row changes, for the first rows of a file. */

const TEXT_LENGTH = 80;

const toText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return cutText(value.map(toListItem).join(', '), TEXT_LENGTH);
  return cutText(String(value), TEXT_LENGTH);
};

const toListItem = (it: unknown): string => {
  if (typeof it !== 'object' || it === null) return String(it);
  const { name, value } = it as { name?: string; value?: string };
  return value === undefined ? String(name ?? '') : `${name}: ${value}`;
};

const toPrice = (cents: number | null | undefined): string => (cents === null || cents === undefined ? '' : toDollars(cents).toFixed(2));

const added = (values: Record<string, unknown>): ImportedValue[] =>
  Object.entries(values).flatMap(([field, value]) => (toText(value) === '' ? [] : [{ field, before: null, after: toText(value) }]));

/** By the names of a change's fields. If a value reads the same before and after, such as a shortened text, the field is still listed. */
function listChanges(plan: Extract<RowPlan, { kind: 'update' }>): ImportedValue[] {
  const { product, categoryName } = plan.found;
  const { priceCents, compareAtCents, quantity, category, weightGrams, variants, options, ...texts }: RowChange = plan.change;
  const current: Record<string, unknown> = { ...product };
  const changed = (field: string, before: unknown, after: unknown) => ({ field, before: toText(before), after: toText(after) });
  return [
    ...(priceCents === undefined ? [] : [changed('price', product.price.toFixed(2), toPrice(priceCents))]),
    ...(compareAtCents === undefined ? [] : [changed('compareAtPrice', product.compareAtPrice?.toFixed(2), toPrice(compareAtCents))]),
    ...(quantity === undefined ? [] : [changed('quantity', product.quantity, quantity)]),
    ...(category === undefined ? [] : [changed('category', categoryName, category)]),
    ...(weightGrams === undefined ? [] : [changed('weight', product.weight, weightGrams)]),
    ...Object.entries(texts).flatMap(([field, after]) => (field === 'shownQuantity' ? [] : [changed(field, current[field], after)])),
    ...(options ? [changed('options', product.options, options)] : []),
    ...(variants ? [changed('variants', product.variants?.length ?? 0, variants.length)] : []),
    ...(plan.images ? [changed('images', product.images.length, plan.images.length)] : []),
  ];
}

export function describeSample(plan: Exclude<RowPlan, { kind: 'refused' }>): ImportSample {
  const { row } = plan.row;
  if (plan.kind === 'unchanged') return { row, name: plan.found.product.name, outcome: 'unchanged', values: [] };
  if (plan.kind === 'update') return { row, name: plan.found.product.name, outcome: 'updated', values: listChanges(plan) };
  const { name, price, quantity, category, sku, status, compareAtPrice, variants } = plan.fields;
  const values = { price: price.toFixed(2), compareAtPrice, quantity: variants ? undefined : quantity, category, sku, status };
  const counts = { variants: variants?.length, images: plan.images.length };
  return { row, name, outcome: 'created', values: added({ ...values, ...counts }) };
}

const COLUMNS = [...CSV_COLUMNS.required, ...CSV_COLUMNS.optional];
const ANY_IMAGE = 'https://example.com/images/mug.jpg';

const ROWS: Record<string, string>[] = [
  {
    name: 'Stoneware mug',
    description: 'A mug for 300 ml, safe in the dishwasher.',
    price: '14.50',
    quantity: '25',
    category: 'Kitchen',
    shipping: '1',
    compare_at_price: '18.00',
    sku: 'MUG-300',
    weight: '380',
    status: 'draft',
    attributes: 'Material: Stoneware | Made in: Portugal',
  },
  {
    name: 'Linen shirt',
    description: 'A light shirt in two sizes.',
    price: '49.00',
    quantity: '0',
    category: 'Shirts',
    shipping: '1',
    status: 'draft',
    options: 'Size: S, M',
    variants: 'S: 49.00, 5, SHIRT-S; M: 52.00, 3, SHIRT-M',
  },
];

export async function* exportImportSample(db: Database, origin: string): AsyncGenerator<string> {
  // An image that the shop has needn't be fetched, so the sample works without changes.
  const imageId = await findNewestImageId(db);
  const image = imageId ? absoluteImageUrl(imageId, origin) : ANY_IMAGE;
  yield writeCsvRow(COLUMNS);
  for (const row of ROWS) yield writeCsvRow(COLUMNS.map((column) => (column === 'image' ? image : (row[column] ?? ''))));
}
