/** Goods of a big shop, made up in believable language; the same seed makes the same goods. */
import { createHash } from 'node:crypto';
import { BRANDS, ENDINGS, LOOKS, MATERIALS, MIDDLES, OPENINGS, SIZES, THINGS } from './words.ts';

export interface Good {
  id: string;
  name: string;
  slug: string;
  description: string;
  priceCents: number;
  quantity: number;
  /** Index in CATEGORIES */
  category: number;
}

export const CATEGORIES = Object.keys(THINGS);
const THINGS_OF = Object.values(THINGS);

/** Mulberry32, by Tommy Ettinger: numbers from 0 up to 1 that look random. */
export function diceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(from: readonly T[], dice: () => number): T {
  const one = from[Math.floor(dice() * from.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
}

function idOf(index: number): string {
  const hex = createHash('md5').update(`good ${index}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function nameOf(thing: string, material: string, dice: () => number): string {
  const look = pick(LOOKS, dice);
  const brand = pick(BRANDS, dice);
  const body = dice() < 0.5 ? `${look} ${material}` : pick([look, material, `${brand} ${look}`, `${brand} ${material}`], dice);
  return capital(`${body} ${thing}${dice() < 0.3 ? ` ${pick(SIZES, dice)}` : ''}`);
}

/** Few are dear, most end in .99: cents from 300 to about 200,000. */
function priceOf(dice: () => number): number {
  const dollars = Math.floor(3 * 700 ** (dice() * 0.9 + dice() * 0.1));
  return dollars * 100 + pick([99, 99, 99, 49, 0, 95], dice);
}

/** One after the other, every name once. */
export function* makeGoods(count: number, seed = 1): Generator<Good> {
  const dice = diceOf(seed);
  const taken = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    const category = Math.floor(dice() * CATEGORIES.length);
    const thing = pick(THINGS_OF[category] ?? [], dice);
    const material = pick(MATERIALS, dice);
    let name = nameOf(thing, material, dice);
    for (let tries = 0; taken.has(name) && tries < 4; tries += 1) name = nameOf(thing, material, dice);
    if (taken.has(name)) name = `${name} Model ${index}`;
    taken.add(name);
    const opening = pick(OPENINGS, dice).replace('%', thing).replace('@', material.toLowerCase());
    const description = `${opening}. ${pick(MIDDLES, dice)}. ${pick(MIDDLES, dice)}. ${pick(ENDINGS, dice)}.`;
    const slug = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${index}`;
    yield { id: idOf(index), name, slug, description, priceCents: priceOf(dice), quantity: Math.floor(dice() * 50), category };
  }
}
