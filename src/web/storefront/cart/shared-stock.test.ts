import { expect, test } from 'vitest';
import { countLeft, type WantedItem } from './shared-stock.ts';

const product = {
  description: '',
  slug: '',
  price: 5,
  shipping: 1,
  category: 'c',
  image: '',
  compareAtPrice: null,
  sku: null,
  weight: null,
  status: 'active',
} as const;

const cups = (count: number, quantity = 5): WantedItem => ({ item: { ...product, _id: 'cup', name: 'Cup', quantity }, count });
const pots = (count: number): WantedItem => ({ item: { ...product, _id: 'pot', name: 'Pot', quantity: 9 }, count });
const part = (id: string, count: number, quantity: number) => ({ product: id, name: id, slug: '', image: '', price: 5, count, quantity });
/** Two cups and a pot. */
const sets = (count: number, ofCups = 5): WantedItem => ({
  item: { ...product, _id: 'set', name: 'Set', quantity: 2, parts: [part('cup', 2, ofCups), part('pot', 1, 9)] },
  count,
});

test('[BUNDLE-21] a bundle and its part in one cart are each left what the other one does not take', () => {
  expect(countLeft([sets(1), cups(4)], [])).toEqual(
    new Map([
      ['set', 0],
      ['cup', 3],
    ]),
  );
  expect(countLeft([sets(1), cups(3)], [])).toEqual(
    new Map([
      ['set', 1],
      ['cup', 3],
    ]),
  );
  // A variant of a part is its own stock.
  expect(countLeft([sets(1), { ...cups(4), item: { ...cups(4).item, variant: 'red' } }], [])).toEqual(new Map());
});

test('[BUNDLE-21] carts in which nothing shares its stock are left alone', () => {
  expect(countLeft([cups(9), pots(1)], [])).toEqual(new Map());
  expect(countLeft([sets(2)], [])).toEqual(new Map());
});

test('[BUNDLE-21] what one’s own open checkout reserves counts as in stock', () => {
  const line = { product: 'cup', quantity: 2 };
  const bundle = { product: 'set', quantity: 1, parts: [{ product: 'cup', slug: '', name: '', count: 2 }] };
  expect(countLeft([sets(1, 0), cups(2, 0)], [line, bundle])).toEqual(
    new Map([
      ['set', 1],
      ['cup', 2],
    ]),
  );
  // The checkout's product was deleted.
  expect(countLeft([sets(1, 0), cups(1, 0)], [{ product: null, quantity: 9 }])).toEqual(
    new Map([
      ['set', 0],
      ['cup', 0],
    ]),
  );
});
