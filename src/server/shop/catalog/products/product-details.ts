/**
 * Fields that most products don't have. Each is a column that is null where there is none, is left out of replies then, and has a column of the
 * product file. A new one needs its line here, in contract/product-details.ts, in the table, in functions/product_saved.sql and in COLUMNS of
 * product.repository.ts: reading, saving, importing, exporting, copying and restoring follow.
 */

import { formatHandlingDays, parseHandlingDays } from '../../../../contract/handling-days.ts';
import type { AdminProduct } from '../../../../contract/product-admin.ts';
import { DETAIL_LENGTHS, type DetailName } from '../../../../contract/product-details.ts';
import { normalizeTaxClass } from '../../../../contract/tax.ts';

/** The name of each one's column in the database, the audit log and the product file. */
const COLUMNS: Record<DetailName, string> = {
  barcode: 'barcode',
  condition: 'condition',
  seoTitle: 'seo_title',
  seoDescription: 'seo_description',
  googleCategory: 'google_category',
  withdrawalException: 'withdrawal_exception',
  soldAs: 'sold_as',
  minimumAge: 'minimum_age',
  handlingDays: 'handling_days',
  vendor: 'vendor',
  countryOfOrigin: 'country_of_origin',
  hsCode: 'hs_code',
  taxClass: 'tax_class',
  contentsUnit: 'contents_unit',
  maker: 'maker',
  safetyWarnings: 'safety_warnings',
  guaranteeYears: 'guarantee_years',
  guaranteeText: 'guarantee_text',
  guaranteeLabel: 'guarantee_label',
};

export const DETAIL_NAMES = Object.keys(DETAIL_LENGTHS) as DetailName[];

/** Null: none. */
export type ProductDetails = Record<DetailName, string | null>;

/** Those that are no texts. Absent: as they are, and none of a new product. */
export interface MoreDetails {
  brandId?: string | null;
  /** In any case; one that no brand has makes a brand. */
  brandName?: string | null;
  tags?: string[];
  costCents?: number | null;
  contents?: number | null;
  relatedProductIds?: string[];
}

export const toColumnName = (name: DetailName): string => COLUMNS[name];

const pick = <T>(read: (name: DetailName) => T | undefined) =>
  Object.fromEntries(
    DETAIL_NAMES.flatMap((name) => {
      const value = read(name);
      return value === undefined ? [] : [[name, value]];
    }),
  ) as Partial<Record<DetailName, T>>;

/** As replies have them: without those that the product doesn't have. */
export const toWireDetails = ({ minimumAge, ...row }: ProductDetails) =>
  ({
    ...pick((name) => (row as Partial<ProductDetails>)[name] ?? undefined),
    ...(minimumAge && { minimumAge: Number(minimumAge) }),
  }) as Pick<AdminProduct, DetailName>;

const identity = (text: string) => text;
/** Forms end lines with two signs. */
const tidyLines = (text: string) => text.replaceAll(/\r\n?/g, '\n');

/** What isn't understood stays as it was sent, and is refused by the column. */
function tidyHandlingDays(text: string): string {
  const days = parseHandlingDays(text);
  return days ? formatHandlingDays(days) : text;
}

/** How those are stored that may be written in several ways. */
const TIDY: Partial<Record<DetailName, (text: string) => string>> = {
  countryOfOrigin: (text) => text.toUpperCase(),
  hsCode: (text) => text.replace(/\D/g, ''),
  handlingDays: tidyHandlingDays,
  taxClass: (text) => normalizeTaxClass(text) ?? '',
  safetyWarnings: tidyLines,
  guaranteeText: tidyLines,
};

/** What a call or a row of an import sends: blank clears, absent stays. */
export const readSentDetails = (sent: { [Name in DetailName]?: string | number | null | undefined }): Partial<ProductDetails> =>
  pick((name) => (sent[name] === undefined ? undefined : (TIDY[name] ?? identity)(String(sent[name] ?? '').trim()) || null));

/** All of them, from a row with the database's names, where empty ones may be absent. */
export const readStoredDetails = (row: object): ProductDetails =>
  pick((name) => (row as Record<string, string | null | undefined>)[toColumnName(name)] ?? null) as ProductDetails;

/** The rest of a row or of what was sent. */
export const withoutDetails = <T extends object>(fields: T): Omit<T, DetailName> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !DETAIL_NAMES.some((it) => it === name))) as Omit<T, DetailName>;
