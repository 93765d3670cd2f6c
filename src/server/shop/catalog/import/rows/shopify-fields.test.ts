/** Fields of Shopify's export that most products don't have. */
import { expect, test } from 'vitest';
import { openShop } from '../../../../../../tests/support/harness.ts';
import { openImportFolder } from '../../../../../../tests/support/import-folder.ts';
import { shopifyProduct as product, shopifyVariant as variant, writeShopify } from '../../../../../../tests/support/merchant-files.ts';
import { readTestProduct } from '../../../../../../tests/support/product-imports.ts';

const shop = await openShop();
const { importText, image } = await openImportFolder(shop);

async function importRows(...rows: ReturnType<typeof product>[]) {
  const result = await importText(writeShopify(rows), { match: 'auto', readImage: async () => image });
  const { token } = await shop.signUp({ role: 1 });
  const read = (slug: string) => readTestProduct(shop, token, slug);
  return { ...result, read, pot: await read('pot') };
}

test('[GOODS-2] title and description for search engines come in, as one line each; what is too long is cut and told', async () => {
  const { pot, notices } = await importRows(
    product('pot', { 'SEO Title': `Buy pots ${'x'.repeat(200)}`, 'SEO Description': 'Clay.\nFor two.' }),
  );
  expect(pot).toMatchObject({ seoTitle: `Buy pots ${'x'.repeat(111)}`, seoDescription: 'Clay. For two.' });
  expect(notices).toEqual([expect.objectContaining({ kind: 'cut', column: 'SEO Title' })]);
});

test('[GOODS-8] barcodes of products and variants come in; a wrong one is left out and told', async () => {
  const { pot } = await importRows(product('pot', { 'Variant Barcode': "'4006381333931" }));
  expect(pot?.barcode).toBe('4006381333931');
  const sizes = { Title: 'Jug', 'Option1 Name': 'Size', 'Option1 Value': 'S', 'Variant Barcode': '036000291452' };
  const { read, notices } = await importRows(product('jug', sizes), variant('jug', 'M', { 'Variant Barcode': '12345' }));
  expect((await read('jug'))?.variants?.map(({ barcode }) => barcode)).toEqual(['036000291452', undefined]);
  expect(notices).toEqual([
    expect.objectContaining({ kind: 'dropped', column: 'Variant Barcode', reason: expect.stringContaining('"12345"') }),
  ]);
});

test('[GOODS-11] the condition that was told to Google comes in; an unknown one is left out and told', async () => {
  const { pot } = await importRows(product('pot', { 'Google Shopping / Condition': 'Used' }));
  expect(pot?.condition).toBe('used');
  const { read, notices } = await importRows(product('jug', { Title: 'Jug', 'Google Shopping / Condition': 'mint' }));
  expect((await read('jug'))?.condition).toBeUndefined();
  expect(notices).toEqual([expect.objectContaining({ kind: 'dropped', column: 'Google Shopping / Condition' })]);
});
