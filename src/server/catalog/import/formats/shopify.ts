/** Shopify's product export: the rows with one Handle describe a product, its variants and its images. */
import { PRODUCT_IMAGES_MAX } from '../../../../contract/limits.ts';
import { htmlToText } from '../html-to-text.ts';
import {
  type CsvRow,
  type FormatRow,
  field,
  type ImportFormat,
  NO_CATEGORY,
  toCells,
  toJson,
  toSale,
  toStock,
  type VariantCells,
} from './format.ts';

const OPTIONS = [1, 2, 3];
/** Shopify's option value for products without options. */
const DEFAULT_VARIANT = 'Default Title';

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
  ...OPTIONS.flatMap((n) => [field(`Option${n} Name`), field(`Option${n} Value`)]),
  field('Variant SKU', 'sku'),
  field('Variant Grams', 'weight value (grams)', 'weight (grams)'),
  field('Variant Inventory Qty', 'inventory quantity'),
  field('Variant Price', 'price'),
  field('Variant Compare At Price', 'compare at price'),
  field('Variant Requires Shipping', 'requires shipping'),
  field('Image Src', 'product image url'),
  field('Image Position'),
  field('Image Alt Text'),
  field('Variant Image', 'variant image url'),
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
  moreImages: 'Image Src',
  attributes: 'Tags',
  options: 'Option1 Name',
  variants: 'Option1 Value',
  'variants.price': 'Variant Price',
  'variants.compareAtPrice': 'Variant Compare At Price',
  'variants.quantity': 'Variant Inventory Qty',
  'variants.sku': 'Variant SKU',
  'variants.image': 'Variant Image',
};

/** The product's images in their order, then those that only variants have; no more than a product may have. */
function listImages(rows: FormatRow[]): { url: string; alt: string }[] {
  const own = rows.flatMap(({ cells }) => {
    const url = cells['Image Src'];
    return url ? [{ url, alt: cells['Image Alt Text'] ?? '', position: Number(cells['Image Position'] ?? rows.length) }] : [];
  });
  const images = own.sort((a, b) => a.position - b.position).map(({ url, alt }) => ({ url, alt }));
  for (const { cells } of rows) {
    const url = cells['Variant Image'];
    if (url && images.every((it) => it.url !== url)) images.push({ url, alt: '' });
  }
  return images.slice(0, PRODUCT_IMAGES_MAX);
}

function toStatus({ Status: status, Published: published }: Record<string, string>): string | undefined {
  if (status) return status.toLowerCase();
  return published?.toLowerCase() === 'false' ? 'draft' : undefined;
}

function toVariant({ cells }: FormatRow, names: string[], images: { url: string }[]): VariantCells {
  const price = cells['Variant Price'];
  const quantity = toStock(cells['Variant Inventory Qty']);
  const before = toSale(price, cells['Variant Compare At Price']);
  const sku = cells['Variant SKU'];
  const index = images.findIndex(({ url }) => url === cells['Variant Image']);
  return {
    options: Object.fromEntries(names.map((name, index) => [name, cells[`Option${index + 1} Value`] ?? ''])),
    ...(price && { price }),
    ...(quantity && { quantity }),
    ...(before && { compareAtPrice: before }),
    ...(sku && { sku }),
    ...(index >= 0 && { image: String(index + 1) }),
  };
}

const isVariant = ({ cells }: FormatRow) => Boolean(cells['Option1 Value'] || cells['Variant Price'] || cells['Variant SKU']);

function toRow(group: FormatRow[], fraction: number): CsvRow {
  const [first] = group;
  if (!first) throw new Error('a group has a row');
  const rows = group.map(({ row }) => row);
  const broken = group.find(({ error }) => error);
  if (broken) return { row: broken.row, rows, cells: {}, error: broken.error, fraction };
  const { cells } = first;
  const variantRows = group.filter(isVariant);
  const names = OPTIONS.flatMap((n) => group.find((it) => it.cells[`Option${n} Name`])?.cells[`Option${n} Name`] ?? []);
  const hasOptions = names.length > 0 && cells['Option1 Value'] !== DEFAULT_VARIANT;
  const images = listImages(group);
  const variants = hasOptions ? variantRows.map((it) => toVariant(it, names, images)) : [];
  const options = hasOptions
    ? names.map((name) => ({ name, values: [...new Set(variants.map((it) => it.options[name] ?? ''))].filter(Boolean) }))
    : [];
  const tags = (cells.Tags ?? '').split(',').flatMap((it) => it.trim() || []);
  const attributes = [...(cells.Vendor ? [{ name: 'Vendor', value: cells.Vendor }] : []), ...tags.map((value) => ({ name: 'Tag', value }))];
  const requiresShipping = cells['Variant Requires Shipping']?.toLowerCase();
  const alts = images.map(({ alt }) => alt.replaceAll('|', ','));
  return {
    row: first.row,
    rows,
    variantRows: variantRows.map(({ row }) => row),
    cells: toCells({
      slug: cells.Handle,
      name: cells.Title,
      description: htmlToText(cells['Body (HTML)'] ?? ''),
      category: cells.Type ?? cells['Product Category']?.split('>').at(-1)?.trim(),
      price: cells['Variant Price'],
      quantity: toStock(cells['Variant Inventory Qty']),
      compare_at_price: hasOptions ? undefined : toSale(cells['Variant Price'], cells['Variant Compare At Price']),
      sku: hasOptions ? undefined : cells['Variant SKU'],
      weight: cells['Variant Grams'] && String(Math.round(Number(cells['Variant Grams']))),
      status: toStatus(cells),
      shipping: requiresShipping && (requiresShipping === 'false' ? '0' : '1'),
      image: images.map(({ url }) => url).join(' | '),
      image_alt: alts.some(Boolean) ? alts.join(' | ') : undefined,
      attributes: toJson(attributes),
      options: toJson(options),
      variants: toJson(variants),
    }),
    defaults: toCells({ description: cells.Title, category: NO_CATEGORY, quantity: '0' }),
    error: null,
    fraction,
  };
}

/** The rows of a product follow each other. */
async function* toRows(open: () => AsyncIterable<FormatRow>): AsyncGenerator<CsvRow> {
  const seen = new Set<string>();
  let group: FormatRow[] = [];
  const handleOf = (row: FormatRow | undefined) => row?.cells.Handle?.toLowerCase();
  for await (const row of open()) {
    const handle = handleOf(row);
    // A row that couldn't be read counts to the product before it.
    if (group.length && (handle === handleOf(group[0]) || (row.error && !handle))) {
      group.push(row);
      continue;
    }
    if (group.length) yield toRow(group, row.fraction);
    group = [];
    if (!handle || seen.has(handle)) {
      const problem = handle ? `Handle ${handle} stands again, apart from its first rows` : 'Handle is required';
      yield { row: row.row, cells: {}, error: row.error ?? problem, fraction: row.fraction };
      continue;
    }
    seen.add(handle);
    group = [row];
  }
  if (group.length) yield toRow(group, 1);
}

export const SHOPIFY: ImportFormat = { name: 'shopify', fields: FIELDS, required: [['Handle']], fieldByColumn: FIELD_BY_COLUMN, toRows };
