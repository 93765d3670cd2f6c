/** Recognizes what a file brings, and in which format, by its first row, and maps its columns to the fields of that format. */

import type { ImportFormatName, ImportKind, ImportNumbers } from '../../../../../contract/product-import-fields.ts';
import { cutText } from '../../../../../contract/values.ts';
import { AppError } from '../../../../platform/errors.ts';
import { CUSTOMER_FORMATS } from '../formats/customer-formats.ts';
import type { ImportField, ImportFormat } from '../formats/format.ts';
import { ORDER_FORMATS } from '../formats/order-formats.ts';
import { isOwnName, listOwnColumns, listOwnNames } from '../formats/own-columns.ts';
import { OWN_FORMAT } from '../formats/own-file.ts';
import { CODE_FORMATS, PAGE_FORMATS, REDIRECT_FORMATS } from '../formats/shop-formats.ts';
import { SHOPIFY } from '../formats/shopify.ts';
import { WOOCOMMERCE } from '../formats/woocommerce.ts';
import type { CsvDialect, CsvFile } from './csv.ts';
import type { NewField } from './guess-fields.ts';

type Formats = { products: ImportFormat } & Partial<Record<ImportFormatName, ImportFormat>>;

/** Files of orders name customers and products, and those of customers have few columns of their own: the more particular ones come first. */
const FORMATS: Record<ImportKind, Formats> = {
  redirects: REDIRECT_FORMATS,
  orders: ORDER_FORMATS,
  codes: CODE_FORMATS,
  customers: CUSTOMER_FORMATS,
  pages: PAGE_FORMATS,
  products: { products: OWN_FORMAT, shopify: SHOPIFY, woocommerce: WOOCOMMERCE },
};

export const getFormat = (kind: ImportKind, name: ImportFormatName): ImportFormat => FORMATS[kind][name] ?? FORMATS[kind].products;

export const listFormats = (kind: ImportKind): ImportFormat[] => Object.values(FORMATS[kind]);

/** Title of the file's column, by the name of the field. */
export type ColumnMapping = Record<string, string>;

/** How a file is read. */
export interface FileForm {
  dialect: CsvDialect;
  kind: ImportKind;
  formatName: ImportFormatName;
  header: string[];
  /** What the first rows have in each column. */
  examples: string[];
  mapping: ColumnMapping;
  /** How the file writes numbers. */
  numbers: ImportNumbers;
  /** The custom fields that it has values of, as they would be made where there are none of that key. */
  customFields: NewField[];
}

/** A file with its format and column mapping. */
export interface ImportPlan extends FileForm {
  file: CsvFile;
  format: ImportFormat;
}

/** The merchant's choices, which replace what is recognized; columns that the file doesn't have are ignored. */
export interface ImportChoices {
  kind?: ImportKind;
  format?: ImportFormatName;
  mapping?: ColumnMapping;
  numbers?: ImportNumbers;
}

/** Normalizes titles for comparison: `compare_at-price` equals `Compare at  price`. */
const normalize = (title: string) =>
  title
    .trim()
    .toLowerCase()
    .replace(/[’`´]/g, "'")
    .replace(/[\s_-]+/g, ' ');

function findSigned(formats: ImportFormat[], titles: ReadonlySet<string>): ImportFormat | undefined {
  return formats.find(({ signatures = [] }) => signatures.some((columns) => columns.every((title) => titles.has(normalize(title)))));
}

/** Formats are recognized by columns that only they have together. */
function recognizeFormat(header: string[], kind?: ImportKind): ImportFormat {
  const titles = new Set(header.map(normalize));
  if (kind && kind !== 'products') return findSigned(listFormats(kind), titles) ?? FORMATS[kind].products;
  const signed = kind
    ? undefined
    : findSigned(
        Object.values(FORMATS).flatMap((it): ImportFormat[] => Object.values(it)),
        titles,
      );
  if (signed) return signed;
  const hasAny = (...names: string[]) => names.some((name) => titles.has(name));
  if (titles.has('title') && hasAny('handle', 'url handle') && hasAny('option1 name', 'variant price', 'body (html)')) return SHOPIFY;
  const has = (name: string) => Object.hasOwn(matchColumns(WOOCOMMERCE, header), name);
  if (has('Type') && has('Name') && (has('Regular price') || has('Attribute 1 name'))) return WOOCOMMERCE;
  return OWN_FORMAT;
}

/** A kind that doesn't have the chosen format is read as it is recognized. */
export const toFormat = (header: string[], { kind, format }: Pick<ImportChoices, 'kind' | 'format'>): ImportFormat =>
  (format && FORMATS[kind ?? 'products'][format]) || recognizeFormat(header, kind);

/** Maps each column to one field: first by the field's own name, then by its aliases. */
export function matchColumns(format: ImportFormat, header: string[]): ColumnMapping {
  const { fields } = format;
  const mapping: ColumnMapping = {};
  const taken = new Set<string>();
  const titles = header.map((title) => [title, normalize(title)] as const);
  const match = ({ name }: ImportField, isWanted: (title: string) => boolean) => {
    if (Object.hasOwn(mapping, name)) return;
    const [title] = titles.find(([own, normalized]) => normalized && !taken.has(own) && isWanted(normalized)) ?? [];
    if (title === undefined) return;
    mapping[name] = title;
    taken.add(title);
  };
  for (const field of fields) match(field, (title) => title === normalize(field.name));
  for (const field of fields) {
    const aliases = new Set(field.aliases?.map(normalize));
    match(field, (title) => aliases.has(title) || field.matches?.(title) === true);
  }
  if (format.kind !== 'products') return mapping;
  for (const column of listOwnColumns(header)) {
    const [name = ''] = listOwnNames(column);
    if (column.isProposed && !taken.has(column.title)) mapping[name] = column.title;
  }
  return mapping;
}

/** The names of custom fields and attributes that columns are read as. */
export const listOwnFields = ({ kind }: Pick<ImportFormat, 'kind'>, mapping: ColumnMapping): ImportField[] =>
  kind === 'products' ? Object.keys(mapping).flatMap((name) => (isOwnName(name) ? [{ name }] : [])) : [];

/** Throws `invalid_request` if required columns are missing. */
export function requireColumns({ header, mapping, format }: Pick<ImportPlan, 'header' | 'mapping' | 'format'>): void {
  const listMissing = (names: readonly string[]) => names.filter((name) => !Object.hasOwn(mapping, name));
  const [wanted = [], ...others] = format.required;
  const missing = listMissing(wanted);
  if (missing.length && others.every((names) => listMissing(names).length)) {
    const found = cutText(header.filter(Boolean).join(', '), 200);
    const optional = format.fields.map(({ name }) => name).filter((name) => !wanted.includes(name));
    throw new AppError(
      'invalid_request',
      `The first row must contain the column names, separated by commas, semicolons or tabs. Missing: ${missing.join(', ')}. It reads: ${found || 'nothing'}. (Optional: ${optional.join(', ')}.)`,
    );
  }
  const titles = header.map((it) => it.toLowerCase());
  const twice = Object.values(mapping).find((title) => titles.indexOf(title.toLowerCase()) !== titles.lastIndexOf(title.toLowerCase()));
  if (twice) throw new AppError('invalid_request', `The column ${twice} occurs twice in the first row.`);
}
