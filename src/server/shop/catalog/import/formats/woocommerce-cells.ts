/** Reads single cells of WooCommerce's export. */

import type { StockPolicyInput } from '../../../../../contract/stock-policy.ts';
import { cutText } from '../../../../../contract/values.ts';
import { type FormatRow, isNo, type RowNotice, toSale } from './format.ts';
import { htmlToDescription, type ImportedDescription } from './html-to-markdown.ts';
import { htmlToText } from './html-to-text.ts';

type Cells = FormatRow['cells'];

export const ATTRIBUTES = Array.from({ length: 10 }, (_it, index) => index + 1);
const GRAMS: Record<string, number> = { kg: 1000, g: 1, lbs: 453.592_37, oz: 28.349_523_125 };
export const WEIGHTS = Object.keys(GRAMS);

/** As many files as a product of its export usually has; others are told. */
export const DOWNLOADS = [...ATTRIBUTES];

export const GTIN = 'GTIN, UPC, EAN, or ISBN';

/** What plugins for search engines call their fields. */
export const SEO = { title: 'Meta: _yoast_wpseo_title', description: 'Meta: _yoast_wpseo_metadesc' } as const;

/** Such a plugin fills in variables, like `%%title%% %%sep%% %%sitename%%`, each time a page is shown. Here the product's name is the title then. */
export function toSeoText({ cells }: FormatRow, field: keyof typeof SEO, notices: RowNotice[]): string | undefined {
  const text = cells[SEO[field]];
  if (!text || !/%\w+%/.test(text)) return text && decode(text);
  notices.push({ kind: 'dropped', column: SEO[field], reason: `has variables of a plugin, "${cutText(text, 60)}": it is left out` });
  return undefined;
}

/** WordPress writes names with HTML entities: `Home &amp; Garden`. */
export const decode = (text: string): string => (text.includes('&') ? htmlToText(text) : text);

/** A comma within a value is escaped as `\,`. */
export const splitList = (cell = ''): string[] =>
  cell
    .split(/(?<!\\),/)
    .map((it) => decode(it.replaceAll('\\,', ',')).trim())
    .filter(Boolean);

export interface WooAttribute {
  name: string;
  values: string[];
}

export const listAttributes = (cells: Cells): WooAttribute[] =>
  ATTRIBUTES.flatMap((n) => {
    const name = cells[`Attribute ${n} name`];
    return name ? [{ name: decode(name), values: splitList(cells[`Attribute ${n} value(s)`]) }] : [];
  });

/** The shop's time zone isn't known, so days begin and end in UTC. The last day of a sale is part of it. */
function parseDate(text: string | undefined, isEnd: boolean): number | null {
  if (!text) return null;
  const day = /^\d{4}-\d{2}-\d{2}$/.exec(text);
  const time = Date.parse(day ? `${text}T${isEnd ? '23:59:59' : '00:00:00'}Z` : text.replace(' ', 'T'));
  return Number.isNaN(time) ? null : time;
}

/** Sale dates can't be stored: a current sale is imported with a notice about its end, any other is left out. */
export function toPrices({ row, cells }: FormatRow, now: number, notices: RowNotice[]): { price?: string; compareAtPrice?: string } {
  const { 'Sale price': sale, 'Regular price': regular, 'Date sale price starts': start, 'Date sale price ends': end } = cells;
  const [from, until] = [parseDate(start, false), parseDate(end, true)];
  if (sale && until !== null && until < now) {
    notices.push({ kind: 'dropped', column: 'price', row, reason: `the sale at ${sale} ended on ${end}: the regular price is used` });
    return regular ? { price: regular } : {};
  }
  if (sale && from !== null && from > now) {
    notices.push({
      kind: 'dropped',
      column: 'price',
      row,
      reason: `the sale at ${sale} begins on ${start}: please enter it then; until then the regular price is used`,
    });
    return regular ? { price: regular } : {};
  }
  if (sale && until !== null)
    notices.push({
      kind: 'dropped',
      column: 'price',
      row,
      reason: `the sale ends on ${end} in the file: here it continues until you end it`,
    });
  const before = toSale(sale, regular);
  const price = sale ?? regular;
  return { ...(price && { price }), ...(before && { compareAtPrice: before }) };
}

export interface WooStock {
  /** Absent: the file has none. */
  quantity?: string;
  /** Absent: counted. */
  stock?: StockPolicyInput;
}

/**
 * What is in stock without a number isn't counted there, and is always sold here. With backorders it is sold below zero without a limit. `parent`: the
 * product that a variation belongs to.
 */
export function toStock({ row, cells }: FormatRow, parent: Cells | null, notices: RowNotice[]): WooStock {
  const { Stock: quantity, 'In stock?': inStock, 'Backorders allowed?': backorders } = cells;
  const sellsOn = (backorders !== undefined && !isNo(backorders)) || /^(on)?backorder$/i.test(inStock ?? '');
  if (!quantity && parent?.Stock && !isNo(inStock)) {
    notices.push({
      kind: 'guessed',
      column: 'quantity',
      row,
      reason: `shares its product's stock of ${parent.Stock} in the file, which isn't possible here`,
    });
    return {};
  }
  if (sellsOn) {
    if (Number(quantity) < 0) tellNegative(quantity, row, notices);
    return { quantity: quantity && Number(quantity) >= 0 ? quantity : '0', stock: { policy: 'backorder' } };
  }
  if (isNo(inStock)) return { quantity: '0' };
  if (!quantity) return inStock === undefined ? {} : { stock: { policy: 'untracked' } };
  if (Number(quantity) >= 0) return { quantity };
  tellNegative(quantity, row, notices);
  return { quantity: '0' };
}

const tellNegative = (quantity: string | undefined, row: number, notices: RowNotice[]) =>
  notices.push({ kind: 'guessed', column: 'quantity', row, reason: `a stock of ${quantity} becomes 0` });

export const isShipped = ({ Type: type = '' }: Cells): boolean => !/\b(virtual|downloadable)\b/i.test(type);

export function toWeight(cells: Cells): string | undefined {
  const unit = WEIGHTS.find((it) => cells[`Weight (${it})`]);
  if (!unit) return undefined;
  const text = cells[`Weight (${unit})`] ?? '';
  const grams = Math.round(Number(text) * (GRAMS[unit] ?? 1));
  return Number.isNaN(grams) ? text : String(grams);
}

export function toStatus(
  { Published: published, 'Visibility in catalog': visibility }: FormatRow['cells'],
  notices: RowNotice[],
): string | undefined {
  const hide = (column: string, reason: string) => {
    notices.push({ kind: 'hidden', column, reason: `${reason}: it is imported as a draft` });
    return 'draft';
  };
  if (published && published !== '1' && !/^(true|yes)$/i.test(published)) return hide('Published', "isn't published in the file");
  if (visibility?.toLowerCase() === 'hidden') return hide('Visibility in catalog', 'is hidden in the file');
  return published && 'active';
}

export function toDescription(
  { Description: long, 'Short description': short }: FormatRow['cells'],
  notices: RowNotice[],
): ImportedDescription {
  const tell = (reason: string) => notices.push({ kind: 'dropped', column: 'description', reason });
  return htmlToDescription([short ?? '', long ?? ''], { tell, isWordPress: true });
}
