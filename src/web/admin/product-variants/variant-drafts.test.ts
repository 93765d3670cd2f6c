/** What happens to variants while an admin changes what there is to choose. */
import { expect, test } from 'vitest';
import { VARIANTS_MAX } from '../../../contract/limits.ts';
import {
  addOption,
  addValues,
  changeVariant,
  describeVariant,
  EMPTY_DRAFTS,
  fillVariants,
  listUnsold,
  moveOption,
  moveValue,
  removeOption,
  removeValue,
  removeVariants,
  renameOption,
  renameValue,
  type VariantDrafts,
} from './variant-drafts.ts';
import { hasOtherStock, mergeVariants, parseDrafts, serializeDrafts, toFieldIssue, toRequest } from './variant-texts.ts';
import { fillSkus, findVariants, listFaulty, ROWS_SHOWN, takePage, WHOLE_VIEW } from './variant-view.ts';

const add = (drafts: VariantDrafts, key: number, ...values: string[]) => addValues(drafts, key, values, '100').drafts;
const name = (drafts: VariantDrafts) => drafts.variants.map((it) => describeVariant(drafts, it));

/** Sizes 41 and 42 in red and blue, stored; option 0 and 1. */
const stored = parseDrafts(
  JSON.stringify({
    options: [
      { name: 'Size', values: ['41', '42'] },
      { name: 'Colour', values: ['Red', 'Blue'] },
    ],
    variants: [
      ['41', 'Red'],
      ['41', 'Blue'],
      ['42', 'Red'],
      ['42', 'Blue'],
    ].map((values, index) => ({
      _id: `id-${index}`,
      values,
      price: '100',
      compareAtPrice: '',
      quantity: '5',
      sku: `S-${index}`,
      barcode: '',
      cost: '',
      contents: '',
      taxClass: '',
      image: '',
      fields: '',
    })),
  }),
);
const ids = (drafts: VariantDrafts) => drafts.variants.map(({ _id }) => _id);

test('[VAR-13] the first value of an option is added to the existing variants; each further one makes new variants', () => {
  let drafts = renameOption(addOption(EMPTY_DRAFTS), 0, 'Size');
  drafts = add(drafts, 0, '41', ' 42 ', '');
  expect(name(drafts)).toEqual(['41', '42']);
  drafts = changeVariant(drafts, drafts.variants[1]?.key ?? -1, 'price', '120');
  drafts = renameOption(addOption(drafts), drafts.nextKey, 'Colour');
  const colour = drafts.options[1]?.key ?? -1;
  drafts = add(drafts, colour, 'Red');
  expect(name(drafts)).toEqual(['41 / Red', '42 / Red']);
  drafts = add(drafts, colour, 'Blue');
  expect(name(drafts)).toEqual(['41 / Red', '41 / Blue', '42 / Red', '42 / Blue']);
  // What a size costs, it costs in the new colour too; there is none of it yet.
  expect(drafts.variants.map(({ price, quantity }) => [price, quantity])).toEqual([
    ['100', '0'],
    ['100', '0'],
    ['120', '0'],
    ['120', '0'],
  ]);
});

test('[VAR-13] remaining variants keep their id and inputs, whatever is added, moved, renamed or removed', () => {
  const renamed = renameValue(stored, 1, 'Blue', ' Navy ');
  if (!renamed) throw new Error('Navy is free');
  expect(name(renamed)).toEqual(['41 / Red', '41 / Navy', '42 / Red', '42 / Navy']);
  expect(ids(renamed)).toEqual(ids(stored));
  expect(renameValue(stored, 1, 'Blue', 'RED')).toBeNull();
  expect(ids(moveValue(stored, 0, '42', -1))).toEqual(['id-2', 'id-3', 'id-0', 'id-1']);
  expect(name(moveOption(stored, 1, -1))).toEqual(['Red / 41', 'Red / 42', 'Blue / 41', 'Blue / 42']);
  const wider = add(stored, 0, '43');
  expect(ids(wider)).toEqual([...ids(stored), undefined, undefined]);
  expect(ids(removeValue(wider, 0, '41'))).toEqual(['id-2', 'id-3', undefined, undefined]);
  expect(ids(removeOption(stored, 1))).toEqual(['id-0', 'id-2']);
  // Its last value: the option alone is gone.
  const single = removeValue(removeValue(stored, 1, 'Blue'), 1, 'Red');
  expect([ids(single), name(single)]).toEqual([
    ['id-0', 'id-2'],
    ['41', '42'],
  ]);
  expect(serializeDrafts(single)).toContain('"options":[{"name":"Size","values":["41","42"]}]');
});

test('[VAR-13] a repeated value, or one variant above the limit, shows a message and changes nothing', { tags: ['full'] }, () => {
  expect(addValues(stored, 1, ['red'], '')).toEqual({ drafts: stored, problem: { kind: 'repeated', value: 'red' } });
  const sizes = VARIANTS_MAX / 2;
  const full = add(stored, 0, ...Array.from({ length: sizes - 2 }, (_it, index) => `size ${index}`));
  expect(full.variants).toHaveLength(VARIANTS_MAX);
  expect(addValues(full, 0, ['one more'], '')).toEqual({ drafts: full, problem: { kind: 'too_many', count: VARIANTS_MAX + 2 } });
  expect(addValues(full, 1, ['Green', ' green', 'Grey'], '')).toEqual({
    drafts: full,
    problem: { kind: 'too_many', count: VARIANTS_MAX + 2 * sizes },
  });
});

test('[VAR-13] combinations that aren’t sold are listed, and all variants with one value can be filled at once', () => {
  const sparse = removeVariants(stored, new Set([stored.variants[1]?.key ?? -1]));
  expect(listUnsold(sparse)).toEqual([{ 0: '41', 1: 'Blue' }]);
  const blue = findVariants(stored, { ...WHOLE_VIEW, values: { 1: 'Blue' } }).map(({ key }) => key);
  const filled = fillVariants(stored, new Set(blue), { price: '90', image: 'file 1' });
  expect(filled.variants.map(({ price, quantity, image }) => [price, quantity, image])).toEqual([
    ['100', '5', ''],
    ['90', '5', 'file 1'],
    ['100', '5', ''],
    ['90', '5', 'file 1'],
  ]);
});

test('[VAR-13] saving sends every variant with the stock that was shown, and an image only if one was chosen', () => {
  const [first, second] = stored.variants;
  const shown = serializeDrafts(stored);
  const typed = changeVariant(changeVariant(stored, second?.key ?? -1, 'image', 'file 1'), first?.key ?? -1, 'price', '$1,100.50');
  const { variants } = toRequest(serializeDrafts(typed), shown, (image) => (image === 'file 1' ? '/uploads/b-640.webp' : undefined));
  expect(variants.slice(0, 2)).toEqual([
    { _id: 'id-0', shownQuantity: 5, options: { Size: '41', Colour: 'Red' }, price: 1100.5, compareAtPrice: null, quantity: 5, sku: 'S-0' },
    {
      _id: 'id-1',
      shownQuantity: 5,
      options: { Size: '41', Colour: 'Blue' },
      price: 100,
      compareAtPrice: null,
      quantity: 5,
      sku: 'S-1',
      image: '/uploads/b-640.webp',
    },
  ]);
  // A choice that is taken back, and an image that is gone: the first one.
  const again = toRequest(shown, serializeDrafts(typed), () => undefined);
  expect(again.variants[1]).toMatchObject({ image: null });
});

test('[VAR-14] after another admin has saved, a change of stock is applied as a difference, and deleted variants are created again', () => {
  const shown = serializeDrafts(stored);
  const [first] = stored.variants;
  const typed = serializeDrafts(changeVariant(stored, first?.key ?? -1, 'quantity', '8'));
  const sold = { ...stored, variants: stored.variants.slice(0, 3).map((it) => ({ ...it, quantity: '4' })) };
  const merged = parseDrafts(mergeVariants({ shown, typed, current: serializeDrafts(sold) }));
  expect(merged.variants.map(({ _id, quantity }) => [_id, quantity])).toEqual([
    ['id-0', '7'],
    ['id-1', '4'],
    ['id-2', '4'],
    [undefined, '5'],
  ]);
  expect(hasOtherStock(shown, serializeDrafts(sold))).toBe(true);
  expect(hasOtherStock(shown, shown)).toBe(false);
});

test('[VAR-13] an error of the server is shown at the field that caused it', () => {
  const issue = (path: string) => toFieldIssue(stored, { path, code: 'taken', message: 'is taken' }).path;
  expect(issue('variants.1.sku')).toBe(`variant-sku-${stored.variants[1]?.key}`);
  expect([issue('options.1.values.0'), issue('options.0.name'), issue('name')]).toEqual(['option-values-1', 'option-name-0', 'name']);
});

/** Four values of four options, and eight of a fifth. */
function makeFull(): VariantDrafts {
  let drafts = EMPTY_DRAFTS;
  for (const [index, count] of [4, 4, 4, 4, 8].entries()) {
    const key = drafts.nextKey;
    drafts = renameOption(addOption(drafts), key, `Option ${index}`);
    drafts = add(drafts, key, ...Array.from({ length: count }, (_it, value) => `${index}-${value}`));
  }
  return drafts;
}

test('[MANYVAR-3] of 2,048 variants those with some words, values or a SKU are found, page by page', () => {
  const full = makeFull();
  expect(full.variants).toHaveLength(VARIANTS_MAX);
  expect(listUnsold(full)).toEqual([]);
  const [first, second] = full.options.map(({ key }) => key);
  const find = (view: Partial<typeof WHOLE_VIEW>) => findVariants(full, { ...WHOLE_VIEW, ...view });
  expect(find({}).length).toBe(VARIANTS_MAX);
  expect(find({ values: { [first ?? -1]: '0-1' } }).length).toBe(VARIANTS_MAX / 4);
  expect(find({ values: { [first ?? -1]: '0-1', [second ?? -1]: '1-3' }, text: ' 4-7  2-0' }).length).toBe(4);
  // A value that was removed since filters nothing.
  expect(find({ values: { [first ?? -1]: 'gone' } }).length).toBe(VARIANTS_MAX);
  const named = changeVariant(full, full.variants[2000]?.key ?? -1, 'sku', 'Shoe-7');
  expect(findVariants(named, { ...WHOLE_VIEW, text: 'SHOE' })).toEqual([named.variants[2000]]);
  const found = find({});
  expect(takePage(found, 1)).toEqual({ rows: found.slice(ROWS_SHOWN, 2 * ROWS_SHOWN), first: ROWS_SHOWN });
  expect(takePage(found, 99_999).rows.at(-1)).toBe(found.at(-1));
  expect(takePage([], 3)).toEqual({ rows: [], first: 0 });
});

test('[MANYVAR-3] the variants with an error are found, as many as one page has', () => {
  const full = makeFull();
  const issues = full.variants.map(({ key }) => ({ path: `variant-price-${key}`, code: 'required' as const, message: '' }));
  expect([...listFaulty(full, issues.slice(1990, 1992))]).toEqual(full.variants.slice(1990, 1992).map(({ key }) => key));
  expect(listFaulty(full, issues).size).toBe(ROWS_SHOWN);
  expect(listFaulty(full, [{ path: 'name', code: 'required', message: '' }]).size).toBe(0);
});

test('[MANYVAR-4] SKUs are filled in by a pattern of values and a number, and not at all if two would be the same', () => {
  const all = new Set(stored.variants.map(({ key }) => key));
  const skus = (drafts: VariantDrafts) => drafts.variants.map(({ sku }) => sku);
  expect(skus(fillSkus(stored, all, ' A-{size}-{Colour} ').drafts)).toEqual(['A-41-Red', 'A-41-Blue', 'A-42-Red', 'A-42-Blue']);
  expect(skus(fillSkus(stored, all, 'A{N}').drafts)).toEqual(['A1', 'A2', 'A3', 'A4']);
  const some = new Set([...all].slice(2));
  expect(skus(fillSkus(stored, some, 'B{n}').drafts)).toEqual(['S-0', 'S-1', 'B1', 'B2']);
  for (const [keys, pattern, problem] of [
    [all, 'A-{Size}', { kind: 'repeated' }],
    [some, 'S-{n}', { kind: 'repeated' }],
    [all, 'A-{Width}', { kind: 'unknown', name: 'Width' }],
    [all, 'A-{}', { kind: 'unknown', name: '' }],
  ] as const)
    expect(fillSkus(stored, keys, pattern)).toEqual({ drafts: stored, problem });
});
