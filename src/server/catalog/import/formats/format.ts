/** A format of product files: its columns, and how its rows become rows of the shop's own columns. */
import type { ImportFormatName } from '../../../../contract/product-import-choices.ts';

export interface CsvRow {
  /** As a spreadsheet counts: the header is row 1. */
  row: number;
  /** By the shop's own columns, trimmed; blank cells are absent. */
  cells: Record<string, string>;
  /** What a new product has where the file says nothing. */
  defaults?: Record<string, string>;
  /** Why the row can't be imported, or null. */
  error: string | null;
  /** The title of the column where that is, if it is one. */
  errorColumn?: string;
  /** How much of the file has been read, 0 to 1. */
  fraction: number;
  /** By a field's path: the title of its column in the file. */
  columns?: Record<string, string>;
  /** All rows of the file that the product is made of, where they are several. */
  rows?: number[];
  /** In which rows its variants stand. */
  variantRows?: number[];
}

/** A row with its cells by the fields of its format. */
export type FormatRow = Pick<CsvRow, 'row' | 'cells' | 'error' | 'fraction'>;

export interface ImportField {
  name: string;
  /** Other names of the column, in lower case with spaces. */
  aliases?: readonly string[];
}

export interface ImportFormat {
  name: ImportFormatName;
  fields: readonly ImportField[];
  /** Without these a file isn't readable at all; of alternatives, one list. */
  required: readonly (readonly string[])[];
  /** By the shop's own column (of a variant, `variants.price`): in which field of the format it stands. */
  places: Record<string, string>;
  /** `open` begins at the first row each time. */
  toRows: (open: () => AsyncIterable<FormatRow>) => AsyncIterable<CsvRow>;
}

export interface VariantCells {
  options: Record<string, string>;
  price?: string;
  compareAtPrice?: string;
  quantity?: string;
  sku?: string;
  /** Its place among the product's pictures, from 1. */
  image?: string;
}

/** Without what is blank. */
export function toCells(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((it): it is [string, string] => Boolean(it[1]?.trim())));
}

export const toJson = (list: readonly unknown[]): string | undefined => (list.length ? JSON.stringify(list) : undefined);

/** What costs no less than before is in no sale; other shops write such prices all the same. */
export function toSale(price: string | undefined, before: string | undefined): string | undefined {
  return before && Number(before) > Number(price ?? Number.NaN) ? before : undefined;
}

/** Other shops sell more than they have; nobody's stock is below nothing. */
export const toStock = (quantity: string | undefined): string | undefined => (quantity && Number(quantity) < 0 ? '0' : quantity);

/** In the format's own words, for products that name none. */
export const NO_CATEGORY = 'Uncategorized';
