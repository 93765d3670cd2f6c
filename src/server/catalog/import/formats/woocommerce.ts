/** WooCommerce's product export: a row is a product or, if it has a Parent, a variation of a product that may be anywhere in the file. */
import { PRODUCT_IMAGES_MAX } from '../../../../contract/limits.ts';
import { htmlToText } from '../html-to-text.ts';
import {
  type CsvRow,
  type FormatRow,
  field,
  type ImportFormat,
  NO_CATEGORY,
  toCells,
  toJson,
  toSale,
  toStock,
  type VariantCells,
} from './format.ts';

const ATTRIBUTES = Array.from({ length: 10 }, (_it, index) => index + 1);
const GRAMS: Record<string, number> = { kg: 1000, g: 1, lbs: 453.592_37, oz: 28.349_523_125 };
const WEIGHTS = Object.keys(GRAMS);

const FIELDS = [
  ...['ID', 'Type', 'SKU', 'Name', 'Published', 'Short description', 'Description', 'Stock'].map((name) => field(name)),
  ...WEIGHTS.map((unit) => field(`Weight (${unit})`)),
  ...['Sale price', 'Regular price', 'Categories', 'Tags', 'Images', 'Parent'].map((name) => field(name)),
  ...ATTRIBUTES.flatMap((n) => [field(`Attribute ${n} name`), field(`Attribute ${n} value(s)`)]),
];

const FIELD_BY_COLUMN = {
  name: 'Name',
  description: 'Description',
  category: 'Categories',
  price: 'Regular price',
  compareAtPrice: 'Regular price',
  quantity: 'Stock',
  sku: 'SKU',
  weight: 'Weight (kg)',
  status: 'Published',
  image: 'Images',
  moreImages: 'Images',
  attributes: 'Attribute 1 value(s)',
  options: 'Attribute 1 name',
  variants: 'Attribute 1 value(s)',
  'variants.price': 'Regular price',
  'variants.compareAtPrice': 'Regular price',
  'variants.quantity': 'Stock',
  'variants.sku': 'SKU',
  'variants.image': 'Images',
};

/** A comma within a value is escaped as `\,`. */
const splitList = (cell = ''): string[] =>
  cell
    .split(/(?<!\\),/)
    .map((it) => it.replaceAll('\\,', ',').trim())
    .filter(Boolean);

const listAttributes = (cells: FormatRow['cells']): { name: string; values: string[] }[] =>
  ATTRIBUTES.flatMap((n) => {
    const name = cells[`Attribute ${n} name`];
    return name ? [{ name, values: splitList(cells[`Attribute ${n} value(s)`]) }] : [];
  });

function toPrices({ 'Sale price': sale, 'Regular price': regular }: FormatRow['cells']): { price?: string; compareAtPrice?: string } {
  const before = toSale(sale, regular);
  const price = sale ?? regular;
  return { ...(price && { price }), ...(before && { compareAtPrice: before }) };
}

/** The innermost category of the first path: `Clothing > Hoodies, Sale` gives Hoodies. */
const toCategory = (cell?: string): string | undefined => splitList(cell)[0]?.split('>').at(-1)?.trim();

function toWeight(cells: FormatRow['cells']): string | undefined {
  const unit = WEIGHTS.find((it) => cells[`Weight (${it})`]);
  if (!unit) return undefined;
  const text = cells[`Weight (${unit})`] ?? '';
  const grams = Math.round(Number(text) * (GRAMS[unit] ?? 1));
  return Number.isNaN(grams) ? text : String(grams);
}

/** A variation without a value for an attribute stands for all of its values. */
function combine(options: { name: string; values: string[] }[], own: Map<string, string[]>): Record<string, string>[] {
  return options.reduce<Record<string, string>[]>(
    (chosen, { name, values }) => {
      const mine = own.get(name.toLowerCase()) ?? [];
      return chosen.flatMap((it) => (mine.length ? mine : values).map((value) => ({ ...it, [name]: value })));
    },
    [{}],
  );
}

function toVariants(
  variations: FormatRow[],
  options: { name: string; values: string[] }[],
  images: string[],
): { row: number; variant: VariantCells }[] {
  return variations.flatMap(({ row, cells }) => {
    const own = new Map(listAttributes(cells).map(({ name, values }) => [name.toLowerCase(), values]));
    const chosen = combine(options, own);
    const image = splitList(cells.Images)[0];
    const index = image ? images.indexOf(image) : -1;
    const quantity = toStock(cells.Stock);
    return chosen.map((it) => ({
      row,
      variant: {
        options: it,
        ...toPrices(cells),
        ...(quantity && { quantity }),
        ...(cells.SKU && chosen.length === 1 && { sku: cells.SKU }),
        ...(index >= 0 && { image: String(index + 1) }),
      },
    }));
  });
}

/** The product's attributes by which its variations differ, with the values that they have. */
function listOptions(attributes: { name: string; values: string[] }[], variations: FormatRow[]) {
  const chosen = variations.map(({ cells }) => new Map(listAttributes(cells).map(({ name, values }) => [name.toLowerCase(), values])));
  return attributes.flatMap(({ name, values }) => {
    const own = chosen.flatMap((it) => it.get(name.toLowerCase()) ?? []);
    return own.length ? [{ name, values: [...new Set([...values, ...own])] }] : [];
  });
}

function toRow({ row, cells, error, fraction }: FormatRow, variations: FormatRow[]): CsvRow {
  const rows = [row, ...variations.map((it) => it.row)];
  const broken = variations.find((it) => it.error);
  if (error || broken) return { row: error ? row : (broken?.row ?? row), rows, cells: {}, error: error ?? broken?.error ?? null, fraction };
  const own = splitList(cells.Images);
  const images = [...new Set([...own, ...variations.flatMap((it) => splitList(it.cells.Images).slice(0, 1))])].slice(0, PRODUCT_IMAGES_MAX);
  const attributes = listAttributes(cells);
  const options = listOptions(attributes, variations);
  const placed = options.length ? toVariants(variations, options, images) : [];
  const isOption = (name: string) => options.some((it) => it.name === name);
  const plain = attributes.filter(({ name }) => !isOption(name)).flatMap(({ name, values }) => values.map((value) => ({ name, value })));
  const tags = splitList(cells.Tags).map((value) => ({ name: 'Tag', value }));
  const { price = placed[0]?.variant.price, compareAtPrice } = toPrices(cells);
  return {
    row,
    rows,
    variantRows: placed.map((it) => it.row),
    cells: toCells({
      name: cells.Name,
      description: htmlToText(cells.Description ?? cells['Short description'] ?? ''),
      category: toCategory(cells.Categories),
      price,
      quantity: toStock(cells.Stock),
      compare_at_price: placed.length ? undefined : compareAtPrice,
      sku: cells.SKU,
      weight: toWeight(cells),
      status: cells.Published && (cells.Published === '1' ? 'active' : 'draft'),
      image: images.join(' | '),
      attributes: toJson([...plain, ...tags]),
      options: toJson(options),
      variants: toJson(placed.map((it) => it.variant)),
    }),
    defaults: toCells({ description: cells.Name, category: NO_CATEGORY, quantity: '0' }),
    error: null,
    fraction,
  };
}

const KINDS = ['simple', 'variable', 'variation', 'grouped', 'external'];
const kindOf = ({ Type: type = 'simple' }: FormatRow['cells']) =>
  splitList(type.toLowerCase()).find((it) => KINDS.includes(it)) ?? 'simple';

/** Parents are named by SKU or by `id:7`. */
const toKey = (name: string) => name.trim().toLowerCase();

async function* toRows(open: () => AsyncIterable<FormatRow>): AsyncGenerator<CsvRow> {
  const variations = new Map<string, FormatRow[]>();
  for await (const row of open()) {
    if (kindOf(row.cells) !== 'variation') continue;
    const key = toKey(row.cells.Parent ?? '');
    const siblings = variations.get(key);
    if (siblings) siblings.push(row);
    else variations.set(key, [row]);
  }
  for await (const row of open()) {
    const { cells } = row;
    const kind = kindOf(cells);
    if (kind === 'variation') continue;
    if (!row.error && (kind === 'grouped' || kind === 'external')) {
      yield { ...row, cells: {}, error: `Type ${kind} can't be sold here: only simple and variable products are imported` };
      continue;
    }
    const keys = [cells.SKU ?? '', `id:${cells.ID ?? ''}`].map(toKey);
    const own = kind === 'variable' ? keys.flatMap((key) => (key ? (variations.get(key) ?? []) : [])) : [];
    if (kind === 'variable') for (const key of keys) variations.delete(key);
    yield toRow(row, own);
  }
  for (const { row } of [...variations.values()].flat().sort((a, b) => a.row - b.row))
    yield { row, cells: {}, error: 'Parent names no variable product of the file', fraction: 1 };
}

export const WOOCOMMERCE: ImportFormat = {
  name: 'woocommerce',
  fields: FIELDS,
  required: [['Name'], ['SKU']],
  fieldByColumn: FIELD_BY_COLUMN,
  toRows,
};
