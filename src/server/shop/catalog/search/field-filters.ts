/** The merchant's fields as filters: the texts of `products.facets` that stand for their values, and ranges of numbers. */
import { type CustomField, canFilter, NO, YES } from '../../../../contract/custom-fields.ts';

/** A field that customers may filter by. */
export interface FilterField extends Pick<CustomField, 'name' | 'type'> {
  /** How its texts begin: `fwidth:`, or `vfit:` of variants. */
  prefix: string;
}

/** Numbers from one to the other, both inclusive. */
export interface NumberRange {
  from: number;
  to: number;
}

export const toFilterFields = (fields: readonly CustomField[]): FilterField[] =>
  fields.flatMap(({ owner, key, name, type, isFilter }) =>
    isFilter && canFilter(owner, type) ? [{ name, type, prefix: `${owner === 'variant' ? 'v' : 'f'}${key}:` }] : [],
  );

/** A range as customers read it, and as it stands in URLs. */
const RANGE = /^(-?\d+(?:\.\d+)?)–(-?\d+(?:\.\d+)?)$/;

export function parseRange(value: string): NumberRange | null {
  const [, from, to] = RANGE.exec(value) ?? [];
  return from === undefined || to === undefined ? null : { from: Number(from), to: Number(to) };
}

/** How a stored value is shown, and the other way round. */
export const toShown = (type: CustomField['type'], stored: string): string =>
  type === 'boolean' ? (({ true: YES, false: NO } as Record<string, string>)[stored] ?? stored) : stored;
export const toStored = (type: CustomField['type'], shown: string): string =>
  type === 'boolean' ? (({ [YES]: 'true', [NO]: 'false' } as Record<string, string>)[shown] ?? shown) : shown;

/** Up to so many different numbers are offered one by one. */
const SINGLE_NUMBERS = 8;
const RANGES = 5;

/** 1, 2, 5, 10, 20 …: at least this. */
function toRoundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((it) => it * power).find((it) => it >= least) ?? 10 * power;
}

/**
 * Replaces many different numbers by a few ranges with round bounds, each with how many products have a number in it. A number at a bound belongs to
 * both of its ranges, as people who choose either expect. Values that are no numbers stay.
 */
export function toRanges(counts: ReadonlyMap<string, number>): Map<string, number> {
  const numbers = [...counts].flatMap(([text, count]) => (/^-?\d+(\.\d+)?$/.test(text) ? [{ number: Number(text), count }] : []));
  if (numbers.length <= SINGLE_NUMBERS) return new Map(counts);
  const lowest = numbers.reduce((least, { number }) => Math.min(least, number), Number.POSITIVE_INFINITY);
  const highest = numbers.reduce((most, { number }) => Math.max(most, number), Number.NEGATIVE_INFINITY);
  const step = toRoundStep((highest - lowest) / RANGES);
  const ranges = new Map([...counts].filter(([text]) => !/^-?\d+(\.\d+)?$/.test(text)));
  for (let place = Math.floor(lowest / step); place * step < highest; place += 1) {
    const [from, to] = [place, place + 1].map((it) => Number((it * step).toPrecision(12))) as [number, number];
    const count = countIn(numbers, { from, to });
    if (count) ranges.set(`${from}–${to}`, count);
  }
  return ranges;
}

export const countIn = (numbers: readonly { number: number; count: number }[], { from, to }: NumberRange): number =>
  numbers.reduce((sum, { number, count }) => (number >= from && number <= to ? sum + count : sum), 0);
