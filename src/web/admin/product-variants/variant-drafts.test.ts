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
  removeVariant,
  renameOption,
  renameValue,
  type VariantDrafts,
} from './variant-drafts.ts';
import { hasOtherStock, mergeVariants, parseDrafts, serializeDrafts, toFieldIssue, toRequest } from './variant-texts.ts';

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
  expect(addValues(full, 1, ['Green'], '').problem).toEqual({ kind: 'too_many', count: VARIANTS_MAX + sizes });
});

test('[VAR-13] combinations that aren’t sold are listed, and all variants with one value can be filled at once', () => {
  const sparse = removeVariant(stored, stored.variants[1]?.key ?? -1);
  expect(listUnsold(sparse)).toEqual([{ 0: '41', 1: 'Blue' }]);
  const filled = fillVariants(stored, { optionKey: 1, value: 'Blue' }, { price: '90', image: 'file 1' });
  expect(filled.variants.map(({ price, quantity, image }) => [price, quantity, image])).toEqual([
    ['100', '5', ''],
    ['90', '5', 'file 1'],
    ['100', '5', ''],
    ['90', '5', 'file 1'],
  ]);
  expect(fillVariants(stored, null, { quantity: '7' }).variants.every(({ quantity }) => quantity === '7')).toBe(true);
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
