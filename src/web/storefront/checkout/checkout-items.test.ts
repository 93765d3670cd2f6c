import { expect, test } from 'vitest';
import type { Product } from '../../../contract/product.ts';
import { toCheckoutItems } from './use-checkout.ts';

const makeItem = (_id: string, description = 'Green.'): Product => ({
  _id,
  description,
  name: 'Tea',
  slug: 'tea',
  price: 4.5,
  quantity: 9,
  shipping: 1,
  category: 'c',
  image: '/uploads/a-640.webp',
  compareAtPrice: null,
  sku: null,
  weight: null,
  status: 'active',
});

test('[CART-8] [INPUT-4] a cart is sent unchanged', () => {
  const items = [makeItem('1'), makeItem('2'), makeItem('1')];
  expect(toCheckoutItems(items)).toEqual(items);
});

test('[INPUT-4] a cart too large for one request is sent as ids and counts', () => {
  const long = 'ж'.repeat(10_000);
  const items = Array.from({ length: 60 }, (_, n) => makeItem(n % 3 ? '1' : '2', long));
  expect(toCheckoutItems(items)).toEqual([
    { _id: '2', count: 20 },
    { _id: '1', count: 40 },
  ]);
});
