/** What Shopify's files have besides: fields that a merchant has made, and contents by which a price per unit is told. */
import { UNITS, type Unit } from '../../../../../contract/unit-price.ts';
import type { FormatRow, RowNotice } from './format.ts';

/** `Fabric (product.metafields.custom.fabric)`; some programs write `Metafield: custom.fabric [single_line_text_field]`. */
const METAFIELD = /^(?:(.+?)\s*\(product\.metafields\.[^)]+\)|metafield: (?:[^.\]]+\.)?([^\s[]+).*)$/i;

/** References to other things, and texts with markup, mean nothing as an attribute. */
const UNREADABLE = /^\s*[[{]|gid:\/\//;

const toWords = (key: string) => key.replace(/[_-]+/g, ' ').replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** Fields of a merchant's own become attributes, which customers see as they did there. The columns that are read are taken out of `others`. */
export function takeMetafields(group: FormatRow[], notices: RowNotice[]): { name: string; value: string }[] {
  const found: { name: string; value: string }[] = [];
  for (const row of group) {
    for (const [title, value] of Object.entries(row.others ?? {})) {
      const [, label, key] = METAFIELD.exec(title) ?? [];
      const name = label ?? (key && toWords(key));
      if (!name || !value || UNREADABLE.test(value)) continue;
      const { [title]: _read, ...others } = row.others ?? {};
      row.others = others;
      found.push({ name, value });
    }
  }
  if (found.length)
    notices.push({
      kind: 'guessed',
      reason: `has fields of its own, which become attributes: ${[...new Set(found.map(({ name }) => name))].join(', ')}`,
    });
  return found;
}

const UNIT_NAMES: Record<string, Unit> = { 'm²': 'm2', 'm^2': 'm2', 'm³': 'm3', 'm^3': 'm3', item: 'piece', items: 'piece' };

/** Milligrams and millimetres are a thousandth of a unit that is known here. Absent: the file doesn't say, or in a unit that isn't known. */
export function toContents(measure: string | undefined, unit: string | undefined): { contents: string; unit: Unit } | null {
  const amount = Number(measure);
  if (!measure || !unit || !(amount > 0)) return null;
  const known = UNIT_NAMES[unit] ?? UNITS.find((it) => it === unit.toLowerCase());
  if (known) return { contents: String(Number(amount.toFixed(3))), unit: known };
  const small = ({ mg: 'g', mm: 'cm' } as const)[unit.toLowerCase()];
  if (!small) return null;
  const converted = Number((small === 'g' ? amount / 1000 : amount / 10).toFixed(3));
  return converted > 0 ? { contents: String(converted), unit: small } : null;
}
