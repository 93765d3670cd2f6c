/** A product as large as they come: five options and 2,048 variants, saved by one call. */
import { and, asc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { openShoeForm } from '../../../../../tests/support/shoe-form.ts';
import type { VariantInput } from '../../../../../tests/support/variants.ts';
import { VARIANTS_MAX } from '../../../../contract/limits.ts';
import { startCheckout } from '../../../../contract/order.ts';
import { filterProducts } from '../../../../contract/product.ts';
import { query } from '../../../platform/database/query.ts';
import { auditLog } from '../../database/schema/audit.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;
const image = await makeImage();

const options = [
  { name: 'Size', values: ['36', '37', '38', '39', '40', '41', '42', '43'] },
  ...['Colour', 'Width', 'Sole', 'Lining'].map((name) => ({ name, values: ['A', 'B', 'C', 'D'] })),
];
const variants: VariantInput[] = options
  .reduce<Record<string, string>[]>(
    (rows, { name, values }) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  )
  .map((chosen, index) => ({ options: chosen, price: 100 + (index % 7), quantity: index % 9, sku: `SHOE-${index}` }));

async function openLargeForm() {
  const form = await openShoeForm(shop, image);
  const made = await form.save({ options, variants });
  if (made.status !== 200) throw new Error(made.body.message);
  await db.delete(auditLog);
  const shown = await form.read();
  const toBody = (change: (variant: VariantInput, index: number) => Partial<VariantInput>) => ({
    version: shown.version,
    variants: shown.variants.map(({ image: _image, ...it }, index) => ({ ...it, shownQuantity: it.quantity, ...change(it, index) })),
  });
  const readAudit = () =>
    db
      .select({ part: auditLog.part, action: auditLog.action, changes: auditLog.changes })
      .from(auditLog)
      .where(and(eq(auditLog.objectType, 'product'), sql`part is not null`))
      .orderBy(asc(auditLog.id));
  return { ...form, shown, toBody, readAudit };
}

test('[MANYVAR-1] five options with 2,048 variants are saved, found, priced and counted as others are', async () => {
  const { product, shown, read, save, toBody, sell } = await openLargeForm();
  expect(shown).toMatchObject({ options, price: 100, isPriceFrom: true, quantity: variants.reduce((sum, it) => sum + it.quantity, 0) });
  expect(shown.variants.map(({ options: chosen, sku }) => [chosen, sku])).toEqual(variants.map((it) => [it.options, it.sku]));
  expect((await save(toBody((it) => ({ price: it.price + 10, compareAtPrice: 200, quantity: it.quantity + 1 })))).status).toBe(200);
  expect(await read()).toMatchObject({ price: 110, compareAtPrice: 200, quantity: Number(shown.quantity) + VARIANTS_MAX });
  await sell(shown.variants[0]?._id, 1);
  const found = await shop.call(filterProducts, { body: { checked: [], radio: [], filters: [{ name: 'Lining', values: ['D'] }] } });
  expect(found.body.products.map(({ _id }) => _id)).toEqual([product._id]);
  const late = await save(toBody(() => ({ price: 1 })));
  expect(late).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
  expect(await shop.listFindings()).toEqual([]);
}, 120_000);

test('[MANYVAR-1] a price that differs is one row of the audit log, and a value that is renamed one for each of its variants', async () => {
  const { save, shown, toBody, readAudit } = await openLargeForm();
  const { status } = await save(toBody((_it, index) => (index === 700 ? { price: 99 } : {})));
  expect(status).toBe(200);
  const part = `variant ${shown.variants[700]?._id}`;
  expect(await readAudit()).toEqual([{ part, action: 'updated', changes: { price_cents: { before: 10_000, after: 9900 } } }]);
  await db.delete(auditLog);
  const { version: _version, ...body } = toBody((it, index) => ({
    ...(index === 700 && { price: 99 }),
    options: { ...it.options, Size: it.options.Size === '36' ? '35' : (it.options.Size ?? '') },
  }));
  const [size, ...others] = options;
  expect((await save({ ...body, options: [{ name: 'Size', values: ['35', ...(size?.values.slice(1) ?? [])] }, ...others] })).status).toBe(
    200,
  );
  const rows = await readAudit();
  expect(rows).toHaveLength(VARIANTS_MAX / 8);
  expect(rows.every(({ changes }) => Object.keys(changes ?? {}).join() === 'option_values')).toBe(true);
  const [stored] = await query<{ facets: string[] }>(db, sql`select facets from products where slug = 'shoe'`);
  expect(stored?.facets.filter((it) => it.startsWith('oSize'))).toEqual([
    'oSize:35',
    ...(size?.values.slice(1).map((it) => `oSize:${it}`) ?? []),
  ]);
}, 120_000);

test('[MANYVAR-1] thousands may swap their SKUs and values at once; a save that was repeated after its answer got lost is applied once', async () => {
  const { save, shown, read, toBody } = await openLargeForm();
  const swapped = toBody((it, index) => ({
    sku: `shoe-${VARIANTS_MAX - 1 - index}`,
    quantity: it.quantity + 3,
    options: { ...it.options, Sole: { A: 'B', B: 'A' }[it.options.Sole ?? ''] ?? it.options.Sole ?? '' },
  }));
  for (let time = 0; time < 2; time += 1) expect((await save(swapped)).status).toBe(200);
  const after = await read();
  expect(after.quantity).toBe(Number(shown.quantity) + 3 * VARIANTS_MAX);
  expect(after.variants.map(({ _id }) => _id)).toEqual(shown.variants.map(({ _id }) => _id));
  expect(after.variants.map(({ sku }) => sku)).toEqual(swapped.variants.map(({ sku }) => sku));
  expect(await shop.listFindings()).toEqual([]);
}, 120_000);

test('[MANYVAR-2] an option renamed while somebody else edits is told, and a deleted variant in a cart isn’t sold', async () => {
  const { save, read, product } = await openShoeForm(shop, image);
  const shown = await read();
  const rename = (name: string) => ({
    version: shown.version,
    options: [{ name, values: ['41', '42'] }],
    variants: [{ _id: shown.variants[0]?._id, options: { [name]: '41' }, price: 100, quantity: 5, shownQuantity: 5 }],
  });
  const [one, other] = await Promise.all([save(rename('EU size')), save(rename('US size'))]);
  expect([one.status, other.status].sort()).toEqual([200, 409]);
  const refused = one.status === 409 ? one : other;
  expect(refused.body).toMatchObject({ code: 'version_conflict', current: { product: [{ variants: [{}] }] } });
  const { token } = await shop.signUp();
  const item = { _id: product._id, variant: shown.variants[2]?._id, count: 1 };
  expect((await shop.call(startCheckout, { token, body: { products: [item] } })).status).toBe(404);
  expect(await shop.listFindings()).toEqual([]);
});

test.each([
  ['values that differ in case', { options: [{ name: 'Size', values: ['xl', 'XL'] }], variants: [] }, 'options.0.values.1'],
  ['options that differ in case', { options: [options[0], { name: 'SIZE', values: ['1'] }], variants: [] }, 'options.1.name'],
  ['a sixth option', { options: [...options, { name: 'Sixth', values: ['1'] }], variants: [] }, 'options'],
  ['the 2,049th variant', { options, variants: [...variants, variants[0]] }, 'variants'],
  [
    'SKUs that differ in case',
    { options, variants: variants.map((it, index) => (index ? it : { ...it, sku: 'shoe-2047' })) },
    'variants.2047.sku',
  ],
])('[MANYVAR-2] %s: 400 names the field', async (_what, body, path) => {
  const { save, read } = await openShoeForm(shop, image);
  const before = await read();
  const answer = await save(body);
  expect([answer.status, answer.body.issues?.[0]?.path]).toEqual([400, path]);
  expect(await read()).toEqual(before);
});
