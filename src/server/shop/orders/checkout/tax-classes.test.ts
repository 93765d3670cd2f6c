/** Tax classes of products and variants, from the product's form to what the order keeps. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openPricedShop } from '../../../../../tests/support/priced-checkout.ts';
import { STANDARD_ID, storePricing } from '../../../../../tests/support/pricing-settings.ts';
import type { ShippingSettings, TaxSettings } from '../../../../contract/pricing-settings.ts';
import { readProduct } from '../../../../contract/product.ts';
import { readAdminProduct, updateProduct } from '../../../../contract/product-admin.ts';
import { products } from '../../database/schema/catalog.ts';

const { shop, db, askPrice, checkOut, readBought, open } = await openPricedShop();

const SHIPPING: ShippingSettings = {
  defaultCountry: 'DE',
  zones: [
    {
      name: 'Near',
      places: ['DE', 'FR'].map((country) => ({ country, region: '' })),
      rates: [{ _id: STANDARD_ID, name: 'Post', basis: 'flat', tiers: [{ from: 0, price: 3 }], freeFrom: null }],
    },
  ],
};
const TAXES: TaxSettings = {
  pricesIncludeTax: true,
  taxShipping: true,
  rates: [
    { country: 'DE', region: '', rate: 19 },
    { country: 'DE', region: '', rate: 7, class: 'books' },
    { country: 'FR', region: '', rate: 20 },
  ],
};

/** A lamp of 20 and a book of 7, both shipped. */
async function openWithBook() {
  const opened = await open();
  const { token: admin } = await shop.signUp({ role: 1 });
  await db.update(products).set({ shipping: 1 });
  await storePricing(db, { shipping: SHIPPING, tax: TAXES });
  const saved = await shop.call(updateProduct, { token: admin, params: { id: opened.file._id }, body: { taxClass: ' Books ' } });
  expect(saved.body.product.taxClass).toBe('books');
  return { ...opened, admin, book: opened.file };
}

test('[TAX-9] [TAX-10] [TAX-12] a cart of a lamp and a book names both rates, and its order keeps them', async () => {
  const { lamp, book, token } = await openWithBook();
  const { body } = await askPrice([lamp, book], { country: 'DE' });
  // 22.22 of lamp and shipping, 7.78 of book and shipping.
  const taxes = [
    { rate: 19, net: 18.68, tax: 3.54, country: 'DE' },
    { rate: 7, net: 7.27, tax: 0.51, country: 'DE' },
  ];
  expect(body).toMatchObject({ total: 30, tax: 4.05, taxRate: 0, taxIncluded: true, taxes });
  const started = await checkOut(token, [lamp, book], { country: 'DE' });
  expect(await readBought(token, started.body.order)).toMatchObject({
    ...{ total: 30, tax: 4.05, taxRate: 0, taxes },
    lines: [{ taxRate: 19 }, { taxRate: 7, taxClass: 'books' }],
  });
  // France has no rate for books here.
  expect((await askPrice([lamp, book], { country: 'FR' })).body).toMatchObject({ taxRate: 20, taxes: [{ rate: 20, tax: 5 }] });
});

test('[TAX-9] a variant’s class goes before its product’s, and customers see neither', async () => {
  const { book, admin } = await openWithBook();
  const { slug = '' } = (await db.select().from(products).where(eq(products.id, book._id)))[0] ?? {};
  const variant = (name: string, taxClass?: string) => ({ options: { Form: name }, price: 7, quantity: 5, ...(taxClass && { taxClass }) });
  const variants = [variant('Paper'), variant('Audio', 'standard')];
  const options = [{ name: 'Form', values: ['Paper', 'Audio'] }];
  await shop.call(updateProduct, { token: admin, params: { id: book._id }, body: { options, variants } });
  const { body } = await shop.call(readAdminProduct, { token: admin, params: { slug } });
  const [paper, audio] = body.product[0]?.variants ?? [];
  expect([paper?.taxClass, audio?.taxClass]).toEqual([undefined, 'standard']);
  const taxOf = async (id = '') => (await askPrice([{ ...book, ...{ variant: id } }], { country: 'DE' })).body.taxes;
  expect([await taxOf(paper?._id), await taxOf(audio?._id)]).toMatchObject([[{ rate: 7 }], [{ rate: 19 }]]);
  const shown = await shop.call(readProduct, { params: { slug } });
  expect([shown.status, JSON.stringify(shown.body)]).toEqual([200, expect.not.stringContaining('taxClass')]);
});

test('[TAX-9] without a rate for a class nothing is said of classes, and a shop without rates says nothing of tax', async () => {
  const { lamp } = await open();
  const { body } = await askPrice([lamp]);
  expect([body.tax, body.taxes]).toEqual([0, undefined]);
});
