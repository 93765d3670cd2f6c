/** Descriptions in Markdown: how they are written, read, listed, found and brought back, and that plain ones stay as they are. */
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createAdminClient } from '../../../../../tests/support/admin.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { openImporter, toText } from '../../../../../tests/support/product-imports.ts';
import { makeProducts } from '../../../../../tests/support/products.ts';
import { previewVersion, restoreVersion } from '../../../../contract/audit.ts';
import { priceCart } from '../../../../contract/cart.ts';
import { listProducts, readProduct } from '../../../../contract/product.ts';
import { duplicateProduct, readAdminProduct } from '../../../../contract/product-admin.ts';
import { searchProducts } from '../../../../contract/product-search.ts';
import { auditLog } from '../../database/schema/audit.ts';
import { products } from '../../database/schema/catalog.ts';

const shop = await openShop();
const { db } = shop.deps;
const image = await makeImage();

const MARKDOWN = '## Care\n\nWash **cold**, see [our guide](https://guides.example/laundry).\n\n- once\n- twice\n\n<b>no HTML</b>';
const PLAIN = 'Care\n\nWash cold, see our guide.\n\n• once\n• twice\n\n<b>no HTML</b>';

const read = async (slug = 'tea') => (await shop.call(readProduct, { params: { slug } })).body.product[0];
const readRow = async (id: string) => (await db.select().from(products).where(eq(products.id, id)))[0];

async function createTea(overrides: Record<string, string> = { description: MARKDOWN, descriptionFormat: 'markdown' }) {
  const client = await createAdminClient(shop, image);
  const { status, body } = await client.create(overrides);
  expect(status).toBe(200);
  return { ...client, product: body.product };
}

test('[DESC-1] a description that says nothing of its format is plain text, and is kept as it was typed', async () => {
  const typed = '5 * 3 * 2\r\n# one\r\n1. two\r\n**three**  ';
  const { product } = await createTea({ description: typed });
  expect(product).toMatchObject({ description: typed.trim(), descriptionFormat: 'text' });
  const shown = await read();
  expect(shown).toMatchObject({ description: typed.trim(), descriptionFormat: 'text' });
  expect([shown?.descriptionText, shown?.descriptionContent]).toEqual([undefined, undefined]);
  // A product of before Markdown.
  await makeProducts(db, [{ categoryId: product.category, name: 'Old', slug: 'old', description: typed }]);
  expect(await read('old')).toMatchObject({ description: typed, descriptionFormat: 'text' });
});

test('[DESC-2] Markdown is answered as it was written, as plain text, and as the elements of its page', async () => {
  const { product, token } = await createTea();
  expect(product).toMatchObject({ description: MARKDOWN, descriptionFormat: 'markdown', descriptionText: PLAIN });
  const shown = await read();
  expect(shown).toMatchObject({ description: MARKDOWN, descriptionFormat: 'markdown', descriptionText: PLAIN });
  expect(shown?.descriptionContent).toMatchObject([
    { tag: 'h2', children: ['Care'] },
    {
      tag: 'p',
      children: ['Wash ', { tag: 'strong', children: ['cold'] }, ', see ', { tag: 'a', href: 'https://guides.example/laundry' }, '.'],
    },
    { tag: 'ul' },
    { tag: 'p', children: ['<b>no HTML</b>'] },
  ]);
  const edited = await shop.call(readAdminProduct, { token, params: { slug: 'tea' } });
  expect(edited.body.product[0]).toMatchObject({ description: MARKDOWN, descriptionFormat: 'markdown' });
  const copy = await shop.call(duplicateProduct, { token, params: { id: product._id } });
  expect(copy.body.product).toMatchObject({ description: MARKDOWN, descriptionFormat: 'markdown', descriptionText: PLAIN });
});

test('[DESC-3] lists, carts and the search have the plain text of Markdown: words are found, its signs and URLs are not', async () => {
  const { product } = await createTea();
  expect((await shop.call(listProducts)).body.products[0]?.description).toBe(PLAIN);
  const { body } = await shop.call(priceCart, { body: { products: [{ _id: product._id }] } });
  expect(body.lines[0]?.item.description).toBe(PLAIN);
  const find = async (keyword: string) =>
    (await shop.call(searchProducts, { params: { keyword } })).body.filter((it) => !it.matchedWords).length;
  expect([await find('guide'), await find('cold'), await find('laundry')]).toEqual([1, 1, 0]);
});

test('[DESC-4] what is sent back as it was read keeps its format; other words without a format are plain; a format alone changes how they are read', async () => {
  const { product, update } = await createTea();
  const id = product._id;
  const before = await readRow(id);
  expect((await update(product, { price: 9 })).body.product).toMatchObject({ description: MARKDOWN, descriptionFormat: 'markdown' });
  expect((await update(product, { price: 9, descriptionFormat: 'markdown' })).body.version).toBe((before?.version ?? 0) + 1);
  expect((await update(product, { description: undefined, descriptionFormat: 'text' })).body.product).toMatchObject({
    description: MARKDOWN,
    descriptionFormat: 'text',
  });
  expect((await update(product, { description: undefined, descriptionFormat: 'markdown' })).body.product).toMatchObject({
    description: MARKDOWN,
    descriptionText: PLAIN,
  });
  const plain = await update(product, { description: 'Just *words*' });
  expect(plain.body.product).toMatchObject({ description: 'Just *words*', descriptionFormat: 'text' });
  expect(plain.body.product.descriptionText).toBeUndefined();
  expect((await update(product, { description: '*a*', descriptionFormat: 'markdown' })).body.product.descriptionText).toBe('a');
  // Only marks change: the words stay the same, and the page is new all the same.
  await update(product, { description: '**a**', descriptionFormat: 'markdown' });
  expect((await read())?.descriptionContent).toEqual([{ tag: 'p', children: [{ tag: 'strong', children: ['a'] }] }]);
});

test.each([
  [{ descriptionFormat: 'html' }, 'descriptionFormat'],
  [{ description: ' \n ', descriptionFormat: 'markdown' }, 'description'],
  [{ description: 'x'.repeat(50_001), descriptionFormat: 'markdown' }, 'description'],
  [{ description: '\u0000', descriptionFormat: 'markdown' }, 'description'],
])('[DESC-4] %j is refused by its field, and nothing is changed', async (overrides, field) => {
  const { product, update, create } = await createTea();
  for (const answer of [await update(product, overrides), await create(overrides as Record<string, string>)])
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', issues: [{ path: field }] } });
  expect((await read())?.description).toBe(MARKDOWN);
});

test('[DESC-4] the limit counts what was written; a description of nothing but an image has no plain text', async () => {
  const { product, update } = await createTea();
  const long = '| a | b |\n| - | - |\n'.padEnd(50_000, '|a|b|\n');
  expect((await update(product, { description: long, descriptionFormat: 'markdown' })).status).toBe(200);
  const only = await update(product, { description: '![](/uploads/x.webp)', descriptionFormat: 'markdown' });
  expect(only.body.product).toMatchObject({ description: '![](/uploads/x.webp)', descriptionText: '' });
});

test('[DESC-5] a writer that knows no Markdown, such as the version before during an update, writes plain text', async () => {
  const { product } = await createTea();
  await db.execute(sql`update products set description = 'By hand: *5*' where id = ${product._id}`);
  await expect.poll(() => read()).toMatchObject({ description: 'By hand: *5*', descriptionFormat: 'text' });
  expect((await readRow(product._id))?.descriptionMarkdown).toBeNull();
});

test('[DESC-7] the history shows another format, and brings back a text with the one that it had', async () => {
  const { product, update } = await createTea();
  const { token } = await shop.signUp({ role: 1, teamRole: 'owner' });
  await update(product, { description: 'Plain now', descriptionFormat: 'text' });
  const entries = await db.select().from(auditLog).where(eq(auditLog.objectId, product._id));
  const entry = entries.findLast(({ action }) => action === 'updated');
  expect(entry?.changes).toMatchObject({
    description: { before: PLAIN, after: 'Plain now' },
    description_markdown: { before: MARKDOWN, after: null },
  });
  const params = { id: String(entry?.id) };
  const { preview } = (await shop.call(previewVersion, { token, params })).body;
  expect(preview.changes).toEqual([
    { field: 'description', before: 'Plain now', after: MARKDOWN, hidden: false },
    { field: 'description_format', before: 'text', after: 'markdown', hidden: false },
  ]);
  expect((await shop.call(restoreVersion, { token, params, body: { version: preview.version } })).status).toBe(200);
  expect(await read()).toMatchObject({ description: MARKDOWN, descriptionFormat: 'markdown', descriptionText: PLAIN });
});

test('[DESC-11] a product file has the format beside the description; without that column a changed description is plain', async () => {
  const { token, product } = await createTea();
  const { check, run } = await openImporter(shop);
  const exported = toText(await shop.send({ url: '/api/v1/product/export.csv', headers: { authorization: token } }));
  expect(exported).toContain('markdown');
  expect((await check(exported)).import).toMatchObject({ unchanged: 1, updated: 0 });
  const importOnce = async (...lines: string[]) => (await run((await check(lines.join('\n'))).import._id)).import;
  expect(await importOnce('slug,description', `tea,"${MARKDOWN}"`)).toMatchObject({ unchanged: 1 });
  expect(await importOnce('slug,description,description_format', 'tea,Now *this*,Markdown')).toMatchObject({ updated: 1 });
  expect(await read()).toMatchObject({ description: 'Now *this*', descriptionText: 'Now this' });
  expect(await importOnce('slug,description', 'tea,And *that*')).toMatchObject({ updated: 1 });
  expect(await read()).toMatchObject({ description: 'And *that*', descriptionFormat: 'text' });
  const { samples } = (await check('slug,description_format\ntea,markdown')).import;
  expect(samples[0]?.values).toEqual([{ field: 'descriptionFormat', before: 'text', after: 'markdown' }]);
  expect(await importOnce('slug,description_format', 'tea,markdown')).toMatchObject({ updated: 1 });
  expect(await read()).toMatchObject({ description: 'And *that*', descriptionText: 'And that' });
  const { errors } = await check('slug,description_format\ntea,html');
  expect(errors).toMatchObject([{ row: 2, column: 'description_format' }]);
  expect((await readRow(product._id))?.description).toBe('And that');
});
