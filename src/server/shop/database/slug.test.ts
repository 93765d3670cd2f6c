import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freeSlug, slugify } from './slug.ts';

test.each([
  ['Running Shoes', 'running-shoes'],
  ['  Crème brûlée set  ', 'creme-brulee-set'],
  ["Men's Ŝhoes", 'mens-shoes'],
  ['50% off — today!', '50-off-today'],
  ["x'; drop table products; --", 'x-drop-table-products'],
  ['../../etc/passwd', 'etc-passwd'],
  ['ﬁne ２nd', 'fine-2nd'],
  ['Straße, Łódź & smørrebrød', 'strasse-lodz-smorrebrod'],
  ['كرسي خشبي', 'krsy-khshby'],
  ['Кухонный стол', 'kukhonnyy-stol'],
  ['कुर्सी', 'kursi'],
  ['e\u0301te\u0301', 'ete'],
  ['茶 🙂 Acme™', 'cha-acme'],
  ['🙂', 'product'],
  ['---', 'product'],
  ['', 'product'],
])('[SLUG-1] a product named %j is found at %j', (name, slug) => {
  expect(slugify(name, 'product')).toBe(slug);
});

test('[SLUG-1] [threat 21] whatever a name holds, its slug is lower-case letters, digits and single dashes, at most 80 long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      const slug = slugify(name, 'product');
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(slug.length).toBeLessThanOrEqual(80);
      expect(slugify(slug, 'product')).toBe(slug);
    }),
    { numRuns: 1000 },
  );
});

test('[SLUG-1] a slug that is cut at 80 does not end in a dash', () => {
  expect(slugify(`${'a'.repeat(79)} tail`, 'product')).toBe('a'.repeat(79));
});

test('[SLUG-1] a slug that is taken gets the first free number', () => {
  expect(freeSlug('tea', new Set())).toBe('tea');
  expect(freeSlug('tea', new Set(['tea-2']))).toBe('tea');
  expect(freeSlug('tea', new Set(['tea', 'tea-3']))).toBe('tea-2');
  expect(freeSlug('tea', new Set(['tea', 'tea-2', 'tea-3']))).toBe('tea-4');
});

test('[SLUG-1] products added one after the other under one name all get different slugs', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('Tea', 'tea!', 'Tea 2', 'tea-2', 'Tea 2 2'), { maxLength: 30 }), (names) => {
      const taken = new Set<string>();
      for (const name of names) {
        const slug = freeSlug(slugify(name, 'product'), taken);
        expect(taken.has(slug)).toBe(false);
        taken.add(slug);
      }
    }),
  );
});
