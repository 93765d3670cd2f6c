/** A format of files: its columns, and how its rows are translated to rows of the shop's own columns. */

import type { CustomFields } from '../../../../../contract/custom-field-values.ts';
import type { ImportFormatName, ImportKind, ImportNoticeKind, ImportNumbers } from '../../../../../contract/product-import-fields.ts';
import type { StockPolicyInput } from '../../../../../contract/stock-policy.ts';
import { cutText } from '../../../../../contract/values.ts';

/** Tells the merchant that a product is imported differently from what the file says. */
export interface RowNotice {
  kind: ImportNoticeKind;
  reason: string;
  /** Title of the file's column, or the field by whose path the file's column is found. */
  column?: string;
  /** If it is another row than the product's first. */
  row?: number;
  /** Only for new products. */
  isOfNew?: true;
  /** The host that has to be allowed for the images which the notice is about. */
  host?: string;
}

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
  /** Of a description in Markdown, its plain text: made by the thread that reads the file, since it takes time. */
  descriptionText?: string;
  /** Shown if the product is imported. */
  notices?: RowNotice[];
  /** The file has no stock for it, or for some of its variants, because the other shop doesn't track it. */
  isUncounted?: boolean;
  /** How its custom fields write numbers, if they are columns of another file: what isn't a value of its field is left out. */
  numbers?: ImportNumbers;
  /** Identifies the product in the other shop, so that a later file finds it again, whatever its slug here. */
  source?: string;
}

/** A row with its cells by the fields of its format. */
export interface FormatRow extends Pick<CsvRow, 'row' | 'cells' | 'error' | 'fraction' | 'notices'> {
  /** What the row has in columns that aren't imported, by their titles. */
  others?: Record<string, string>;
}

export interface ImportField {
  name: string;
  /** Other titles of the column. */
  aliases?: readonly string[];
  /** Further titles, in lower case. */
  matches?: (title: string) => boolean;
  /** How its cells are read as numbers; absent: they are texts. */
  number?: 'price' | 'other';
}

export const field = (name: string, ...aliases: string[]): ImportField => ({ name, aliases });

export interface ReadContext {
  /** Milliseconds: sales may have ended by now. */
  now: number;
}

export interface ImportFormat {
  kind: ImportKind;
  name: ImportFormatName;
  /** A file that has all columns of one of these lists has this format; absent: it is recognized otherwise. */
  signatures?: readonly (readonly string[])[];
  fields: readonly ImportField[];
  /** Columns that the file must have: all of one inner list. */
  required: readonly (readonly string[])[];
  /** The format's field in which each of the shop's own columns is found (`variants.price` for one of a variant). */
  fieldByColumn: Record<string, string>;
  /** Shortens or leaves out what is too long or wrong and isn't needed. */
  tidy?: (row: CsvRow) => CsvRow;
  /** Other columns, in lower case, that can be dropped without telling the merchant. */
  ignored: RegExp;
  /** `open` starts again at the first row each time. */
  toRows: (open: () => AsyncIterable<FormatRow>, context: ReadContext) => AsyncIterable<CsvRow>;
}

export interface VariantCells {
  options: Record<string, string>;
  price?: string;
  compareAtPrice?: string;
  cost?: string;
  taxClass?: string;
  /** In the row's unit. */
  contents?: string;
  quantity?: string;
  /** By which it is sold when nothing is in stock; absent: counted, or as it is. */
  stock?: StockPolicyInput;
  sku?: string;
  barcode?: string;
  /** Values of the merchant's fields of variants. */
  customFields?: CustomFields;
  /** Position of its image among the product's images, from 1. */
  image?: string;
}

/** As a cell of the own column `stock_policy`. */
export const toPolicyCell = (stock: StockPolicyInput | undefined): string | undefined => stock && JSON.stringify(stock);

/** Drops blank cells. */
export function toCells(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((it): it is [string, string] => Boolean(it[1]?.trim())));
}

export const toJson = (list: readonly unknown[]): string | undefined => (list.length ? JSON.stringify(list) : undefined);

/** Other shops may export a compare-at price that isn't above the price. Then there is no sale. */
export function toSale(price: string | undefined, before: string | undefined): string | undefined {
  return before && Number(before) > Number(price ?? Number.NaN) ? before : undefined;
}

/** Spreadsheets translate `FALSE` to their own language when they save a file. */
const NO = new Set(
  '0 false no falsch nein faux non falso onwaar nee fałsz nie falskt nej falsk epätosi yanlış hayır hamis ложь нет 偽'.split(' '),
);

export const isNo = (cell: string | undefined): boolean => cell !== undefined && NO.has(cell.toLowerCase());

const YES = new Set(
  '1 true yes wahr ja vrai oui vero sì si verdadero sí verdadeiro sim waar prawda tak sant sann sandt tosi doğru evet igaz да 真'.split(
    ' ',
  ),
);

export const isYes = (cell: string | undefined): boolean => cell !== undefined && YES.has(cell.toLowerCase());

/** Category of new products whose rows have none, as WooCommerce names it. */
export const NO_CATEGORY = 'Uncategorized';

/** What other shops export for fields that nobody has filled in. */
const BLANK = /^(0([.,]0+)?|false|falsch|faux|falso|no|n\/a|-|taxable|parent|default|manual|visible)$/i;

/** As many as even a file of many plugins' fields has. */
const TITLES_SHOWN = 60;

/** One notice for all columns of a product that contain something but aren't imported. */
export function noteOthers(rows: readonly FormatRow[], { ignored }: Pick<ImportFormat, 'ignored'>): RowNotice[] {
  const titles = new Set<string>();
  for (const { others = {} } of rows)
    for (const [title, value] of Object.entries(others)) if (!BLANK.test(value) && !ignored.test(title.toLowerCase())) titles.add(title);
  if (!titles.size) return [];
  const shown = [...titles].slice(0, TITLES_SHOWN).map((title) => cutText(title, 80));
  return [{ kind: 'dropped', reason: `not imported: ${shown.join(', ')}${titles.size > shown.length ? ' and more' : ''}` }];
}

/** The first spelling of each value replaces all that differ only in case: `Red` and `red` are the same. */
export function createSpellings() {
  const first = new Map<string, string>();
  const changed = new Set<string>();
  const spell = (value: string): string => {
    const key = value.trim().toLowerCase();
    const known = first.get(key);
    if (known === undefined) first.set(key, value.trim());
    else if (known !== value.trim()) changed.add(`${value.trim()} as ${known}`);
    return known ?? value.trim();
  };
  return { spell, values: () => [...first.values()], changed };
}

/** Leaves out variants with the options of an earlier one, and SKUs that an earlier one has. */
export function withoutRepeats<T extends { row: number; variant: VariantCells }>(placed: T[]): { placed: T[]; notices: RowNotice[] } {
  const rowsByChoice = new Map<string, number>();
  const rowsBySku = new Map<string, number>();
  const notices: RowNotice[] = [];
  const kept = placed.flatMap((it) => {
    const { row, variant } = it;
    const choice = JSON.stringify(Object.values(variant.options));
    const sameChoice = rowsByChoice.get(choice);
    if (sameChoice !== undefined) {
      const what = Object.values(variant.options).join(' / ') || 'the product';
      notices.push({
        kind: 'dropped',
        column: 'variants',
        row,
        reason: `${what} is already in row ${sameChoice}: this one is left out`,
      });
      return [];
    }
    rowsByChoice.set(choice, row);
    const { sku, ...rest } = variant;
    const sameSku = sku && rowsBySku.get(sku.toLowerCase());
    if (sku && sameSku === undefined) rowsBySku.set(sku.toLowerCase(), row);
    if (!sku || !sameSku) return [it];
    notices.push({
      kind: 'dropped',
      column: 'variants.sku',
      row,
      reason: `SKU ${sku} is already used in row ${sameSku}: this variant is imported without a SKU`,
    });
    return [{ ...it, variant: rest }];
  });
  return { placed: kept, notices };
}
