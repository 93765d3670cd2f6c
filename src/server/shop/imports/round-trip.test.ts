/** A shop that moves: all of its files, imported into another shop in which there is nothing yet. */
import { expect, test } from 'vitest';
import { openShopWithPayments } from '../../../../tests/support/checkout.ts';
import { makeImage } from '../../../../tests/support/images.ts';
import { openImporter, readTestProduct, toText } from '../../../../tests/support/product-imports.ts';
import { emptyAllTables } from '../../../../tests/support/worker-database.ts';
import { listCategories } from '../../../contract/category.ts';
import { listAdminCollections, readAdminCollection } from '../../../contract/collection-admin.ts';
import { listCustomFields } from '../../../contract/custom-fields.ts';
import { exportCustomers, listCustomers, readCustomerDetails } from '../../../contract/customer.ts';
import { createDiscountCode, exportDiscountCodes, listDiscountCodes } from '../../../contract/discount-code.ts';
import { exportImportedOrders, listImportedOrders } from '../../../contract/imported-order.ts';
import { exportOrders } from '../../../contract/order-admin.ts';
import { createPage, exportPages, listPages, readAdminPage } from '../../../contract/page.ts';
import { exportProducts, listProductTable } from '../../../contract/product-table.ts';
import { addRedirects, exportRedirects, listRedirects } from '../../../contract/redirect.ts';
import { EVERYTHING } from '../../platform/cache/dependencies.ts';
import type { PublicFetch } from '../../platform/http/public-fetch.ts';

const shop = await openShopWithPayments();

const image = await makeImage('png');
const publicFetch: PublicFetch = async (url) => ({ status: 200, headers: { 'content-type': 'image/png' }, body: image, url });
const OLD = 'https://old.example';

const cell = (value: unknown) => `"${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('"', '""')}"`;

/** Every column of the product file, with texts that its short forms can't hold. */
const PRODUCTS: Record<string, unknown>[] = [
  {
    ...{
      name: 'Linen "shirt", long',
      description: '## Cool\n\n- light; *airy*',
      description_format: 'markdown',
      price: '49.00',
      quantity: '7',
    },
    ...{
      category: 'Clothing > Shirts',
      further_categories: 'Summer | Clothing > Linen',
      image: `${OLD}/a.png | ${OLD}/b.png`,
      image_alt: 'Front | Back',
    },
    ...{
      shipping: '1',
      compare_at_price: '59.00',
      sku: 'SHIRT,1',
      weight: '250',
      status: 'active',
      attributes: 'Fit: Slim | Wash: 30°',
      slug: 'linen',
    },
    ...{
      stock_policy: 'backorder, limit 20, ships in 2–3 weeks',
      publish_from: '2026-01-01T08:00:00.000Z',
      brand: 'Oak & Hill',
      vendor: 'Oak | Hill',
    },
    ...{
      tags: 'new, dark',
      cost: '20.00',
      country_of_origin: 'PT',
      hs_code: '620520',
      contents: '250',
      contents_unit: 'g',
      barcode: '4006381333931',
    },
    ...{
      condition: 'new',
      google_category: '212',
      seo_title: 'Linen',
      seo_description: 'A shirt',
      related_products: 'mug',
      collections: 'summer | gifts',
    },
    ...{ 'field:fabric': 'Linen & more', 'field:care': '30', 'field:organic': 'Yes', 'field:since': '2024-05-01', 'field:tint': '#1e90ff' },
  },
  {
    ...{
      name: 'Mug',
      description: 'Holds tea',
      price: '12.00',
      quantity: '0',
      category: 'Kitchen',
      image: `${OLD}/c.png`,
      status: 'draft',
      slug: 'mug',
    },
    ...{ options: [{ name: 'Colour', values: ['White / Ecru', 'Red'] }], 'field:care': '40.5', collections: 'gifts' },
    variants: [
      { options: { Colour: 'White / Ecru' }, price: '12.00', quantity: '3', sku: 'M-W', cost: '4.00', customFields: { glaze: 'Matt' } },
      { options: { Colour: 'Red' }, price: '14.00', quantity: '0', sku: 'M-R', compareAtPrice: '16.00', stock: { policy: 'untracked' } },
    ],
  },
  {
    ...{
      name: 'Set',
      description: 'Two shirts',
      price: '90.00',
      quantity: '1',
      category: 'Clothing',
      image: `${OLD}/d.png`,
      status: 'active',
      slug: 'set',
    },
    parts: [{ sku: 'SHIRT,1', count: 2 }],
  },
];

const COLUMNS = [...new Set(PRODUCTS.flatMap((it) => Object.keys(it)))];
const FILE = [COLUMNS.join(','), ...PRODUCTS.map((it) => COLUMNS.map((name) => cell(it[name] ?? '')).join(','))].join('\n');

const ADDRESS = { recipient: 'Mia Berg', street: 'Torstraße 1', postcode: '10119', city: 'Berlin', region: '', country: 'DE' };
const CUSTOMERS = [
  'email,name,phone,tags,notes,consent,consent_date,registered,addresses',
  `mia@example.com,Mia Berg,+49 30 1234567,VIP,${cell(['Likes blue'])},yes,2024-01-02T03:04:05Z,2023-01-01T00:00:00Z,${cell([ADDRESS])}`,
].join('\n');

const HOSTS = { imageHosts: ['old.example', 'shop.test', 'localhost', '127.0.0.1'] };

/** Ids, versions and times are a shop's own. */
const withoutOwn = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, it) => (/^(_id|id|version|createdAt|updatedAt|category|url|image)$/.test(key) ? undefined : it)));

/** Whatever of the shop can be read, by names instead of ids. */
async function readShop(token: string) {
  const { products } = (await shop.call(listProductTable, { token, query: { limit: 100 } })).body;
  const slugs = new Map(products.map(({ _id, slug }) => [_id, slug]));
  const { category: categories } = (await shop.call(listCategories)).body;
  const names = new Map(
    categories.map(({ _id, name, parent }) => [_id, `${categories.find((it) => it._id === parent)?.name ?? ''} > ${name}`]),
  );
  const readOne = async (slug: string) => {
    const found = await readTestProduct(shop, token, slug);
    if (!found) throw new Error(`there is no ${slug}`);
    const { relatedProducts = [], furtherCategories = [], category = '', parts = [], brand, ...rest } = found;
    return {
      product: withoutOwn({ ...rest, images: found.images.map(({ alt }) => alt) }),
      ...{ category: names.get(category), further: furtherCategories.map((id) => names.get(id)).sort(), brand: brand?.name },
      ...{ related: relatedProducts.map((id) => slugs.get(id)), parts: parts?.map(({ slug: part, count }) => [part, count]) },
    };
  };
  const { collections } = (await shop.call(listAdminCollections, { token })).body;
  const { fields } = (await shop.call(listCustomFields, { token })).body;
  const { pages } = (await shop.call(listPages, { token })).body;
  const { customers } = (await shop.call(listCustomers, { token, query: { filter: 'accounts' } })).body;
  return {
    products: await Promise.all([...slugs.values()].sort().map(readOne)),
    categories: [...names.values()].sort(),
    collections: await Promise.all(
      collections.map(async ({ _id, slug, title }) => {
        const { collection } = (await shop.call(readAdminCollection, { token, params: { id: _id } })).body;
        return [slug, title, collection.products.map((id) => slugs.get(id)).sort()];
      }),
    ),
    fields: fields.map(({ owner, key, name, type }) => [owner, key, name, type]),
    codes: (await shop.call(listDiscountCodes, { token })).body.codes.map(({ productNames, ...it }) => [
      withoutOwn({ ...it, products: [], categories: [] }),
      productNames.map(({ name }) => name),
    ]),
    pages: await Promise.all(
      pages.map(async ({ _id }) => withoutOwn((await shop.call(readAdminPage, { token, params: { id: _id } })).body.page)),
    ),
    redirects: (await shop.call(listRedirects, { token })).body.redirects.map(({ from, to }) => [from, to]),
    customers: await Promise.all(
      customers.map(async ({ _id }) => {
        const { customer } = (await shop.call(readCustomerDetails, { token, params: { id: _id } })).body;
        return withoutOwn({ ...customer, notes: customer.notes.map(({ text }) => text) });
      }),
    ),
  };
}

test('[MOVE-17] all files of a shop, imported into an empty one, make the same products, categories, collections, fields, customers, codes and pages', {
  timeout: 120_000,
}, async () => {
  const fetching = { ...shop, deps: { ...shop.deps, publicFetch } };
  const { importFile, token } = await openImporter(fetching);
  const first = await importFile(FILE, HOSTS);
  expect([first.errors, first.import]).toMatchObject([[], { created: 3, refused: 0 }]);
  await importFile(CUSTOMERS);
  const linen = (await readTestProduct(shop, token, 'linen'))?._id ?? '';
  const code = {
    kind: 'percent',
    value: 10,
    startsAt: null,
    endsAt: null,
    minimum: 20,
    categories: [],
    maxUses: 5,
    maxUsesPerCustomer: 1,
  } as const;
  await shop.call(createDiscountCode, { token, body: { code: 'TEN', ...code, products: [linen] } });
  const page = {
    title: 'Sizes',
    slug: 'sizes',
    text: '# S; M',
    status: 'published',
    inFooter: true,
    footerPosition: 3,
    description: 'All',
  } as const;
  await shop.call(createPage, { token, body: page });
  await shop.call(addRedirects, { token, body: { text: '/old /product/linen' } });
  const before = await readShop(token);
  expect(before.products).toHaveLength(3);
  expect(before.fields).toContainEqual(['product', 'care', 'Care', 'number']);
  expect(before.collections).toEqual([
    ['gifts', 'Gifts', ['linen', 'mug']],
    ['summer', 'Summer', ['linen']],
  ]);
  // What is sold becomes history in the other shop; its product has a piece less by then, as its file says.
  const buyer = await shop.signUp({ email: 'ola@example.com', name: 'Ola' });
  const bought = await shop.checkOut(buyer.token, [linen]);
  await shop.pay(bought.body.url ?? '');
  const sold = await readShop(token);
  const exports = [exportProducts, exportCustomers, exportOrders, exportDiscountCodes, exportPages, exportRedirects];
  const files = await Promise.all(exports.map(async (it) => toText(await shop.call(it, { token }))));

  await emptyAllTables(shop.deps.db);
  shop.responseCache.apply(EVERYTHING);
  await shop.responseCache.invalidation.catchUp();
  const moved = await openImporter(fetching);
  for (const file of files) {
    const { import: checked } = await moved.check(file);
    if (checked.kind === 'products') await moved.choose(checked._id, { imageHosts: checked.hosts.map(({ host }) => host) });
    const done = await moved.run(checked._id);
    // Whoever works there is no customer here.
    const errors = done.errors.filter(({ reason }) => !reason.includes('somebody of the team'));
    expect([done.import.kind, errors, done.import.status]).toEqual([checked.kind, [], 'done']);
  }
  const after = await readShop(moved.token);
  expect({ ...after, customers: after.customers.length }).toEqual({ ...sold, customers: sold.customers.length });
  expect(after.customers).toContainEqual(expect.objectContaining({ email: 'mia@example.com', tags: ['VIP'], notes: ['Likes blue'] }));
  const { orders } = (await shop.call(listImportedOrders, { token: moved.token })).body;
  expect(orders).toMatchObject([{ email: 'ola@example.com', lines: [{ name: 'Linen "shirt", long', quantity: 1, price: 49 }] }]);

  // The second time changes nothing, whatever of it.
  files.push(toText(await shop.call(exportImportedOrders, { token: moved.token })));
  for (const file of files) {
    const again = await moved.importFile(file);
    expect([again.import.kind, again.import.created, again.import.updated]).toEqual([again.import.kind, 0, 0]);
  }
});
