/** Translates a product's row in WooCommerce's export, with those of its variations. */
import { PRODUCT_IMAGES_MAX, VARIANTS_MAX } from '../../../../../contract/limits.ts';
import { parseCategoryPath, writeCategoryPath } from '../../categories/category-path.ts';
import { listDownloads, type NamedDownload } from './extra-cells.ts';
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
  type VariantCells,
  withoutRepeats,
} from './format.ts';
import { takeOwnCells } from './own-columns.ts';
import {
  DOWNLOADS,
  decode,
  GTIN,
  isShipped,
  listAttributes,
  splitList,
  toDescription,
  toPrices,
  toSeoText,
  toStatus,
  toStock,
  toWeight,
  type WooAttribute,
} from './woocommerce-cells.ts';
import { toOwnClass, toTaxClass } from './woocommerce-tax.ts';

/**
 * The first of the deepest paths is the product's main category, `Men > Shoes`; the others are further ones, except for those above it, which it is in
 * anyway.
 */
function toCategories(cell: string | undefined): { category?: string; further: string[] } {
  const paths = splitList(cell)
    .map(parseCategoryPath)
    .filter((names) => names.length);
  const depths = paths.map((names) => names.length);
  const chosen = paths[depths.indexOf(Math.max(...depths))];
  if (!chosen) return { further: [] };
  const isAbove = (names: string[]) => names.every((name, level) => name === chosen[level]);
  return { category: writeCategoryPath(chosen), further: [...new Set(paths.filter((it) => !isAbove(it)).map(writeCategoryPath))] };
}

interface ProductContext {
  isVariable: boolean;
  now: number;
  format: ImportFormat;
}

/** A variation without a value for an attribute applies to all of its values. Stops after the maximum of a product. */
function combine(options: WooAttribute[], own: Map<string, string[]>): Record<string, string>[] {
  return options.reduce<Record<string, string>[]>(
    (chosen, { name, values }) => {
      const mine = own.get(name.toLowerCase()) ?? [];
      const next: Record<string, string>[] = [];
      for (const it of chosen)
        for (const value of mine.length ? mine : values) {
          if (next.length > VARIANTS_MAX) return next;
          next.push({ ...it, [name]: value });
        }
      return next;
    },
    [{}],
  );
}

const mapAttributes = (cells: FormatRow['cells']) => new Map(listAttributes(cells).map(({ name, values }) => [name.toLowerCase(), values]));

/** The attributes in which the product's variations differ, each value in one spelling. */
function listOptions(attributes: WooAttribute[], variations: FormatRow[], notices: RowNotice[]) {
  const chosen = variations.map(({ cells }) => mapAttributes(cells));
  return attributes.flatMap(({ name, values }) => {
    const key = name.toLowerCase();
    if (!chosen.some((it) => it.has(key))) return [];
    const spelling = createSpellings();
    for (const value of [...values, ...chosen.flatMap((it) => it.get(key) ?? [])]) spelling.spell(value);
    if (!spelling.values().length) return [];
    if (spelling.changed.size)
      notices.push({ kind: 'guessed', column: 'options', reason: `${name}: ${[...spelling.changed].slice(0, 5).join(', ')}` });
    return [{ name, values: spelling.values(), spell: spelling.spell }];
  });
}

/** Variations for certain values come first; those for any value then fill the remaining combinations. */
function sortBySpecific(variations: FormatRow[]): { variation: FormatRow; own: Map<string, string[]>; named: number }[] {
  const counted = variations.map((variation) => {
    const own = mapAttributes(variation.cells);
    return { variation, own, named: [...own.values()].filter((values) => values.length).length };
  });
  return counted.sort((a, b) => b.named - a.named);
}

interface VariantContext {
  parent: FormatRow;
  options: ReturnType<typeof listOptions>;
  images: string[];
  now: number;
  notices: RowNotice[];
}

function toVariants(variations: FormatRow[], { parent, options, images, now, notices }: VariantContext) {
  const places = new Map(images.map((url, index) => [url, String(index + 1)]));
  const placed: { row: number; variant: VariantCells; downloads: NamedDownload[] }[] = [];
  const rowsForAny = new Set<number>();
  for (const { variation, own } of sortBySpecific(variations)) {
    const { row, cells } = variation;
    const leaveOut = (column: string, reason: string) =>
      notices.push({ kind: 'dropped', column, row, reason: `${reason}: this variant is left out` });
    const prices = toPrices(variation, now, notices);
    if (isNo(cells.Published)) leaveOut('variants', "isn't published in the file");
    else if (!prices.price) leaveOut('variants.price', 'has no price');
    if (isNo(cells.Published) || !prices.price) continue;
    const chosen = combine(options, own);
    if (chosen.length > 1) rowsForAny.add(row);
    const image = places.get(splitList(cells.Images)[0] ?? '');
    const stock = toStock(variation, parent.cells, notices);
    if (chosen.length > 1 && Number(stock.quantity) > 0)
      notices.push({
        kind: 'guessed',
        column: 'quantity',
        row,
        reason: `applies to any value: each of its ${chosen.length} variants gets the ${stock.quantity} in the file`,
      });
    for (const [index, it] of chosen.entries()) {
      const spelled = Object.fromEntries(options.map(({ name, spell }) => [name, spell(it[name] ?? '')]));
      const [sku, barcode] = index === 0 ? [cells.SKU, cells[GTIN]] : [];
      placed.push({
        row,
        downloads: listDownloads(cells, DOWNLOADS, spelled),
        variant: {
          options: spelled,
          ...prices,
          ...stock,
          ...(sku && { sku }),
          ...(barcode && { barcode }),
          ...toOwnClass(cells, parent.cells),
          ...(image && { image }),
        },
      });
    }
    if (placed.length > VARIANTS_MAX) break;
  }
  const { placed: kept, notices: repeats } = withoutRepeats(placed);
  notices.push(...repeats.filter(({ row = 0 }) => !rowsForAny.has(row)));
  return kept;
}

function toBrand(cell: string | undefined, notices: RowNotice[]): string | undefined {
  const [brand, ...others] = splitList(cell).map((it) => it.split('>').at(-1)?.trim() ?? it);
  if (others.length) notices.push({ kind: 'dropped', column: 'brand', reason: `has ${others.length + 1} brands: ${brand} is imported` });
  return brand;
}

export function toWooCommerceRow(head: FormatRow, variations: FormatRow[], context: ProductContext): CsvRow {
  const { row, cells, fraction } = head;
  const { isVariable, now, format } = context;
  const rows = [row, ...variations.map((it) => it.row)];
  if (head.error) return { row, rows: [row], cells: {}, error: head.error, fraction };
  const readable = variations.filter((it) => !it.error);
  const notices: RowNotice[] = [head, ...readable].flatMap((it) => it.notices ?? []);
  for (const it of variations) if (it.error) notices.push({ kind: 'dropped', column: 'variants', row: it.row, reason: it.error });
  notices.push(...noteOthers([head, ...readable], format));
  const named = new Set([...splitList(cells.Images), ...readable.flatMap((it) => splitList(it.cells.Images).slice(0, 1))]);
  const images = [...named].slice(0, PRODUCT_IMAGES_MAX);
  if (named.size > images.length)
    notices.push({ kind: 'dropped', column: 'image', reason: `has ${named.size} images: the first ${PRODUCT_IMAGES_MAX} are imported` });
  const attributes = listAttributes(cells);
  const options = listOptions(attributes, readable, notices);
  const placed = options.length ? toVariants(readable, { parent: head, options, images, now, notices }) : [];
  const isOption = (name: string) => placed.length > 0 && options.some((it) => it.name === name);
  const plain = attributes.filter(({ name }) => !isOption(name)).flatMap(({ name, values }) => values.map((value) => ({ name, value })));
  if (isVariable && !placed.length)
    notices.push({
      kind: 'dropped',
      column: 'variants',
      reason: 'has variations, but the file contains none that can be sold',
    });
  const { category, further } = toCategories(cells.Categories);
  const own = placed.length ? {} : toPrices(head, now, notices);
  const price = placed[0]?.variant.price ?? own.price;
  const status = toStatus(cells, notices);
  if (price === undefined)
    notices.push({ kind: 'hidden', column: 'price', reason: 'has no price in the file: it is imported as a draft at 0.00', isOfNew: true });
  const { quantity, stock } = placed.length ? {} : toStock(head, null, notices);
  const shipped = readable.length ? readable.some((it) => isShipped(it.cells)) && isShipped(cells) : isShipped(cells);
  const isUncounted = placed.length ? placed.some(({ variant }) => !variant.quantity && !variant.stock) : !quantity && !stock;
  return {
    row,
    rows,
    variantRows: placed.map((it) => it.row),
    cells: toCells({
      name: cells.Name && decode(cells.Name),
      ...toDescription(cells, notices),
      category,
      further_categories: toJson(further),
      price,
      quantity,
      stock_policy: toPolicyCell(stock),
      compare_at_price: placed.length ? undefined : own.compareAtPrice,
      sku: cells.SKU,
      weight: toWeight(cells),
      status: price === undefined && status === 'active' ? undefined : status,
      shipping: cells.Type && (shipped ? '1' : '0'),
      image: images.join(' | '),
      ...takeOwnCells([head, ...readable], plain, notices),
      tags: toJson(splitList(cells.Tags)),
      downloads: toJson([...listDownloads(cells, DOWNLOADS), ...placed.flatMap((it) => it.downloads)]),
      brand: toBrand(cells.Brands, notices),
      cost: cells['Cost of goods'],
      tax_class: toTaxClass(cells),
      // By SKU, or by its number in the other shop, as the file names them.
      related_products: toJson([...new Set([...splitList(cells.Upsells), ...splitList(cells['Cross-sells'])])]),
      barcode: placed.length ? undefined : cells[GTIN],
      seo_title: toSeoText(head, 'title', notices),
      seo_description: toSeoText(head, 'description', notices),
      options: placed.length ? toJson(options.map(({ name, values }) => ({ name, values }))) : undefined,
      variants: toJson(placed.map((it) => it.variant)),
    }),
    defaults: toCells({
      description: cells.Name && decode(cells.Name),
      category: NO_CATEGORY,
      price: '0',
      ...(price === undefined && { status: 'draft' }),
    }),
    ...(isUncounted && { isUncounted }),
    // Different shops may use the same number, so the name is part of the identity.
    ...(cells.Name && { source: `woocommerce ${cells.ID ?? ''} ${cells.Name.toLowerCase()}` }),
    notices,
    error: null,
    fraction,
  };
}
