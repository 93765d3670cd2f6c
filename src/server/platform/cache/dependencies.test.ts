import { expect, test } from 'vitest';
import { parseCatalogChange } from './dependencies.ts';

test.each([
  ['product:a:b', { kind: 'product', id: 'a', categoryId: 'b' }],
  ['stock:a', { kind: 'stock', productIds: ['a'] }],
  ['categories', { kind: 'categories' }],
  ['text:about', { kind: 'text', name: 'about' }],
  ['', { kind: 'everything' }],
  ['product:', { kind: 'everything' }],
  ['of a later version', { kind: 'everything' }],
])("[KEPT-1] the database's notification '%s'", (payload, change) => {
  expect(parseCatalogChange(payload)).toEqual(change);
});
