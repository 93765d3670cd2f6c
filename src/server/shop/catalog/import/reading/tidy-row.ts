import { SOLD_AS } from '../../../../../contract/balance-fields.ts';
import { COUNTRY_CODES, nameCountry } from '../../../../../contract/countries.ts';
import { isGtin, normalizeGtin } from '../../../../../contract/gtin.ts';
import { parseHandlingDays } from '../../../../../contract/handling-days.ts';
import {
  ATTRIBUTES_MAX,
  BRAND_NAME_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  IMAGE_ALT_MAX_LENGTH,
  OPTION_VALUE_MAX_LENGTH,
  PRODUCT_IMAGES_MAX,
  PRODUCT_NAME_MAX_LENGTH,
  SKU_MAX_LENGTH,
  STOCK_MAX,
  VARIANTS_MAX,
  WEIGHT_MAX,
} from '../../../../../contract/limits.ts';
import { DETAIL_LENGTHS, type DetailName, LONG_DETAILS } from '../../../../../contract/product-details.ts';
import { CONDITIONS, PRODUCT_STATES } from '../../../../../contract/product-fields.ts';
import { cutText } from '../../../../../contract/values.ts';
import { WITHDRAWAL_EXCEPTIONS } from '../../../../../contract/withdrawal-fields.ts';
import { renderMarkdown, toPlainText } from '../../../content/pages/markdown.ts';
import { readGoogleCategory } from '../../categories/google-categories.ts';
import { DETAIL_NAMES, toColumnName } from '../../products/product-details.ts';
import type { CsvRow, RowNotice } from '../formats/format.ts';
import { parseJsonList } from '../formats/own-format.ts';
import { tellCut, tidyCategories } from './tidy-categories.ts';
import { tidyAttributes, tidyTags } from './tidy-labels.ts';

/**
 * Shortens or drops optional fields that are too long or invalid, with a notice, instead of refusing the product. What every product needs (name,
 * price, stock, whether it is shipped) stays as it is, and validation refuses it if it is wrong.
 */
type Cells = CsvRow['cells'];

const KNOWN_CONDITIONS: ReadonlySet<string> = new Set(CONDITIONS);
const KNOWN_EXCEPTIONS: ReadonlySet<string> = new Set(WITHDRAWAL_EXCEPTIONS);
const KNOWN_SOLD_AS: ReadonlySet<string> = new Set(SOLD_AS);
const STATUSES: ReadonlySet<string> = new Set(PRODUCT_STATES);

/** A part of one of these would be another one. */
const CODES: ReadonlySet<string> = new Set<DetailName>([
  'countryOfOrigin',
  'hsCode',
  'contentsUnit',
  'minimumAge',
  'handlingDays',
  'guaranteeYears',
]);

/** The cell, its longest text, and the field by whose path the file's column is found. */
const TEXTS: [cell: string, length: number, field?: string][] = [
  ['name', PRODUCT_NAME_MAX_LENGTH],
  ['description', DESCRIPTION_MAX_LENGTH],
  ['sku', SKU_MAX_LENGTH],
  ['brand', BRAND_NAME_MAX_LENGTH],
  ...DETAIL_NAMES.filter((name) => !CODES.has(name)).map((name): [string, number, string] => [
    toColumnName(name),
    DETAIL_LENGTHS[name],
    name,
  ]),
];

function tidyTexts(cells: Cells): RowNotice[] {
  // Each of these is one line.
  for (const column of ['brand', ...DETAIL_NAMES.filter((name) => !LONG_DETAILS.includes(name)).map(toColumnName)])
    if (cells[column]) cells[column] = cells[column].replace(/[\s\p{Cc}]+/gu, ' ');
  return TEXTS.flatMap(([name, length, field = name]) => {
    const text = cells[name];
    const short = text && cutText(text, length).trim();
    if (!short || short === text) return [];
    cells[name] = short;
    return [tellCut(field, length)];
  });
}

function tidyImages(cells: Cells): RowNotice[] {
  const notices: RowNotice[] = [];
  const names = (cells.image ?? '').split('|').filter((it) => it.trim());
  const fitting = names.slice(0, PRODUCT_IMAGES_MAX);
  if (fitting.length < names.length) {
    cells.image = fitting.join('|');
    notices.push({ kind: 'dropped', column: 'image', reason: `has ${names.length} images: the first ${PRODUCT_IMAGES_MAX} are imported` });
  }
  if (!cells.image_alt) return notices;
  const list = parseJsonList(cells.image_alt)?.map(String);
  const alts = list ?? cells.image_alt.split('|').map((it) => it.trim());
  // In a file without images, the texts are checked against those that the product has.
  const wanted = fitting.length ? alts.slice(0, fitting.length) : alts;
  if (wanted.length < alts.length && alts.slice(wanted.length).some(Boolean))
    notices.push({
      kind: 'dropped',
      column: 'alt',
      reason: `has ${alts.length} texts for ${fitting.length} images: the others are left out`,
    });
  const short = wanted.map((it) => cutText(it, IMAGE_ALT_MAX_LENGTH));
  if (short.some((it, index) => it !== wanted[index])) notices.push(tellCut('alt', IMAGE_ALT_MAX_LENGTH));
  if (wanted.length < alts.length || notices.some(({ column }) => column === 'alt'))
    cells.image_alt = list ? JSON.stringify(short) : short.join(' | ');
  return notices;
}

interface Option {
  name: string;
  values: string[];
}

interface Variant {
  options: Record<string, string>;
  sku?: string;
  barcode?: string;
}

const isNoBarcode = (text: string | undefined): boolean => Boolean(text) && !isGtin(normalizeGtin(text ?? ''));

/** Other shops check no barcode. A wrong one is left out: it would name another article, or none. */
const tellBarcode = (column: string, text: string, others = 0): RowNotice => ({
  kind: 'dropped',
  column,
  reason: `"${cutText(text, 40)}"${others ? ` and ${others} more` : ''} is no barcode (GTIN, EAN, UPC, ISBN): it is left out`,
});

/** Only for lists in JSON, as other formats are translated to; in the shop's own short form, values that are too long are refused. */
function tidyVariants(row: CsvRow): RowNotice[] {
  const { cells } = row;
  const notices: RowNotice[] = [];
  const [options, variants] = [parseJsonList(cells.options ?? ''), parseJsonList(cells.variants ?? '')] as [
    Option[] | null,
    Variant[] | null,
  ];
  if (!options || !variants) return notices;
  const isLong = (text: string) => cutText(text, OPTION_VALUE_MAX_LENGTH) !== text;
  if (options.some(({ name, values }) => isLong(name) || values.some(isLong))) {
    notices.push(tellCut('options', OPTION_VALUE_MAX_LENGTH));
    const short = (text: string) => cutText(text, OPTION_VALUE_MAX_LENGTH);
    for (const option of options) {
      option.name = short(option.name);
      option.values = [...new Set(option.values.map(short))];
    }
    for (const it of variants) it.options = Object.fromEntries(Object.entries(it.options).map((pair) => pair.map(short)));
  }
  if (variants.some(({ sku }) => sku && sku.length > SKU_MAX_LENGTH)) {
    notices.push(tellCut('variants.sku', SKU_MAX_LENGTH));
    for (const it of variants) if (it.sku) it.sku = cutText(it.sku, SKU_MAX_LENGTH);
  }
  const wrong = variants.filter(({ barcode }) => isNoBarcode(barcode));
  if (wrong[0]) {
    notices.push(tellBarcode('variants.barcode', wrong[0].barcode ?? '', wrong.length - 1));
    for (const it of wrong) delete it.barcode;
  }
  if (variants.length > VARIANTS_MAX) {
    const count = variants.length.toLocaleString('en');
    notices.push({
      kind: 'dropped',
      column: 'variants',
      reason: `has ${count} variants: the first ${VARIANTS_MAX.toLocaleString('en')} are imported`,
    });
    variants.length = VARIANTS_MAX;
    for (const option of options) {
      const used = new Set(variants.map((it) => it.options[option.name]));
      option.values = option.values.filter((value) => used.has(value));
    }
  }
  if (notices.length) Object.assign(cells, { options: JSON.stringify(options), variants: JSON.stringify(variants) });
  return notices;
}

/** By its code, or its name in English. */
const findCountry = (text: string): string | undefined =>
  COUNTRY_CODES.find((code) => code === text.toUpperCase() || nameCountry(code).toLowerCase() === text.toLowerCase());

function tidyValues(cells: Cells): RowNotice[] {
  const notices: RowNotice[] = [];
  const drop = (name: string, column: string, reason: string) => {
    delete cells[name];
    notices.push({ kind: 'dropped', column, reason });
  };
  if (isNoBarcode(cells.barcode)) {
    notices.push(tellBarcode('barcode', cells.barcode ?? ''));
    delete cells.barcode;
  }
  if (cells.condition) cells.condition = cells.condition.toLowerCase();
  if (cells.condition && !KNOWN_CONDITIONS.has(cells.condition))
    drop('condition', 'condition', `reads "${cutText(cells.condition, 40)}": it is imported without a condition`);
  const exception = cells.withdrawal_exception;
  if (exception && !KNOWN_EXCEPTIONS.has(exception))
    drop('withdrawal_exception', 'withdrawalException', `reads "${cutText(exception, 40)}": customers can withdraw from it`);
  if (cells.sold_as) cells.sold_as = cells.sold_as.toLowerCase();
  if (cells.sold_as && !KNOWN_SOLD_AS.has(cells.sold_as))
    drop('sold_as', 'soldAs', `reads "${cutText(cells.sold_as, 40)}": it is sold as a product`);
  const age = cells.minimum_age?.replace(/\s*\+$/, '').trim();
  if (age && !/^[1-9]\d?$/.test(age)) drop('minimum_age', 'minimumAge', `reads "${cutText(age, 40)}": anybody may buy it`);
  else if (age) cells.minimum_age = age;
  if (cells.handling_days && !parseHandlingDays(cells.handling_days))
    drop(
      'handling_days',
      'handlingDays',
      `reads "${cutText(cells.handling_days, 40)}", which is no number of working days like 2 or 3-5: it is left out`,
    );
  if (cells.google_category) {
    const id = readGoogleCategory(cells.google_category);
    if (id) cells.google_category = id;
    else drop('google_category', 'googleCategory', `reads "${cutText(cells.google_category, 40)}": it is no category of Google’s`);
  }
  const origin = cells.country_of_origin;
  const country = origin && findCountry(origin);
  if (country) cells.country_of_origin = country;
  else if (origin) drop('country_of_origin', 'countryOfOrigin', `reads "${cutText(origin, 40)}", which is no country: it is left out`);
  if (cells.hs_code && !/^\d{6,13}$/.test(cells.hs_code.replaceAll(/[ .]/g, '')))
    drop('hs_code', 'hsCode', `reads "${cutText(cells.hs_code, 40)}", which is no HS code of 6 to 13 digits: it is left out`);
  const years = cells.guarantee_years;
  if (years && !/^[1-9]\d?$/.test(years))
    drop('guarantee_years', 'guaranteeYears', `reads "${cutText(years, 40)}", which is no number of years: it is left out`);
  if (cells.contents_unit) cells.contents_unit = cells.contents_unit.toLowerCase().replace('²', '2').replace('³', '3');
  const weight = Number(cells.weight ?? 0);
  if (!Number.isInteger(weight) || weight < 0 || weight > WEIGHT_MAX) {
    if (weight > 0 && weight <= WEIGHT_MAX) cells.weight = String(Math.round(weight));
    else drop('weight', 'weight', `reads "${cutText(cells.weight ?? '', 40)}": it is imported without a weight`);
  }
  if (cells.status && !STATUSES.has(cells.status.toLowerCase())) {
    notices.push({ kind: 'hidden', column: 'status', reason: `reads "${cutText(cells.status, 40)}": it is imported as a draft` });
    cells.status = 'draft';
  } else if (cells.status) cells.status = cells.status.toLowerCase();
  const [price, before] = [Number(cells.price), Number(cells.compare_at_price)];
  if (cells.compare_at_price && !cells.variants && cells.price && before > 0 && before <= price)
    drop('compare_at_price', 'compareAtPrice', `isn't above the price: it is imported without a sale`);
  if (Number(cells.quantity) > STOCK_MAX) {
    notices.push({ kind: 'guessed', column: 'quantity', reason: `is ${STOCK_MAX.toLocaleString('en')} here, the maximum for one product` });
    cells.quantity = String(STOCK_MAX);
  }
  return notices;
}

const LISTS = { variants: [/[;\n]/, VARIANTS_MAX], attributes: [/[|\n]/, 20 * ATTRIBUTES_MAX] } as const;

/** Cells with so many parts that even reading them would take long. */
function findExcess(cells: Cells): string | null {
  for (const [name, [separator, max]] of Object.entries(LISTS)) {
    const cell = cells[name];
    if (cell && !cell.startsWith('[') && cell.split(separator, max + 2).length > max + 1)
      return `${name} has more than ${max.toLocaleString('en')} parts`;
  }
  return (cells.options ?? '').split(/[;,]/, 4 * VARIANTS_MAX).length >= 4 * VARIANTS_MAX && !cells.options?.startsWith('[')
    ? `options has more than ${(4 * VARIANTS_MAX).toLocaleString('en')} parts`
    : null;
}

export function tidyRow(row: CsvRow): CsvRow {
  if (row.error !== null) return row;
  const cells = { ...row.cells };
  const excess = findExcess(cells);
  if (excess) return { ...row, cells: {}, error: excess };
  const tidied: CsvRow = { ...row, cells };
  const notices = [
    ...tidyTexts(cells),
    ...tidyCategories(cells),
    ...tidyAttributes(cells),
    ...tidyTags(cells),
    ...tidyImages(cells),
    ...tidyVariants(tidied),
    ...tidyValues(cells),
  ];
  const { description } = row.defaults ?? {};
  if (description && description.length > PRODUCT_NAME_MAX_LENGTH)
    tidied.defaults = { ...row.defaults, description: cutText(description, PRODUCT_NAME_MAX_LENGTH) };
  if (cells.description && cells.description_format?.toLowerCase() === 'markdown')
    tidied.descriptionText = toPlainText(renderMarkdown(cells.description));
  const all = [...(row.notices ?? []), ...notices];
  if (all.length) tidied.notices = all;
  return tidied;
}
