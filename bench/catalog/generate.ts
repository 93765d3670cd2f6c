/** Generates the products of a big shop with plausible names; the same seed generates the same products. */
import { createHash } from 'node:crypto';
import { seededRandom } from '../../src/server/platform/secrets/random.ts';
import { ADJECTIVES, BRANDS, ENDINGS, MATERIALS, MIDDLES, OPENINGS, PRODUCT_TYPES, SIZES } from './vocabulary.ts';

export interface GeneratedProduct {
  id: string;
  name: string;
  slug: string;
  description: string;
  priceCents: number;
  quantity: number;
  /** Index in CATEGORIES */
  category: number;
}

export const CATEGORIES = Object.keys(PRODUCT_TYPES);
const TYPES_BY_CATEGORY = Object.values(PRODUCT_TYPES);

export function pickRandom<T>(options: readonly T[], random: () => number): T {
  const option = options[Math.floor(random() * options.length)];
  if (option === undefined) throw new Error('nothing to pick from');
  return option;
}

function makeId(index: number): string {
  const hex = createHash('md5').update(`good ${index}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function makeName(productType: string, material: string, random: () => number): string {
  const adjective = pickRandom(ADJECTIVES, random);
  const brand = pickRandom(BRANDS, random);
  const body =
    random() < 0.5
      ? `${adjective} ${material}`
      : pickRandom([adjective, material, `${brand} ${adjective}`, `${brand} ${material}`], random);
  return capitalize(`${body} ${productType}${random() < 0.3 ? ` ${pickRandom(SIZES, random)}` : ''}`);
}

/** 3 to about 2,000 dollars in cents: few are expensive, most end in .99. */
function makePrice(random: () => number): number {
  const dollars = Math.floor(3 * 700 ** (random() * 0.9 + random() * 0.1));
  return dollars * 100 + pickRandom([99, 99, 99, 49, 0, 95], random);
}

/** A generator, so that a million needn't be in memory at once. No name occurs twice. */
export function* generateProducts(count: number, seed = 1): Generator<GeneratedProduct> {
  const random = seededRandom(seed);
  const usedNames = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    const category = Math.floor(random() * CATEGORIES.length);
    const productType = pickRandom(TYPES_BY_CATEGORY[category] ?? [], random);
    const material = pickRandom(MATERIALS, random);
    let name = makeName(productType, material, random);
    for (let attempts = 0; usedNames.has(name) && attempts < 4; attempts += 1) name = makeName(productType, material, random);
    if (usedNames.has(name)) name = `${name} Model ${index}`;
    usedNames.add(name);
    const opening = pickRandom(OPENINGS, random).replace('%', productType).replace('@', material.toLowerCase());
    const description = `${opening}. ${pickRandom(MIDDLES, random)}. ${pickRandom(MIDDLES, random)}. ${pickRandom(ENDINGS, random)}.`;
    const slug = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${index}`;
    yield { id: makeId(index), name, slug, description, priceCents: makePrice(random), quantity: Math.floor(random() * 50), category };
  }
}
