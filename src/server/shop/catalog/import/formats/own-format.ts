import { isDeepStrictEqual } from 'node:util';
import { PRODUCT_IMAGES_MAX } from '../../../../../contract/limits.ts';
import type { ProductImageInput } from '../../../../../contract/product-fields.ts';
import type { StoredPolicy } from '../../../../../contract/stock-policy.ts';
import { AppError } from '../../../../platform/errors.ts';
import { DETAIL_NAMES, toColumnName } from '../../products/product-details.ts';
import { type CsvRow, type FormatRow, type ImportFormat, isNo, isYes, noteOthers } from './format.ts';

/**
 * The shop's own columns of a CSV file; other columns are ignored. Cells that contain lists have a short form that people can type
 * (`Material: Wool | Color: Red`). If that can't express a list, because a value contains a separator, the cell contains the list as JSON. The
 * functions that write and read each list are next to each other: attributes and images here, options and variants in variant-cells.ts. docs/product-file.md describes the file for merchants.
 */
export const CSV_COLUMNS = {
  required: ['name', 'description', 'price', 'quantity', 'category'],
  optional: [
    ...[
      'image',
      'shipping',
      'compare_at_price',
      'sku',
      'weight',
      'status',
      'image_alt',
      'options',
      'variants',
      'attributes',
      'slug',
      'stock_policy',
    ],
    ...['description_format', 'further_categories', 'publish_from', 'publish_until'],
    ...['brand', 'tags', 'cost', 'contents', 'related_products'],
    ...DETAIL_NAMES.map(toColumnName),
    'parts',
  ],
};

/** How the column of one of the merchant's fields begins: `field:fabric`. The file has as many as there are fields. */
export const FIELD_COLUMN = 'field:';

/** Parses a cell that contains a JSON list, as in rows translated from other shops' formats; null: the cell has the short form. */
export function parseJsonList(cell: string): unknown[] | null {
  if (!cell.startsWith('[')) return null;
  try {
    const list: unknown = JSON.parse(cell);
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

/** The short form if reading it gives the same list; otherwise the list in JSON. */
export function writeList(list: readonly unknown[], short: string, read: (cell: string) => unknown): string {
  return isDeepStrictEqual(read(short.trim()), list) ? short : JSON.stringify(list);
}

/**
 * Reads `Material: Wool | Made in: Portugal`, or one pair per line. A name ends at its first colon; a part without a colon gets no value and
 * is refused by validation.
 */
export function parseAttributes(cell: string): unknown[] {
  const list = parseJsonList(cell);
  if (list) return list;
  const parts = cell.split(/[|\n]/).filter((part) => part.trim());
  return parts.map((part) => {
    const [name = ''] = part.split(':', 1);
    return { name: name.trim(), value: part.slice(name.length + 1).trim() };
  });
}

export const writeAttributes = (attributes: readonly { name: string; value: string }[]): string =>
  writeList(attributes, attributes.map(({ name, value }) => `${name}: ${value}`).join(' | '), parseAttributes);

const POLICY_PARTS = { limit: /^limit (\d+)$/i, shipsOn: /^ships on (\S+)$/i, shipsIn: /^ships in (.+)$/i };

/**
 * Reads `backorder, limit 20, ships in 2–3 weeks` or `preorder, ships on 2027-03-01`; or the policy in JSON, which holds a time with a comma. A part that is
 * none of these stays, and is refused by validation.
 */
export function parseStockPolicyCell(cell: string): unknown {
  const json = cell.startsWith('{') ? parseJsonList(`[${cell}]`)?.[0] : undefined;
  if (json) return json;
  const [policy = '', ...parts] = cell.split(',').map((it) => it.trim());
  const read = parts.map((part) => {
    for (const [name, pattern] of Object.entries(POLICY_PARTS)) {
      const value = pattern.exec(part)?.[1];
      if (value) return [name, name === 'limit' ? Number(value) : value] as const;
    }
    return ['policy', part] as const;
  });
  return { policy: policy.toLowerCase(), ...Object.fromEntries(read) };
}

/** Empty: counted. What is counted and below zero says so, or its negative quantity would be refused. */
export function writeStockPolicyCell(stock: StoredPolicy | null, quantity: number): string {
  if (!stock) return quantity < 0 ? 'counted' : '';
  const { policy, limit, shipsIn, shipsOn } = stock;
  const parts = [policy, limit && `limit ${limit}`, shipsIn && `ships in ${shipsIn}`, shipsOn && `ships on ${shipsOn}`];
  const short = parts.filter(Boolean).join(', ');
  return isDeepStrictEqual(parseStockPolicyCell(short), stock) ? short : JSON.stringify(stock);
}
/** Categories besides the main one, each by its path: `Sale | Men > Shoes`, or a list in JSON. */
export function parseFurtherCategories(cell: string): string[] {
  const list = parseJsonList(cell);
  const paths = list?.every((it) => typeof it === 'string') ? list : cell.split('|');
  return paths.flatMap((it) => it.trim() || []);
}

export const writeFurtherCategories = (paths: readonly string[]): string =>
  paths.length ? writeList(paths, paths.join(' | '), parseFurtherCategories) : '';

/** `New, Loose leaf`, or a list in JSON, as in rows translated from other shops' formats. */
export function parseTags(cell: string): unknown[] {
  return parseJsonList(cell) ?? cell.split(',').flatMap((it) => it.trim() || []);
}

/**
 * The images that a row names, main image first: `front.png | side.png`; and their alternative texts in `image_alt`, in the same order:
 * `Seen from the front | From the side`, or as a list in JSON.
 */
const SEPARATOR = '|';

export interface RowImages {
  alt: string;
  /** With file names instead of URLs. */
  moreImages: ProductImageInput[];
}

const createImagesError = (path: string, message: string) =>
  new AppError('invalid_request', message, { issues: [{ path, code: 'too_many', message }] });

function parseAlts(cell: string): string[] {
  const list = parseJsonList(cell);
  if (list?.every((it) => typeof it === 'string')) return list.map((it) => it.trim());
  return cell.split(SEPARATOR).map((it) => it.trim());
}

/** Empty if no image has a text of its own. */
export const writeAlts = (alts: string[]): string => (alts.some(Boolean) ? writeList(alts, alts.join(' | '), parseAlts) : '');

/** Throws `invalid_request` if there are too many images, or more texts than images. */
export function parseRowImages({ image = '', image_alt: alts = '' }: Record<string, string>): RowImages {
  const names = listImageNames(image);
  const texts = parseAlts(alts);
  if (names.length > PRODUCT_IMAGES_MAX)
    throw createImagesError('image', `image names ${names.length} images, but a product can have ${PRODUCT_IMAGES_MAX} at most`);
  if (alts && texts.length > names.length)
    throw createImagesError('image_alt', `image_alt has ${texts.length} texts for ${names.length} images`);
  return { alt: texts[0] ?? '', moreImages: names.slice(1).map((name, index) => ({ url: name, alt: texts[index + 1] ?? '' })) };
}

/** Their names, in their order. */
export const listImageNames = (cell = ''): string[] => cell.split(SEPARATOR).flatMap((it) => it.trim() || []);

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
  further_categories: ['additional categories', 'other categories', 'collections'],
  barcode: ['ean', 'gtin', 'upc', 'isbn', 'ean code', 'ean / upc'],
  brand: ['brand name', 'manufacturer', 'brands'],
  vendor: ['supplier'],
  tags: ['labels', 'keywords'],
  cost: ['cost per item', 'cost price', 'purchase price'],
  country_of_origin: ['origin', 'made in', 'country of manufacture'],
  hs_code: ['harmonized system code', 'customs tariff number', 'tariff number', 'hs tariff code'],
  tax_class: ['tax category', 'vat class'],
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
    yield { ...row, cells: readShipping(row.cells), ...(told.length && { notices: told }) };
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
