import { expect, test } from 'vitest';
import type { DetailedProduct } from '../../../contract/product.ts';
import { getItemId, toItemPath } from '../../state/cart.ts';
import { toCartItem } from './cart-item.ts';

const mug: DetailedProduct = {
  _id: 'mug',
  name: 'Mug',
  slug: 'mug',
  description: 'Blue.',
  descriptionFormat: 'text',
  price: 10,
  compareAtPrice: null,
  quantity: 3,
  shipping: 1,
  category: 'c',
  image: '/uploads/mug-640.webp',
  sku: null,
  weight: null,
  status: 'active',
  images: [],
  attributes: [],
};
const variant = (_id: string, Size: string) => ({
  _id,
  sku: `S-${Size}`,
  options: { Size },
  price: 20,
  compareAtPrice: null,
  quantity: 1,
  image: `/uploads/${_id}-640.webp`,
});
const shoe: DetailedProduct = {
  ...mug,
  hasOptions: true,
  isPriceFrom: true,
  options: [{ name: 'Size', values: ['41', '42'] }],
  variants: [variant('a', '41'), variant('b', '42')],
};

test('[VAR-11] a variant is a separate item in the cart, without data that only a page needs', () => {
  const { images: _images, attributes: _attributes, descriptionFormat: _format, ...plain } = mug;
  const item = toCartItem(shoe, 'b');
  expect(item).toEqual({ ...plain, price: 20, quantity: 1, image: '/uploads/b-640.webp', sku: 'S-42', variant: 'b', chosen: 'Size: 42' });
  expect(item && [getItemId(item), toItemPath(item)]).toEqual(['b', '/product/mug?variant=b']);
  const only = toCartItem({ ...shoe, variants: [variant('a', '41')] });
  expect(only?.variant).toBe('a');
});

test('[VAR-11] a product without options is one item; a missing or unchosen variant is none', () => {
  const { images: _images, attributes: _attributes, descriptionFormat: _format, ...plain } = mug;
  expect(toCartItem(mug)).toEqual(plain);
  const formatted = { descriptionFormat: 'markdown', descriptionText: 'Blue.' } as const;
  expect(toCartItem({ ...mug, ...formatted, descriptionContent: ['Blue.'] })).toEqual(plain);
  expect(getItemId(plain)).toBe('mug');
  expect([toCartItem(shoe), toCartItem(shoe, 'c'), toCartItem(mug, 'a')]).toEqual([null, null, null]);
});
