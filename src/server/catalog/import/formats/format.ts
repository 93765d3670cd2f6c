/** A format of product files: its columns, and how its rows are translated to rows of the shop's own columns. */
import type { ImportFormatName } from '../../../../contract/product-import-choices.ts';

export interface CsvRow {
  /** As a spreadsheet counts: the header is row 1. */
  row: number;
  /** By the shop's own columns, trimmed; blank cells are absent. */
  cells: Record<string, string>;
  /** Values of a new product for cells that the file leaves out. */
  defaults?: Record<string, string>;
  /** Why the row can't be imported, or null. */
  error: string | null;
  /** Title of the column that the error is about, if it is about one. */
  errorColumn?: string;
  /** How much of the file has been read, 0 to 1. */
  fraction: number;
  /** Titles of the file's columns by the path of the field that they were read as. */
  columns?: Record<string, string>;
  /** All rows of the file that describe this product, if there are several. */
  rows?: number[];
  /** The row of each variant. */
  variantRows?: number[];
}

/** A row with its cells by the fields of its format. */
export type FormatRow = Pick<CsvRow, 'row' | 'cells' | 'error' | 'fraction'>;

export interface ImportField {
  name: string;
  /** Other names of the column, in lower case with spaces. */
  aliases?: readonly string[];
}

export const field = (name: string, ...aliases: string[]): ImportField => ({ name, aliases });

export interface ImportFormat {
  name: ImportFormatName;
  fields: readonly ImportField[];
  /** Columns that the file must have. Of each inner list one is enough. */
  required: readonly (readonly string[])[];
  /** The format's field in which each of the shop's own columns is found (`variants.price` for one of a variant). */
  fieldByColumn: Record<string, string>;
  /** `open` starts again at the first row each time. */
  toRows: (open: () => AsyncIterable<FormatRow>) => AsyncIterable<CsvRow>;
}

export interface VariantCells {
  options: Record<string, string>;
  price?: string;
  compareAtPrice?: string;
  quantity?: string;
  sku?: string;
  /** Position of its image among the product's images, from 1. */
  image?: string;
}

/** Drops blank cells. */
export function toCells(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((it): it is [string, string] => Boolean(it[1]?.trim())));
}

export const toJson = (list: readonly unknown[]): string | undefined => (list.length ? JSON.stringify(list) : undefined);

/** Other shops may export a price before the sale that isn't higher than the price. Then there is no sale. */
export function toSale(price: string | undefined, before: string | undefined): string | undefined {
  return before && Number(before) > Number(price ?? Number.NaN) ? before : undefined;
}

/** Other shops may oversell, so their stock can be negative. Here it can't. */
export const toStock = (quantity: string | undefined): string | undefined => (quantity && Number(quantity) < 0 ? '0' : quantity);

/** Category of new products whose rows name none; WooCommerce calls it so. */
export const NO_CATEGORY = 'Uncategorized';
