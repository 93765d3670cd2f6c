/** Options and variants that don't fit, or aren't the sender's to change. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { takeFirst } from '../../../../../tests/support/projects.ts';
import { openShoeForm } from '../../../../../tests/support/shoe-form.ts';
import { makeShoe, SHOE_OPTIONS, shoe, type VariantInput } from '../../../../../tests/support/variants.ts';
import { updateProduct } from '../../../../contract/product-admin.ts';

const shop = await openShopWithPayments();
const image = await makeImage();

const sized = (count: number) => Array.from({ length: count }, (_it, index) => `${index}`);
const plain = (Size: string): VariantInput => ({ options: { Size }, price: 1, quantity: 1 });

test.each<[string, object, string]>(
  takeFirst(
    [
      ['six options', { options: ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => ({ name, values: ['1'] })), variants: [] }, 'options'],
      ['2,049 variants', { options: [{ name: 'Size', values: sized(2048) }], variants: [...sized(2048), '0'].map(plain) }, 'variants'],
      ['2,049 values', { options: [{ name: 'Size', values: sized(2049) }], variants: [plain('0')] }, 'options.0.values'],
      ['an option without a value', { options: [{ name: 'Size', values: [] }], variants: [plain('0')] }, 'options.0.values'],
      ['a blank option', { options: [{ name: ' ', values: ['1'] }], variants: [] }, 'options.0.name'],
      ['two options of one name', { options: [SHOE_OPTIONS[0], { name: 'size', values: ['1'] }], variants: [] }, 'options.1.name'],
      ['a value twice', { options: [{ name: 'Size', values: ['S', ' s '] }], variants: [plain('S')] }, 'options.0.values.1'],
      ['options without variants', { options: [{ name: 'Size', values: ['S'] }] }, 'variants'],
      ['an unknown value', { options: SHOE_OPTIONS, variants: [shoe('44', 'Red')] }, 'variants.0.options.Size'],
      ['a variant without a colour', { options: SHOE_OPTIONS, variants: [plain('41')] }, 'variants.0.options.Colour'],
      [
        'a variant with another option',
        { options: SHOE_OPTIONS, variants: [{ ...shoe('41', 'Red'), options: { Size: '41', Colour: 'Red', Fit: 'Wide' } }] },
        'variants.0.options.Fit',
      ],
      ['a combination twice', { options: SHOE_OPTIONS, variants: [shoe('41', 'Red'), shoe(' 41', 'Red')] }, 'variants.1.options'],
      ['a negative price', { options: SHOE_OPTIONS, variants: [shoe('41', 'Red', { price: -1 })] }, 'variants.0.price'],
      ['a tenth of a cent', { options: SHOE_OPTIONS, variants: [shoe('41', 'Red', { price: 1.001 })] }, 'variants.0.price'],
      ['half a piece', { options: SHOE_OPTIONS, variants: [shoe('41', 'Red', { quantity: 0.5 })] }, 'variants.0.quantity'],
      [
        'a number as a value',
        { options: SHOE_OPTIONS, variants: [{ ...shoe('41', 'Red'), options: { Size: 41, Colour: 'Red' } }] },
        'variants.0.options.Size',
      ],
      ['variants as text', { options: SHOE_OPTIONS, variants: 'all' }, 'variants'],
      ['a price of the product', { price: 1 }, 'price'],
      ['a stock of the product', { quantity: 1 }, 'quantity'],
    ],
    8,
  ),
)('[VAR-6] %s: 400 names the field, and nothing is changed', async (_what, body, path) => {
  const { save, read } = await openShoeForm(shop, image);
  const before = await read();
  const answer = await save(body);
  expect([answer.status, answer.body.issues?.[0]?.path]).toEqual([400, path]);
  expect(await read()).toEqual(before);
});

test('[VAR-6] a variant of another product or a deleted one is a 404', async () => {
  const { save, read } = await openShoeForm(shop, image);
  const other = await makeShoe(shop.deps.db);
  for (const _id of [randomUUID(), other.variantIds[0] ?? '']) {
    const answer = await save({ variants: [shoe('41', 'Red', { _id })] });
    expect(answer).toMatchObject({ status: 404, body: { code: 'variant_not_found', issues: [{ path: 'variants.0._id' }] } });
  }
  expect((await read()).variants).toHaveLength(3);
});

test('[VAR-6] visitors and customers can change no variant', async () => {
  const { product, read } = await openShoeForm(shop, image);
  const { token } = await shop.signUp();
  const body = { variants: [shoe('41', 'Red', { price: 0 })] };
  expect((await shop.call(updateProduct, { params: { id: product._id }, body })).status).toBe(401);
  expect((await shop.call(updateProduct, { params: { id: product._id }, body, token })).status).toBe(403);
  expect((await read()).variants).toHaveLength(3);
});
