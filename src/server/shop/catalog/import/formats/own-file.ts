/** The shop's own product file: what its columns are called, and how its rows are read. docs/product-file.md describes it for merchants. */
import { DETAIL_NAMES, toColumnName } from '../../products/product-details.ts';
import { type CsvRow, type FormatRow, type ImportFormat, isNo, isYes, noteOthers } from './format.ts';
import { moveOwnCells } from './own-columns.ts';
import { CSV_COLUMNS } from './own-format.ts';

const ALIASES: Record<string, string[]> = {
  name: ['title', 'product name', 'product'],
  description: ['product description', 'details'],
  price: ['unit price', 'regular price'],
  quantity: ['stock', 'qty', 'inventory', 'stock quantity', 'inventory quantity'],
  category: ['product type', 'product category', 'categories'],
  image: ['images', 'image url', 'picture', 'pictures', 'image src'],
  compare_at_price: ['compare at', 'list price', 'was price', 'msrp', 'rrp'],
  sku: ['article number', 'item number', 'product code'],
  weight: ['weight (g)', 'grams'],
  image_alt: ['alt text', 'image alt text'],
  slug: ['handle', 'url handle'],
  stock_policy: ['inventory policy', 'backorders'],
  further_categories: ['additional categories', 'other categories'],
  barcode: ['ean', 'gtin', 'upc', 'isbn', 'ean code', 'ean / upc'],
  collections: ['collection'],
  brand: ['brand name', 'manufacturer', 'brands'],
  vendor: ['supplier'],
  tags: ['labels', 'keywords'],
  cost: ['cost per item', 'cost price', 'purchase price'],
  country_of_origin: ['origin', 'made in', 'country of manufacture'],
  tax_class: ['tax category', 'vat class'],
  hs_code: ['harmonized system code', 'customs tariff number', 'tariff number', 'hs tariff code'],
  contents: ['content', 'net contents', 'net content'],
  contents_unit: ['unit of contents', 'unit'],
  related_products: ['related', 'similar products'],
  seo_title: ['meta title', 'page title'],
  seo_description: ['meta description'],
  parts: ['bundle', 'bundle parts', 'components'],
  google_category: ['google product category'],
};

const NUMBERS: Record<string, 'price' | 'other'> = {
  ...{ price: 'price', compare_at_price: 'price', cost: 'price' },
  ...{ quantity: 'other', weight: 'other', contents: 'other' },
};

const FIELD_BY_COLUMN = {
  ...{ compareAtPrice: 'compare_at_price', alt: 'image_alt', moreImages: 'image' },
  ...{ descriptionFormat: 'description_format', furtherCategories: 'further_categories' },
  ...{ publishFrom: 'publish_from', publishUntil: 'publish_until', relatedProducts: 'related_products' },
  ...Object.fromEntries(DETAIL_NAMES.map((name) => [name, toColumnName(name)])),
};

/** Those that the download of refused rows adds. */
const IGNORED = /^refused (row|column|because)$/;

/** `yes` and `no`, as people write them; anything else stays, and is refused. */
function readShipping({ shipping, ...cells }: CsvRow['cells']): CsvRow['cells'] {
  if (shipping === undefined) return cells;
  return { ...cells, shipping: isYes(shipping) ? '1' : isNo(shipping) ? '0' : shipping };
}

async function* toRows(open: () => AsyncIterable<FormatRow>): AsyncGenerator<CsvRow> {
  for await (const { others, notices = [], ...row } of open()) {
    const told = [...notices, ...noteOthers([{ ...row, ...(others && { others }) }], OWN_FORMAT)];
    yield { ...row, cells: readShipping(moveOwnCells(row)), ...(told.length && { notices: told }) };
  }
}

export const OWN_FORMAT: ImportFormat = {
  kind: 'products',
  name: 'products',
  fields: [...CSV_COLUMNS.required, ...CSV_COLUMNS.optional].map((name) => {
    const number = NUMBERS[name];
    return { name, aliases: ALIASES[name] ?? [], ...(number && { number }) };
  }),
  // Either column is enough to find existing products, of which only the file's columns are changed.
  required: [CSV_COLUMNS.required, ['sku'], ['slug']],
  fieldByColumn: FIELD_BY_COLUMN,
  ignored: IGNORED,
  toRows,
};
