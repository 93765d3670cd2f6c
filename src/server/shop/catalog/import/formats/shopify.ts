/** Shopify's product export: the rows with one Handle, wherever they stand, describe a product, its variants and its images. */
import { cutText } from '../../../../../contract/values.ts';
import { type CsvRow, type FormatRow, field, type ImportField, type ImportFormat } from './format.ts';
import { OPTIONS, toShopifyRow } from './shopify-product.ts';

const number = (kind: 'price' | 'other', it: ImportField): ImportField => ({ ...it, number: kind });

const FIELDS = [
  field('Handle', 'url handle'),
  field('Title'),
  field('Body (HTML)', 'body html', 'description'),
  field('Vendor'),
  field('Product Category'),
  field('Type'),
  field('Tags'),
  field('Published', 'published on online store'),
  field('Status'),
  field('Gift Card'),
  ...OPTIONS.flatMap((n) => [field(`Option${n} Name`), field(`Option${n} Value`)]),
  field('Variant SKU', 'sku'),
  number('other', field('Variant Grams', 'weight value (grams)', 'weight (grams)')),
  field('Variant Inventory Tracker', 'inventory tracker'),
  number('other', field('Variant Inventory Qty', 'inventory quantity')),
  field('Variant Inventory Policy', 'continue selling when out of stock'),
  number('price', field('Variant Price', 'price')),
  number('price', field('Variant Compare At Price', 'compare at price')),
  field('Variant Requires Shipping', 'requires shipping'),
  field('Image Src', 'product image url'),
  number('other', field('Image Position')),
  field('Image Alt Text'),
  field('Variant Image', 'variant image url'),
  field('Variant Barcode', 'barcode'),
  field('Google Shopping / Condition'),
  field('Google Shopping / Google Product Category'),
  field('SEO Title'),
  field('SEO Description'),
];

const FIELD_BY_COLUMN = {
  name: 'Title',
  description: 'Body (HTML)',
  category: 'Type',
  price: 'Variant Price',
  compareAtPrice: 'Variant Compare At Price',
  quantity: 'Variant Inventory Qty',
  sku: 'Variant SKU',
  weight: 'Variant Grams',
  status: 'Status',
  slug: 'Handle',
  image: 'Image Src',
  alt: 'Image Alt Text',
  barcode: 'Variant Barcode',
  condition: 'Google Shopping / Condition',
  googleCategory: 'Google Shopping / Google Product Category',
  seoTitle: 'SEO Title',
  seoDescription: 'SEO Description',
  moreImages: 'Image Src',
  attributes: 'Tags',
  options: 'Option1 Name',
  variants: 'Option1 Value',
  'variants.price': 'Variant Price',
  'variants.compareAtPrice': 'Variant Compare At Price',
  'variants.quantity': 'Variant Inventory Qty',
  'variants.sku': 'Variant SKU',
  'variants.barcode': 'Variant Barcode',
  'variants.image': 'Variant Image',
  'variants.options': 'Option1 Value',
};

const IGNORED =
  /^(variant fulfillment service|fulfillment service|variant weight unit|weight unit for display|variant taxable|charge tax|option\d linked to|refused (row|column|because))$/;

/** More than the variants and images that a product can have. */
const MAX_ROWS = 5000;

const handleOf = (row: FormatRow): string => row.cells.Handle?.toLowerCase() ?? '';

/** Counts the rows of each Handle, so that a product is complete when its last row has been read. */
async function countRows(rows: AsyncIterable<FormatRow>): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for await (const row of rows) {
    const handle = handleOf(row);
    if (handle && !row.error) counts.set(handle, (counts.get(handle) ?? 0) + 1);
  }
  return counts;
}

/** A row that can't be read is refused alone: the other rows of its product are imported. */
async function* toRows(open: () => AsyncIterable<FormatRow>): AsyncGenerator<CsvRow> {
  const left = await countRows(open());
  const groups = new Map<string, FormatRow[]>();
  for await (const row of open()) {
    const handle = handleOf(row);
    if (row.error || !handle) {
      yield { row: row.row, cells: {}, error: row.error ?? 'Handle is required', fraction: row.fraction };
      continue;
    }
    const group = groups.get(handle) ?? [];
    groups.set(handle, group);
    if (group.length <= MAX_ROWS) group.push(row);
    const rest = (left.get(handle) ?? 1) - 1;
    left.set(handle, rest);
    if (rest > 0) continue;
    groups.delete(handle);
    const error = `Handle ${cutText(handle, 80)} has more than ${MAX_ROWS.toLocaleString('en')} rows`;
    if (group.length > MAX_ROWS) yield { row: group[0]?.row ?? row.row, cells: {}, error, fraction: row.fraction };
    else yield toShopifyRow(group, row.fraction, SHOPIFY);
  }
}

export const SHOPIFY: ImportFormat = {
  name: 'shopify',
  fields: FIELDS,
  required: [['Handle']],
  fieldByColumn: FIELD_BY_COLUMN,
  ignored: IGNORED,
  toRows,
};
