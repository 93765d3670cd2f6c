/** Contents by which a price per unit is told, as Shopify's files have them. */
import { UNITS, type Unit } from '../../../../../contract/unit-price.ts';

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
