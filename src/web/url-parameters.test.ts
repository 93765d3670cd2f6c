import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFullRun } from '../../tests/support/projects.ts';
import { toPageUrl } from './url-parameters.ts';

test.each([
  ['/?page=2&sort=name&price=99-199&category=b,a', '/?category=b,a&price=99-199&sort=name&page=2'],
  ['/?category=a&category=b&utm_source=x&page=1', '/?category=a,b'],
  ['/?sort=newest&page=0&price=cheap', '/'],
  ['/category/shoes?fbclid=1&page=3&sort=price-up&sort=name', '/category/shoes?sort=price-up&page=3'],
  ['/Category/shoes/?gclid=1', '/Category/shoes/'],
  ['/searched/products?page=2&keyword=green+tea&ref=a?b', '/searched/products?keyword=green%20tea&page=2'],
  ['/searched/products?keyword=', '/searched/products'],
  ['/product/mug?keyword=tea&page=2', '/product/mug'],
  ['/product/mug?gclid=1&variant=11111111-1111-4111-8111-111111111111&page=2', '/product/mug?variant=11111111-1111-4111-8111-111111111111'],
  ['/product/mug?variant=1', '/product/mug'],
  ['/success?order=1', '/success'],
  ['/cart?', '/cart'],
])('[INPUT-6] %s is cached as the page %s: with known parameters only, in one order', (url, pageUrl) => {
  expect(toPageUrl(url)).toBe(pageUrl);
});

const PATHS = ['/', '//', '/category/shoes', '/category', '/searched/products', '/product/mug', '/about', '/nothing/here'];
const NAMES = ['page', 'sort', 'price', 'category', 'keyword', 'order', 'utm_source', '_routes', '__proto__', ''];
const VALUES = ['1', '2', 'name', 'relevance', '99-199', 'a,b', 'tea', 'a&b', '%', '?', '#', '\u0000', '\ufffd', 'ü 🫖', ''];
const urls = fc
  .tuple(
    fc.constantFrom(...PATHS),
    fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.oneof(fc.constantFrom(...VALUES), fc.string({ unit: 'binary' })))),
  )
  .map(([path, pairs]) => `${path}?${new URLSearchParams(pairs)}`);

test('[INPUT-6] a cleaned URL stays the same when it is cleaned again, so a cached page has only one key', () => {
  const isStable = (url: string) => toPageUrl(toPageUrl(url)) === toPageUrl(url);
  fc.assert(fc.property(urls, isStable), { numRuns: isFullRun ? 20_000 : 1000 });
});

test('[INPUT-6] a hundred thousand click ids lead to one cached page', { tags: ['full'] }, () => {
  const ids = Array.from({ length: 100_000 }, (_, n) => toPageUrl(`/?gclid=${n}&category=shoes&utm_campaign=${n}`));
  expect([...new Set(ids)]).toEqual(['/?category=shoes']);
});
