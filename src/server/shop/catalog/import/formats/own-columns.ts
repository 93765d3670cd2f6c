/**
 * Columns that a merchant has made: fields of a shop's own, and what no format knows. Each may become a custom field (`field:roast`) or an attribute
 * (`attribute:Roast`); those that other shops export of merchants' own are proposed as fields.
 */
import { ATTRIBUTE_NAME_MAX_LENGTH, FIELD_KEY_MAX_LENGTH, FIELD_NAME_MAX_LENGTH } from '../../../../../contract/limits.ts';
import { cutText } from '../../../../../contract/values.ts';
import { slugify } from '../../../database/slug.ts';
import type { FormatRow, RowNotice } from './format.ts';
import { FIELD_COLUMN, parseAttributes, parseJsonList } from './own-format.ts';

const ATTRIBUTE_COLUMN = 'attribute:';
const FIELD_NAME = /^field:(?!(constructor|prototype)$)[a-z][a-z0-9_]{0,39}$/;

/** What a column may be read as besides the fields of its format. */
export const isOwnName = (name: string): boolean =>
  FIELD_NAME.test(name) || (name.startsWith(ATTRIBUTE_COLUMN) && name.length > ATTRIBUTE_COLUMN.length);

export const toKey = (name: string): string | null => (FIELD_NAME.test(name) ? name.slice(FIELD_COLUMN.length) : null);

/** `Fabric (product.metafields.custom.fabric)`; some programs write `Metafield: custom.fabric [single_line_text_field]`. */
const METAFIELD = /^(?:(?<label>.+?)\s*\(product\.metafields\.(?:[^.)]+\.)?(?<key>[^)]+)\)|metafield: (?:[^.\]]+\.)?(?<bare>[^\s[]+).*)$/i;
/** What WordPress calls protected, `_edit_lock`, is the machinery of plugins. */
const META = /^meta: (?<bare>.+)$/i;
/** Of WooCommerce, in the languages whose columns are recognized. */
const DIMENSION =
  /^(length|width|height|länge|breite|höhe|longueur|largeur|hauteur|longitud|anchura|ancho|altura|altezza|larghezza|lunghezza|lengte|breedte|hoogte|długość|szerokość|wysokość|comprimento|largura|длина|ширина|высота|längd|bredd|höjd|uzunluk|genişlik|yükseklik|長さ|幅|高さ)\s*\((mm|cm|m|in|yd)\)$/i;
const NOTES = new Set([
  ...['purchase note', 'hinweis zum kauf', "note d'achat", 'note de commande', 'nota de compra', 'nota di acquisto', 'aankoopnotitie'],
  ...[
    'aankoopnotities',
    'notatka dotycząca zakupu',
    'notatka do zamówienia',
    'примечание к покупке',
    'köpmeddelande',
    'satın alma notu',
    '購入メモ',
  ],
]);

const toWords = (key: string) =>
  key
    .replace(/[_-]+/g, ' ')
    .trim()
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

const toFieldKey = (text: string): string => {
  const plain = slugify(text, 'column').replaceAll('-', '_');
  const key = (/^[a-z]/.test(plain) ? plain : `f_${plain}`).slice(0, FIELD_KEY_MAX_LENGTH).replace(/_+$/, '');
  return key === 'constructor' || key === 'prototype' ? `${key}_1` : key;
};

export interface OwnColumn {
  title: string;
  /** The name of a field of its own, without signs that a name can't have. */
  label: string;
  key: string;
  /** It is read as a field unless the merchant chooses otherwise. */
  isProposed: boolean;
}

function describe(title: string): Omit<OwnColumn, 'title'> {
  const own = toKey(
    title
      .trim()
      .toLowerCase()
      .replace(/^field:\s+/, FIELD_COLUMN),
  );
  if (own) return { label: toWords(own), key: own, isProposed: true };
  const { label, key, bare = '' } = METAFIELD.exec(title)?.groups ?? {};
  if (label && key) return { label, key: toFieldKey(key), isProposed: true };
  if (bare) return { label: toWords(bare), key: toFieldKey(bare), isProposed: true };
  const meta = META.exec(title)?.groups?.bare;
  if (meta) return { label: toWords(meta), key: toFieldKey(meta), isProposed: !meta.startsWith('_') };
  return { label: title, key: toFieldKey(title), isProposed: DIMENSION.test(title.trim()) || NOTES.has(title.trim().toLowerCase()) };
}

/** Each column of the file, with a key that no other one has. */
export function listOwnColumns(header: readonly string[]): OwnColumn[] {
  const taken = new Set<string>();
  return header.flatMap((title) => {
    if (!title) return [];
    const { label, key: wanted, isProposed } = describe(title);
    let key = wanted;
    for (let n = 2; taken.has(key); n += 1) key = `${wanted.slice(0, FIELD_KEY_MAX_LENGTH - 4)}_${n}`;
    taken.add(key);
    const name = cutText(label.replace(/[:\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(), FIELD_NAME_MAX_LENGTH);
    return [{ title, label: name || toWords(key), key, isProposed }];
  });
}

/** What the column may be read as: a field, and an attribute. */
export const listOwnNames = ({ key, label }: OwnColumn): string[] => [
  `${FIELD_COLUMN}${key}`,
  `${ATTRIBUTE_COLUMN}${cutText(label, ATTRIBUTE_NAME_MAX_LENGTH)}`,
];

interface RichNode {
  type?: unknown;
  value?: unknown;
  children?: RichNode[];
}

const readRichText = ({ type, value, children = [] }: RichNode): string =>
  `${typeof value === 'string' ? value : ''}${children.map(readRichText).join('')}${/^(paragraph|heading|list-item)$/.test(String(type)) ? '\n' : ''}`;

/** Lists, measures and texts with markup of Shopify, which are JSON, as people read them. Null: it names something of the other shop. */
export function toReadable(cell: string): string | null {
  if (cell.includes('gid://')) return null;
  if (!/^\s*[[{]/.test(cell)) return cell;
  const [value] = parseJsonList(`[${cell}]`) ?? [];
  if (Array.isArray(value)) return value.every((it) => typeof it !== 'object') ? value.map(String).join(', ') : null;
  if (typeof value !== 'object' || value === null) return value === undefined ? cell : null;
  const { type, value: amount, unit } = value as { type?: unknown; value?: unknown; unit?: unknown };
  if (typeof unit === 'string' && (typeof amount === 'number' || typeof amount === 'string')) return `${amount} ${unit}`;
  return type === 'root' ? readRichText(value as RichNode).trim() || null : null;
}

/**
 * Of all rows of a product, the cells of its fields, and its attributes: the first of each counts. The attributes are put behind those that it has
 * otherwise.
 */
export function takeOwnCells(
  group: readonly FormatRow[],
  attributes: readonly { name: string; value: string }[],
  notices: RowNotice[],
): Record<string, string | undefined> {
  const found = new Map<string, string>();
  const differing = new Set<string>();
  for (const { cells } of group)
    for (const [name, cell] of Object.entries(cells))
      if (isOwnName(name)) {
        const first = found.get(name) ?? cell;
        found.set(name, first);
        if (first !== cell) differing.add(name);
      }
  for (const name of differing)
    notices.push({ kind: 'dropped', column: name, reason: 'differs from row to row: that of the first is used' });
  const fields = [...found].filter(([name]) => toKey(name));
  const added = [...found].flatMap(([name, value]) => (toKey(name) ? [] : [{ name: name.slice(ATTRIBUTE_COLUMN.length), value }]));
  const all = [...attributes, ...added];
  return { ...Object.fromEntries(fields), attributes: all.length ? JSON.stringify(all) : undefined };
}

/** The same of a row of the shop's own columns. */
export function moveOwnCells(row: FormatRow): FormatRow['cells'] {
  if (!Object.keys(row.cells).some((name) => name.startsWith(ATTRIBUTE_COLUMN))) return row.cells;
  const others = Object.entries(row.cells).filter(([name]) => !name.startsWith(ATTRIBUTE_COLUMN));
  const { attributes } = takeOwnCells([row], parseAttributes(row.cells.attributes ?? '') as { name: string; value: string }[], []);
  return { ...Object.fromEntries(others), ...(attributes && { attributes }) };
}
