/** What a page says of thousands of variants that it comes without. */
import { expect, test } from 'vitest';
import type { DetailedProduct } from '../../../contract/product.ts';
import type { Variant } from '../../../contract/product-fields.ts';
import {
  findStates,
  listCombinations,
  readCombinations,
  takeShown,
  VARIANTS_WITH_PAGE,
  writeCombinations,
} from './variant-combinations.ts';

const options = [4, 4, 4, 4, 8].map((count, at) => ({
  name: `Option ${at}`,
  values: Array.from({ length: count }, (_it, value) => `${value}`),
}));

/** Every combination but each 37th; each ninth is sold out, and the prices rise. */
const variants = options
  .reduce<Record<string, string>[]>(
    (rows, { name, values }) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  )
  .flatMap((chosen, index): Variant[] => {
    if (index % 37 === 5) return [];
    return [{ _id: `id-${index}`, sku: null, options: chosen, price: 10 + index, compareAtPrice: null, quantity: index % 9, image: 'x' }];
  });

const product = { options, variants } as unknown as DetailedProduct;

test('[MANYVAR-5] a page comes with what is sold and in stock of 2,048 variants in a few kilobytes', () => {
  const combinations = listCombinations(options, variants);
  const text = writeCombinations(options, combinations);
  expect(text.length).toBeLessThan(5000);
  expect(readCombinations(options, text)).toEqual(combinations);
});

test('[MANYVAR-5] the page has the chosen variant, the cheapest, the dearest and one in stock; one with few variants has all', () => {
  const shown = takeShown(product, 'id-77');
  expect(shown.product.variants?.map(({ _id }) => _id)).toEqual(['id-0', 'id-1', 'id-77', 'id-2047']);
  expect(shown.summary?.count).toBe(variants.length);
  const few = { ...product, variants: variants.slice(0, VARIANTS_WITH_PAGE) };
  expect(takeShown(few, '')).toEqual({ product: few, summary: null });
});

test('[MANYVAR-5] each value says whether there is something to buy with what else is chosen', () => {
  const combinations = listCombinations(options, variants);
  for (const chosen of [
    [-1, -1, -1, -1, -1],
    [0, 0, 0, 0, -1],
    [0, 0, 0, 0, 5],
    [3, -1, 2, 1, 7],
    [3, 3, 3, 3, 7],
  ]) {
    const states = findStates(options, combinations, chosen);
    for (const [option, { values }] of options.entries())
      for (const value of values.keys()) {
        const fitting = combinations.filter(({ indexes }) =>
          indexes.every((index, at) => (at === option ? index === value : chosen[at] === -1 || chosen[at] === index)),
        );
        const expected = fitting.some((it) => it.isInStock) ? 'in-stock' : fitting.length ? 'sold-out' : 'unsold';
        expect([chosen, option, value, states[option]?.[value]]).toEqual([chosen, option, value, expected]);
      }
  }
});
