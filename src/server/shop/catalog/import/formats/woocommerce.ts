/** WooCommerce's product export: a row is a product or, if it has a Parent, a variation of a product that may be anywhere in the file. */
import { type CsvRow, type FormatRow, field, type ImportFormat, type ReadContext } from './format.ts';
import { ATTRIBUTES, DOWNLOADS, GTIN, SEO, splitList, WEIGHTS } from './woocommerce-cells.ts';
import { COLUMN_NAMES } from './woocommerce-columns.ts';
import { toWooCommerceRow } from './woocommerce-product.ts';

const ATTRIBUTE = /attribut|atribut|atrybut|attribuut|eigenschap|атрибут|аттрибут|egenskap|nitelik|özellik|属性/;
const NAME = /name|nom|naam|nazwa|имя|название|namn|ismi|adı|名/;
const DOWNLOAD = /download|téléchargement|descarga|pobierani|скач|загруз|nedladdning|indirme|ダウンロード/;
const VALUE = /value|wert|valeur|valor|waarde|wartoś|значени|värde|değer|値/;
const WEIGHT = /^(weight|gewicht|poids|peso|waga|вес|vikt|ağırlık|重量)\s*\((\w+)\)$/;

/** The field of a column of attributes or weights, whose titles hold a number or a unit; null for others. `title`: in lower case. */
function findNumberedField(title: string): string | null {
  const unit = WEIGHT.exec(title)?.[2];
  if (unit) return `Weight (${unit})`;
  const file = DOWNLOAD.test(title) && /(?<!\d)(10|[1-9])(?!\d)/.exec(title)?.[1];
  if (file && /\burl\b/.test(title)) return `Download ${file} URL`;
  if (file && NAME.test(title)) return `Download ${file} name`;
  const number = ATTRIBUTE.test(title) && /(?<!\d)(10|[1-9])(?!\d)/.exec(title)?.[1];
  if (!number) return null;
  if (VALUE.test(title)) return `Attribute ${number} value(s)`;
  return NAME.test(title) ? `Attribute ${number} name` : null;
}

const NUMBERS: Record<string, 'price' | 'other'> = {
  Stock: 'other',
  'Sale price': 'price',
  'Regular price': 'price',
  'Cost of goods': 'price',
};

const NAMES = [
  ...['ID', 'Type', 'SKU', GTIN, 'Name', 'Published', 'Visibility in catalog', 'Short description', 'Description'],
  ...['Date sale price starts', 'Date sale price ends', 'In stock?', 'Stock', 'Backorders allowed?'],
  ...WEIGHTS.map((unit) => `Weight (${unit})`),
  ...['Sale price', 'Regular price', 'Categories', 'Tags', 'Brands', 'Images', 'Parent', SEO.title, SEO.description],
  ...['Cost of goods', 'Upsells', 'Cross-sells', 'Tax status', 'Tax class'],
  ...['Download limit', 'Download expiry days'],
  ...DOWNLOADS.flatMap((n) => [`Download ${n} name`, `Download ${n} URL`]),
  ...ATTRIBUTES.flatMap((n) => [`Attribute ${n} name`, `Attribute ${n} value(s)`]),
];

const FIELDS = NAMES.map((name) => {
  const number = NUMBERS[name] ?? (name.startsWith('Weight') ? 'other' : undefined);
  return {
    ...field(name, ...(COLUMN_NAMES[name] ?? [])),
    ...(number && { number }),
    matches: (title: string) => findNumberedField(title) === name,
  };
});

const FIELD_BY_COLUMN = {
  name: 'Name',
  description: 'Description',
  category: 'Categories',
  price: 'Regular price',
  compareAtPrice: 'Regular price',
  quantity: 'Stock',
  sku: 'SKU',
  barcode: GTIN,
  seoTitle: SEO.title,
  seoDescription: SEO.description,
  weight: 'Weight (kg)',
  status: 'Published',
  image: 'Images',
  moreImages: 'Images',
  attributes: 'Attribute 1 value(s)',
  tags: 'Tags',
  downloads: 'Download 1 URL',
  brand: 'Brands',
  cost: 'Cost of goods',
  taxClass: 'Tax class',
  relatedProducts: 'Upsells',
  options: 'Attribute 1 name',
  variants: 'Attribute 1 value(s)',
  'variants.price': 'Regular price',
  'variants.compareAtPrice': 'Regular price',
  'variants.quantity': 'Stock',
  'variants.sku': 'SKU',
  'variants.barcode': GTIN,
  'variants.taxClass': 'Tax class',
  'variants.image': 'Images',
  'variants.options': 'Attribute 1 value(s)',
};

/** Settings of the other shop, in any language: yes and no, numbers, positions, and which attribute is preselected. */
const IGNORED =
  /^(position|posición|posizione|positie|pozycja|posição|позиция|attribut\w* \d+ (visible|global|default)|download \d+ id|refused (row|column|because))$/;

const KINDS = ['simple', 'variable', 'variation', 'grouped', 'external'];
const kindOf = ({ Type: type = 'simple' }: FormatRow['cells']) =>
  splitList(type.toLowerCase()).find((it) => KINDS.includes(it)) ?? 'simple';

/** Parents are named by SKU or by `id:7`. */
const toKey = (name: string) => name.trim().toLowerCase();

async function* toRows(open: () => AsyncIterable<FormatRow>, { now }: ReadContext): AsyncGenerator<CsvRow> {
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
      const { row: line, fraction } = row;
      yield {
        row: line,
        fraction,
        cells: {},
        error: `products of type ${kind} can't be sold here: only simple and variable products are imported`,
      };
      continue;
    }
    const keys = [cells.SKU ?? '', `id:${cells.ID ?? ''}`].map(toKey);
    const own = kind === 'variable' ? keys.flatMap((key) => (key ? (variations.get(key) ?? []) : [])) : [];
    if (kind === 'variable') for (const key of keys) variations.delete(key);
    yield toWooCommerceRow(row, own, { isVariable: kind === 'variable', now, format: WOOCOMMERCE });
  }
  for (const { row } of [...variations.values()].flat().sort((a, b) => a.row - b.row))
    yield { row, cells: {}, error: 'Parent is not a variable product in the file', fraction: 1 };
}

export const WOOCOMMERCE: ImportFormat = {
  kind: 'products',
  name: 'woocommerce',
  fields: FIELDS,
  required: [['Name'], ['SKU']],
  fieldByColumn: FIELD_BY_COLUMN,
  ignored: IGNORED,
  toRows,
};
