/** Reads single cells of WooCommerce's export. */
import { htmlToText } from '../reading/html-to-text.ts';
import { type FormatRow, isNo, type RowNotice, toSale } from './format.ts';

type Cells = FormatRow['cells'];

export const ATTRIBUTES = Array.from({ length: 10 }, (_it, index) => index + 1);
const GRAMS: Record<string, number> = { kg: 1000, g: 1, lbs: 453.592_37, oz: 28.349_523_125 };
export const WEIGHTS = Object.keys(GRAMS);

/** WordPress writes names with entities: `Home &amp; Garden`. */
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

/** The day at the shop's own midnight isn't known, so that of UTC is taken. A day alone is part of the sale until it ends. */
function parseDate(text: string | undefined, isEnd: boolean): number | null {
  if (!text) return null;
  const day = /^\d{4}-\d{2}-\d{2}$/.exec(text);
  const time = Date.parse(day ? `${text}T${isEnd ? '23:59:59' : '00:00:00'}Z` : text.replace(' ', 'T'));
  return Number.isNaN(time) ? null : time;
}

/** Dates of sales can't be kept: a sale that runs is taken, with a notice of its end, and one that doesn't run is left out. */
export function toPrices({ row, cells }: FormatRow, now: number, notices: RowNotice[]): { price?: string; compareAtPrice?: string } {
  const { 'Sale price': sale, 'Regular price': regular, 'Date sale price starts': start, 'Date sale price ends': end } = cells;
  const [from, until] = [parseDate(start, false), parseDate(end, true)];
  if (sale && until !== null && until < now) {
    notices.push({ kind: 'dropped', column: 'price', row, reason: `the sale at ${sale} ended on ${end}: the regular price is taken` });
    return regular ? { price: regular } : {};
  }
  if (sale && from !== null && from > now) {
    notices.push({
      kind: 'dropped',
      column: 'price',
      row,
      reason: `the sale at ${sale} begins on ${start}: enter it then, until then it is the regular price`,
    });
    return regular ? { price: regular } : {};
  }
  if (sale && until !== null)
    notices.push({
      kind: 'dropped',
      column: 'price',
      row,
      reason: `the sale ends on ${end} in the file: here it goes on until you end it`,
    });
  const before = toSale(sale, regular);
  const price = sale ?? regular;
  return { ...(price && { price }), ...(before && { compareAtPrice: before }) };
}

/** Absent: the other shop doesn't count it, or goes on selling when nothing is left. `parent`: the product that a variation belongs to. */
export function toStock({ row, cells }: FormatRow, parent: Cells | null, notices: RowNotice[]): string | undefined {
  const { Stock: quantity, 'In stock?': inStock, 'Backorders allowed?': backorders } = cells;
  if (isNo(inStock)) return '0';
  const sellsOn = backorders !== undefined && !isNo(backorders);
  if (quantity && Number(quantity) > 0) return quantity;
  if (quantity && !sellsOn) {
    if (Number(quantity) < 0) notices.push({ kind: 'guessed', column: 'quantity', row, reason: `a stock of ${quantity} is 0 here` });
    return '0';
  }
  if (!quantity && parent?.Stock)
    notices.push({
      kind: 'guessed',
      column: 'quantity',
      row,
      reason: `shares the ${parent.Stock} of its product in the file, which isn't possible here`,
    });
  return undefined;
}

export const isShipped = ({ Type: type = '' }: Cells): boolean => !/\b(virtual|downloadable)\b/i.test(type);

export function toWeight(cells: Cells): string | undefined {
  const unit = WEIGHTS.find((it) => cells[`Weight (${it})`]);
  if (!unit) return undefined;
  const text = cells[`Weight (${unit})`] ?? '';
  const grams = Math.round(Number(text) * (GRAMS[unit] ?? 1));
  return Number.isNaN(grams) ? text : String(grams);
}
