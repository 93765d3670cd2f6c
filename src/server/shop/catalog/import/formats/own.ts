/** The shop's own columns, as its export writes them, and what other programs call them. */
import { CSV_COLUMNS } from '../reading/csv-columns.ts';
import { type CsvRow, type FormatRow, type ImportFormat, noteOthers } from './format.ts';

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
};

const NUMBERS: Record<string, 'price' | 'other'> = { price: 'price', compare_at_price: 'price', quantity: 'other', weight: 'other' };

const FIELD_BY_COLUMN = { compareAtPrice: 'compare_at_price', alt: 'image_alt', moreImages: 'image' };

/** Those that the download of refused rows adds. */
const IGNORED = /^refused (row|column|because)$/;

async function* toRows(open: () => AsyncIterable<FormatRow>): AsyncGenerator<CsvRow> {
  for await (const { others, notices = [], ...row } of open()) {
    const told = [...notices, ...noteOthers([{ ...row, ...(others && { others }) }], OWN_FORMAT)];
    yield { ...row, ...(told.length && { notices: told }) };
  }
}

export const OWN_FORMAT: ImportFormat = {
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
