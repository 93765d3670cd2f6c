/** Translates the rows of a product in Shopify's export. */
import { OPTIONS_MAX, PRODUCT_IMAGES_MAX } from '../../../../../contract/limits.ts';
import type { StockPolicyInput } from '../../../../../contract/stock-policy.ts';
import { STANDARD_CLASS, ZERO_CLASS } from '../../../../../contract/tax.ts';
import {
  type CsvRow,
  createSpellings,
  type FormatRow,
  type ImportFormat,
  isNo,
  NO_CATEGORY,
  noteOthers,
  type RowNotice,
  toCells,
  toJson,
  toPolicyCell,
  toSale,
  type VariantCells,
  withoutRepeats,
} from './format.ts';
import { htmlToDescription } from './html-to-markdown.ts';
import { takeOwnCells } from './own-columns.ts';
import { toContents } from './shopify-fields.ts';

/** Its own export has three; files that other programs write for it may have more. */
export const OPTIONS = Array.from({ length: OPTIONS_MAX }, (_it, index) => index + 1);
/** Shopify's option value for products without options. */
const DEFAULT_VARIANT = 'Default Title';

interface Placed {
  row: number;
  variant: VariantCells;
}

/** The product's images in their order, then those that only variants have, each once. */
function listImages(rows: FormatRow[], notices: RowNotice[]): { url: string; alt: string }[] {
  const own = rows.flatMap(({ cells }) => {
    const url = cells['Image Src'];
    const position = Number(cells['Image Position'] || Number.NaN);
    return url ? [{ url, alt: cells['Image Alt Text'] ?? '', position: Number.isNaN(position) ? Number.MAX_SAFE_INTEGER : position }] : [];
  });
  const images = new Map<string, { url: string; alt: string }>();
  for (const { url, alt } of own.sort((a, b) => a.position - b.position)) if (!images.has(url)) images.set(url, { url, alt });
  for (const { cells } of rows) {
    const url = cells['Variant Image'];
    if (url && !images.has(url)) images.set(url, { url, alt: '' });
  }
  if (images.size > PRODUCT_IMAGES_MAX)
    notices.push({ kind: 'dropped', column: 'image', reason: `has ${images.size} images: the first ${PRODUCT_IMAGES_MAX} are imported` });
  return [...images.values()].slice(0, PRODUCT_IMAGES_MAX);
}

/** `Unlisted` products can only be opened by their URL, which isn't possible here. */
function toStatus({ Status: text, Published: published }: Record<string, string>, notices: RowNotice[]): string | undefined {
  const status = text?.toLowerCase();
  const hide = (column: string, reason: string) => {
    notices.push({ kind: 'hidden', column, reason });
    return 'draft';
  };
  if (status === 'archived') return 'archived';
  if (status && status !== 'active')
    return hide('Status', status === 'draft' ? 'is a draft in the file and here' : `is ${status} in the file: it is imported as a draft`);
  if (isNo(published)) return hide('Published', "isn't published in the file: it is imported as a draft");
  return status;
}

interface Stock {
  /** Absent: the file has none. */
  quantity?: string;
  /** Absent: counted. */
  stock?: StockPolicyInput;
}

/** What the other shop doesn't track is always sold, and what it continues selling when out of stock is sold below zero without a limit. */
function toStock({ row, cells }: FormatRow, hasTracker: boolean, notices: RowNotice[]): Stock {
  const quantity = cells['Variant Inventory Qty'];
  const isTracked = !hasTracker || cells['Variant Inventory Tracker'] !== undefined || Number(quantity) > 0;
  if (!isTracked) return { stock: { policy: 'untracked' } };
  const sellsOn = /^(continue|true)$/i.test(cells['Variant Inventory Policy'] ?? '');
  const policy = sellsOn ? { stock: { policy: 'backorder' as const } } : {};
  if (!quantity) return policy;
  if (Number(quantity) >= 0) return { quantity, ...policy };
  notices.push({ kind: 'guessed', column: 'quantity', row, reason: `a stock of ${quantity} becomes 0` });
  return { quantity: '0', ...policy };
}

/** What isn't taxed there is of the class that needs no rate; of everything else the file says no class. */
const toTaxClass = (cells: FormatRow['cells']): string | undefined => (isNo(cells['Variant Taxable']) ? ZERO_CLASS : undefined);

/** That of a variant, where it isn't that of the first one, which is the product's. */
function toOwnClass(cells: FormatRow['cells'], first: FormatRow['cells']): { taxClass?: string } {
  const [own, ofProduct] = [toTaxClass(cells), toTaxClass(first)];
  return own === ofProduct ? {} : { taxClass: own ?? STANDARD_CLASS };
}

function toVariant(
  row: FormatRow,
  names: string[],
  stock: Stock | undefined,
  imagePlaces: Map<string, number>,
  first: FormatRow['cells'],
): VariantCells {
  const { cells } = row;
  const price = cells['Variant Price'];
  const before = toSale(price, cells['Variant Compare At Price']);
  const sku = cells['Variant SKU'];
  const place = imagePlaces.get(cells['Variant Image'] ?? '');
  return {
    options: Object.fromEntries(names.map((name, index) => [name, cells[`Option${index + 1} Value`] ?? ''])),
    ...(price && { price }),
    ...stock,
    ...(before && { compareAtPrice: before }),
    ...(cells['Cost per item'] && { cost: cells['Cost per item'] }),
    ...toOwnClass(cells, first),
    ...(sku && { sku }),
    ...(cells['Variant Barcode'] && { barcode: cells['Variant Barcode'] }),
    ...(place && { image: String(place) }),
  };
}

const isVariant = ({ cells }: FormatRow) => Boolean(cells['Option1 Value'] || cells['Variant Price'] || cells['Variant SKU']);

/** The values of each option, each with one spelling. */
function spellOptions(placed: Placed[], names: string[], notices: RowNotice[]) {
  const spellings = new Map(names.map((name) => [name, createSpellings()]));
  const spelled = placed.map(({ row, variant }) => {
    const options = Object.fromEntries(
      Object.entries(variant.options).map(([name, value]) => [name, spellings.get(name)?.spell(value) ?? value]),
    );
    return { row, variant: { ...variant, options } };
  });
  const options = names.map((name) => ({ name, values: spellings.get(name)?.values().filter(Boolean) ?? [] }));
  for (const [name, { changed }] of spellings)
    if (changed.size) notices.push({ kind: 'guessed', column: 'options', reason: `${name}: ${[...changed].slice(0, 5).join(', ')}` });
  return { spelled, options };
}

/** Each option name once: two options with the same name would be refused. */
const listOptionNames = (group: FormatRow[]): string[] => [
  ...new Set(OPTIONS.flatMap((n) => group.find((it) => it.cells[`Option${n} Name`])?.cells[`Option${n} Name`] ?? [])),
];

export function toShopifyRow(group: FormatRow[], fraction: number, format: ImportFormat): CsvRow {
  // The rows of images may stand before the one that describes the product.
  const head = group.find(({ cells }) => cells.Title) ?? group[0];
  if (!head) throw new Error('a group has a row');
  const { cells } = head;
  const notices: RowNotice[] = group.flatMap((it) => it.notices ?? []);
  const own = takeOwnCells(group, [], notices);
  notices.push(...noteOthers(group, format));
  const variantRows = group.filter(isVariant);
  const [first = head] = variantRows;
  const names = listOptionNames(group);
  const hasOptions = names.length > 0 && first.cells['Option1 Value'] !== DEFAULT_VARIANT;
  const hasTracker = group.some((it) => it.cells['Variant Inventory Tracker'] || it.cells['Variant Inventory Policy']);
  const images = listImages(group, notices);
  const imagePlaces = new Map(images.map(({ url }, index) => [url, index + 1]));
  const stocks = new Map(variantRows.map((it) => [it, toStock(it, hasTracker, notices)]));
  const all = hasOptions
    ? variantRows.map((it) => ({ row: it.row, variant: toVariant(it, names, stocks.get(it), imagePlaces, first.cells) }))
    : [];
  const { spelled, options } = spellOptions(all, names, notices);
  const { placed, notices: repeats } = withoutRepeats(spelled);
  notices.push(...repeats);
  if (!hasOptions && variantRows.length > 1)
    notices.push({
      kind: 'dropped',
      row: variantRows[1]?.row ?? head.row,
      reason: `has ${variantRows.length} variants without options: the first is imported`,
    });
  const tags = (cells.Tags ?? '').split(',').flatMap((it) => it.trim() || []);
  const isGiftCard = cells['Gift Card'] !== undefined && !isNo(cells['Gift Card']);
  const status = toStatus(cells, notices);
  const contents = toContents(first.cells['Unit Price Total Measure'], first.cells['Unit Price Total Measure Unit']);
  const requiresShipping = first.cells['Variant Requires Shipping'];
  const weights = new Set(variantRows.flatMap((it) => it.cells['Variant Grams'] ?? []));
  if (weights.size > 1)
    notices.push({ kind: 'dropped', column: 'weight', reason: 'has variants with different weights: that of the first is used' });
  const tell = (reason: string) => notices.push({ kind: 'dropped', column: 'description', reason });
  const alts = images.map(({ alt }) => alt.replaceAll('|', ','));
  const handle = cells.Handle ?? group[0]?.cells.Handle;
  const isUncounted = variantRows.some((it) => !stocks.get(it)?.quantity && !stocks.get(it)?.stock) || !variantRows.length;
  return {
    row: head.row,
    rows: group.map(({ row }) => row),
    variantRows: hasOptions ? placed.map(({ row }) => row) : [head.row],
    cells: toCells({
      slug: handle,
      name: cells.Title,
      ...htmlToDescription([cells['Body (HTML)'] ?? ''], { tell }),
      category: cells.Type ?? cells['Product Category']?.split('>').at(-1)?.trim(),
      price: first.cells['Variant Price'],
      quantity: stocks.get(first)?.quantity,
      stock_policy: hasOptions ? undefined : toPolicyCell(stocks.get(first)?.stock),
      compare_at_price: hasOptions ? undefined : toSale(first.cells['Variant Price'], first.cells['Variant Compare At Price']),
      sku: hasOptions ? undefined : first.cells['Variant SKU'],
      weight: first.cells['Variant Grams'] && String(Math.round(Number(first.cells['Variant Grams']))),
      status,
      sold_as: isGiftCard ? 'gift_card' : undefined,
      shipping: isGiftCard ? '0' : requiresShipping && (isNo(requiresShipping) ? '0' : '1'),
      image: images.map(({ url }) => url).join(' | '),
      image_alt: alts.some(Boolean) ? alts.join(' | ') : undefined,
      ...own,
      // Customers of the other shop see and search it as the brand.
      vendor: cells.Vendor,
      brand: cells.Vendor,
      cost: first.cells['Cost per item'],
      country_of_origin: first.cells['Variant Country of Origin'],
      hs_code: first.cells['Variant HS Code'],
      tax_class: toTaxClass(first.cells),
      contents: contents?.contents,
      contents_unit: contents?.unit,
      collections: toJson([...new Set(group.flatMap((it) => it.cells.Collection ?? []))]),
      tags: toJson(tags),
      barcode: hasOptions ? undefined : first.cells['Variant Barcode'],
      condition: cells['Google Shopping / Condition'],
      google_category: cells['Google Shopping / Google Product Category'],
      seo_title: cells['SEO Title'],
      seo_description: cells['SEO Description'],
      options: hasOptions ? toJson(options) : undefined,
      variants: toJson(placed.map(({ variant }) => variant)),
    }),
    defaults: toCells({ description: cells.Title, category: NO_CATEGORY }),
    ...(isUncounted && { isUncounted }),
    source: `shopify ${(handle ?? '').toLowerCase()}`,
    notices,
    error: null,
    fraction,
  };
}
