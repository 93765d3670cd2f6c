/** Computes the price per unit, and names units. Apart from unit-price.ts, which every contract of a product has: no first visit needs this. */
import type { Unit } from './unit-price.ts';

/** What the price is told of, and how many of the unit make one: the law names 1 kg, 1 l, 1 m, 1 m² and 1 m³. */
const BASES: Record<Unit, readonly [per: string, count: number]> = {
  g: ['kg', 1000],
  kg: ['kg', 1],
  ml: ['l', 1000],
  cl: ['l', 100],
  l: ['l', 1],
  cm: ['m', 100],
  m: ['m', 1],
  m2: ['m²', 1],
  m3: ['m³', 1],
  piece: ['piece', 1],
};

/** A unit as people write it. */
export const nameUnit = (unit: Unit): string => unit.replace('2', '²').replace('3', '³');

interface Measured {
  contents: number | null;
  contentsUnit: string | null;
}

/** In cents, rounded half up. Null: nothing is known of the contents, or exactly one unit is sold, whose price is the price. */
export function toUnitCents(priceCents: number, { contents, contentsUnit }: Measured): { cents: number; per: string } | null {
  if (!contents || !contentsUnit || !priceCents) return null;
  const [per, count] = BASES[contentsUnit as Unit];
  return contents === count ? null : { cents: Math.round((priceCents * count) / contents), per };
}
