/** Shopify's product export: the rows with one Handle, wherever they stand, describe a product, its variants and its images. */
import { type CsvRow, type FormatRow, field, type ImportField, type ImportFormat } from './format.ts';
import { groupRows } from './group-rows.ts';
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
  field('Collection', 'collections', 'custom collections'),
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
  field('Variant Taxable', 'charge tax'),
  field('Image Src', 'product image url'),
  number('other', field('Image Position')),
  field('Image Alt Text'),
  field('Variant Image', 'variant image url'),
  field('Variant Barcode', 'barcode'),
  number('price', field('Cost per item', 'variant cost', 'cost')),
  field('Variant HS Code', 'hs code', 'variant harmonized system code', 'harmonized system code'),
  field('Variant Country of Origin', 'country of origin', 'country/region of origin', 'coo'),
  number('other', field('Unit Price Total Measure')),
  field('Unit Price Total Measure Unit'),
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
  attributes: 'Metafields',
  vendor: 'Vendor',
  brand: 'Vendor',
  cost: 'Cost per item',
  countryOfOrigin: 'Variant Country of Origin',
  hsCode: 'Variant HS Code',
  taxClass: 'Variant Taxable',
  contents: 'Unit Price Total Measure',
  contentsUnit: 'Unit Price Total Measure Unit',
  tags: 'Tags',
  collections: 'Collection',
  options: 'Option1 Name',
  variants: 'Option1 Value',
  'variants.price': 'Variant Price',
  'variants.compareAtPrice': 'Variant Compare At Price',
  'variants.quantity': 'Variant Inventory Qty',
  'variants.cost': 'Cost per item',
  'variants.contents': 'Unit Price Total Measure',
  'variants.taxClass': 'Variant Taxable',
  'variants.sku': 'Variant SKU',
  'variants.barcode': 'Variant Barcode',
  'variants.image': 'Variant Image',
  'variants.options': 'Option1 Value',
};

const IGNORED =
  /^(variant fulfillment service|fulfillment service|variant weight unit|weight unit for display|unit price base measure( unit)?|option\d linked to|refused (row|column|because))$/;

/** More than the variants and images that a product can have. */
const MAX_ROWS = 5000;

const handleOf = (row: FormatRow): string => row.cells.Handle?.toLowerCase() ?? '';

async function* toRows(open: () => AsyncIterable<FormatRow>): AsyncGenerator<CsvRow> {
  for await (const group of groupRows(open, { column: 'Handle', keyOf: handleOf, maxRows: MAX_ROWS }))
    yield 'error' in group ? group : toShopifyRow(group.rows, group.fraction, SHOPIFY);
}

export const SHOPIFY: ImportFormat = {
  kind: 'products',
  name: 'shopify',
  fields: FIELDS,
  required: [['Handle']],
  fieldByColumn: FIELD_BY_COLUMN,
  ignored: IGNORED,
  toRows,
};
