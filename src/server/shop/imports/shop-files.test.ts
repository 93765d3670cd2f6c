import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { openImporter, seedTeas, toText } from '../../../../tests/support/product-imports.ts';
import { createDiscountCode, exportDiscountCodes, listDiscountCodes } from '../../../contract/discount-code.ts';
import { createPage, exportPages, listPages, readAdminPage } from '../../../contract/page.ts';
import {
  exportRefusedRows,
  listProductImports,
  readProductImport,
  startProductImport,
  uploadProductImport,
} from '../../../contract/product-import.ts';
import { addRedirects, exportRedirects, listRedirects } from '../../../contract/redirect.ts';
import { createApiKey } from '../../../contract/team.ts';
import { sessions } from '../database/schema/account.ts';

const shop = await openShop();

const CODE = { startsAt: null, endsAt: null, minimum: 0, categories: [], products: [], maxUses: null, maxUsesPerCustomer: null };

test('[MOVE-8] discount codes of Shopify and WooCommerce come in; one whose limits can’t be kept here is refused', async () => {
  const { importFile, token } = await openImporter(shop);
  await shop.call(createDiscountCode, { token, body: { code: 'SPRING', kind: 'percent', value: 20, ...CODE } });
  const shopify = [
    'Name,Value,Value Type,Type,Limit Total Times,Limit Once Per Customer,Minimum Purchase Requirements,Customer Selection,Status,Start,End,Times Used In Total',
    'SUMMER10,-10.0,percentage,Amount off order,100,true,Minimum purchase amount of $50.00,All customers,Active,2024-05-01 10:00:00 +0200,,90',
    'FIVE,-5.0,fixed_amount,Amount off order,,false,,All,Expired,2024-05-01 10:00:00 +0200,,',
    'SHIP,,,Free shipping,,false,,All,Active,2024-05-01 10:00:00 +0200,2099-01-01 00:00:00 +0100,',
    'GIFT,100,percentage,Buy X get Y,,false,,All,Active,2024-05-01 10:00:00 +0200,,',
    'spring,-50,percentage,Amount off order,,false,,All,Active,2024-05-01 10:00:00 +0200,,',
    'VIP,-50,percentage,Amount off order,,false,,Specific customers,Active,2024-05-01 10:00:00 +0200,,',
    'HALF,-12.5,percentage,Amount off order,,false,,All,Active,2024-05-01 10:00:00 +0200,,',
  ];
  const { import: done, errors } = await importFile(shopify.join('\n'));
  expect(done).toMatchObject({ kind: 'codes', format: 'shopify', created: 3, unchanged: 1, refused: 3 });
  expect(errors.map(({ name, column }) => [name, column])).toEqual([
    ['GIFT', 'Type'],
    ['VIP', 'Customer Selection'],
    ['HALF', 'Value'],
  ]);
  const { codes } = (await shop.call(listDiscountCodes, { token })).body;
  const found = new Map(codes.map((it) => [it.code, it]));
  expect(found.get('SPRING')).toMatchObject({ value: 20 });
  expect(found.get('SUMMER10')).toMatchObject({
    kind: 'percent',
    value: 10,
    minimum: 50,
    maxUses: 10,
    maxUsesPerCustomer: 1,
    state: 'active',
  });
  expect(found.get('FIVE')).toMatchObject({ kind: 'amount', value: 5, state: 'ended' });
  expect(found.get('SHIP')).toMatchObject({ kind: 'free_shipping', value: null, state: 'active' });

  const woo = [
    'post_title,discount_type,coupon_amount,product_ids,usage_limit,date_expires,free_shipping,post_status',
    'WELCOME,percent,15,,,,no,publish',
    'ONLY,fixed_cart,5,"12,13",,,no,publish',
  ];
  const second = await importFile(woo.join('\n'));
  expect(second.import).toMatchObject({ format: 'woocommerce', created: 1, refused: 1 });
  expect(second.errors[0]?.reason).toContain('limits it to products');
});

test('[MOVE-9] pages come in with their HTML as Markdown, without its scripts; a page that is there stays', async () => {
  const { importFile, token } = await openImporter(shop);
  const kept = {
    title: 'Care',
    slug: 'care',
    text: 'Wash cold.',
    status: 'published',
    inFooter: false,
    footerPosition: 0,
    description: '',
  } as const;
  await shop.call(createPage, { token, body: kept });
  const file = [
    'ID,Handle,Title,Body HTML,Author,Template Suffix,Published',
    '1,size-guide,Size guide,"<h2>Sizes</h2><script>alert(1)</script><p onclick=""steal()"">Take <b>your</b> <a href=""javascript:alert(1)"">usual</a> size.</p>",Ada,,TRUE',
    '2,care,Care,<p>Something else</p>,Ada,,TRUE',
    '3,Über_uns,About us,# no heading,Ada,,FALSE',
    '4,,,<p>Nothing</p>,Ada,,TRUE',
  ];
  const { import: done, notices } = await importFile(file.join('\n'));
  expect(done).toMatchObject({ kind: 'pages', format: 'shopify', created: 2, unchanged: 1, refused: 1 });
  const { pages } = (await shop.call(listPages, { token })).body;
  const read = async (slug: string) => {
    const found = pages.find((it) => it.slug === slug);
    return (await shop.call(readAdminPage, { token, params: { id: String(found?._id) } })).body.page;
  };
  const guide = await read('size-guide');
  expect(guide).toMatchObject({ title: 'Size guide', status: 'published' });
  expect(guide.text).toContain('## Sizes');
  expect(guide.text).not.toMatch(/script|alert|steal/);
  expect((await read('care')).text).toBe('Wash cold.');
  expect(await read('uber-uns')).toMatchObject({ title: 'About us', status: 'draft', text: '\\# no heading' });
  expect(notices.map(({ name, kind }) => [name, kind])).toEqual(
    expect.arrayContaining([
      ['Care', 'dropped'],
      ['About us', 'guessed'],
      ['About us', 'hidden'],
    ]),
  );
});

test('[MOVE-10] redirects come in, but none in a circle, onto a page of the shop or out of it', async () => {
  const { importFile, token } = await openImporter(shop);
  await seedTeas(shop.deps.db, 1);
  const file = [
    'Redirect from,Redirect to',
    '/old,/product/tea-1',
    '/OLD,/categories',
    '/a,/b',
    '/b,/a',
    '/product/tea-1,/categories',
    '/cart,/categories',
    '/out,https://evil.example/x',
    '/self,/self',
    'no-path,/x',
  ];
  const { import: done, errors } = await importFile(file.join('\n'));
  expect(done).toMatchObject({ kind: 'redirects', format: 'shopify', created: 2, refused: 7 });
  expect(errors.map(({ row, reason }) => [row, reason])).toEqual([
    [3, '/OLD is already in row 2'],
    [5, 'leads back to where it began'],
    [6, 'is a page of this shop, which stays'],
    [7, 'is a page of this shop, which stays'],
    [8, 'leads out of this shop: write the path alone'],
    [9, 'leads back to where it began'],
    [10, 'has a path that doesn’t begin with /'],
  ]);
  const { redirects } = (await shop.call(listRedirects, { token })).body;
  expect(redirects.map(({ from, to }) => [from, to])).toEqual([
    ['/a', '/b'],
    ['/old', '/product/tea-1'],
  ]);
  expect((await importFile(file.join('\n'))).import).toMatchObject({ created: 0, unchanged: 2 });
});

test('[MOVE-11] an API key brings products and sees no other import; customers, orders and codes ask for the password', async () => {
  const { check, token } = await openImporter(shop);
  const owner = await shop.signUp({ role: 1 });
  const { key } = (await shop.call(createApiKey, { token: owner.token, body: { name: 'Stock', scopes: ['read', 'catalogue'] } })).body;
  const { import: customers } = await check('email,name,consent\nmia@example.com,Mia,yes\nbad,Bad,yes');
  const params = { id: customers._id };
  expect((await shop.call(readProductImport, { token: key, params })).status).toBe(404);
  expect((await shop.call(startProductImport, { token: key, params })).status).toBe(404);
  expect((await shop.call(listProductImports, { token: key })).body.imports).toEqual([]);
  const headers = { 'content-type': 'text/csv' };
  const query = { fileName: 'customers.csv', kind: 'customers' as const };
  const upload = await shop.call(uploadProductImport, { token: key, query, headers, body: Buffer.from('email,name\na@example.com,A') });
  expect(upload.body.import.kind).toBe('products');

  await shop.deps.db
    .update(sessions)
    .set({ authenticatedAt: new Date(Date.now() - 3_600_000), createdAt: new Date(Date.now() - 3_600_000) });
  expect((await shop.call(startProductImport, { token, params })).body).toMatchObject({ code: 'reauthentication_required' });
  expect((await shop.call(exportRefusedRows, { token, params })).body).toMatchObject({ code: 'reauthentication_required' });
});

test('[MOVE-12] codes, pages and redirects that were exported make the same in an empty shop', async () => {
  const { importFile, token } = await openImporter(shop);
  await seedTeas(shop.deps.db, 2);
  const reads = async () => {
    const pages = (await shop.call(listPages, { token })).body.pages;
    return {
      codes: (await shop.call(listDiscountCodes, { token })).body.codes.map(
        ({ _id, createdAt, version, products, productNames, categories, ...it }) => ({
          ...it,
          productNames: productNames.map(({ name }) => name),
          categories: categories.length,
        }),
      ),
      pages: await Promise.all(
        pages.map(async ({ _id }) => {
          const { _id: id, updatedAt, version, ...page } = (await shop.call(readAdminPage, { token, params: { id: _id } })).body.page;
          return page;
        }),
      ),
      redirects: (await shop.call(listRedirects, { token })).body.redirects.map(({ from, to }) => [from, to]),
    };
  };
  await shop.call(createDiscountCode, {
    token,
    body: { code: 'TEN', kind: 'percent', value: 10, ...CODE, endsAt: '2099-01-01T00:00:00.000Z', maxUses: 5 },
  });
  await shop.call(createDiscountCode, { token, body: { code: 'SHIP', kind: 'free_shipping', value: null, ...CODE, minimum: 25.5 } });
  const page = {
    title: '=Sizes',
    slug: 'sizes',
    text: '# Sizes\n\n- S\n- M; L\n\n`<b>` stays',
    status: 'draft',
    inFooter: true,
    footerPosition: 3,
    description: 'All "sizes"',
  } as const;
  await shop.call(createPage, { token, body: page });
  await shop.call(addRedirects, { token, body: { text: '/old/* /sizes\n/x /categories?page=2#top' } });
  const before = await reads();
  const files = [exportDiscountCodes, exportPages, exportRedirects].map(async (it) => toText(await shop.call(it, { token })));
  const texts = await Promise.all(files);
  await shop.deps.db.execute('truncate pages, redirects, discount_codes cascade');
  for (const text of texts) expect((await importFile(text)).import).toMatchObject({ status: 'done', refused: 0 });
  expect(await reads()).toEqual(before);
  for (const text of texts) expect((await importFile(text)).import).toMatchObject({ created: 0, updated: 0 });
});

test('[LEGALTEXT-4] a page that comes in with a gap of a draft is a draft, whatever its file says', async () => {
  const { importFile, token } = await openImporter(shop);
  const file = [
    'title,slug,text,format,status,in_footer,footer_position,description',
    'Terms,terms,"[[Fill in: law]]",markdown,published,yes,0,',
  ];
  const { import: done, notices } = await importFile(file.join('\n'));
  expect(done).toMatchObject({ kind: 'pages', created: 1, refused: 0 });
  expect((await shop.call(listPages, { token })).body.pages).toMatchObject([{ slug: 'terms', status: 'draft' }]);
  expect(notices).toMatchObject([
    { kind: 'hidden', column: 'text', reason: 'has a gap to fill in, [[Fill in: law]]: it is imported as a draft' },
  ]);
});
