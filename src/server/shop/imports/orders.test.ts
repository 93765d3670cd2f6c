import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { openImporter, toText } from '../../../../tests/support/product-imports.ts';
import { exportCustomers, listCustomers, readCustomerDetails } from '../../../contract/customer.ts';
import { exportImportedOrders, listImportedOrders, readImportedOrder } from '../../../contract/imported-order.ts';
import { listAllOrders } from '../../../contract/order-admin.ts';
import { eraseCustomer, exportCustomerData } from '../../../contract/privacy.ts';
import { readDashboardStats } from '../../../contract/reports.ts';
import { users } from '../database/schema/account.ts';
import { importedOrders } from '../database/schema/imported.ts';
import { verifyShop } from '../integrity/verify.service.ts';

const shop = await openShop();

const SHOPIFY = [
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Name,Shipping Name,Shipping Street,Shipping City,Shipping Zip,Shipping Country,Notes,Cancelled at,Payment Method,Refunded Amount,Vendor,Tags',
  '#1002,mia@example.com,partially_refunded,2024-05-01 10:00:00 +0200,fulfilled,EUR,30.00,5.00,5.59,30.00,SPRING,5.00,Standard,2024-05-01 10:00:00 +0200,2,Mug - Blue,12.50,M-1,Mia Berg,Mia Berg,Torstraße 1,Berlin,10119,DE,Ring twice,,PayPal,10.00,,"gift, phone"',
  '#1001,,paid,,,USD,9.00,0.00,0.00,9.00,,,,2023-01-02 10:00:00 -0500,1,Card,9.00,,Ola Dahl,,,,,,,,,0.00,,',
  // Its second line stands apart, behind another order.
  '#1002,mia@example.com,,,,,,,,,,,,2024-05-01 10:00:00 +0200,1,Saucer,5.00,S-1,,,,,,,,,,,,',
  '#1003,x@example.com,paid,,,EUR,9.00,0.00,0.00,-9.00,,,,2024-01-02 10:00:00 -0500,1,Card,9.00,,,,,,,,,,,,,',
  '#1004,x@example.com,paid,,,EUR,9.00,0.00,0.00,9.00,,,,yesterday,1,Card,9.00,,,,,,,,,,,,,',
  '#1005,x@example.com,paid,,,EUR,9.00,0.00,0.00,70.00,,,,2024-01-02 10:00:00 -0500,1,Card,9.00,,,,,,,,,,,,,',
].join('\n');

test('[MOVE-5] [MOVE-20] orders of Shopify come in as history with their old numbers, whatever order their rows are in; impossible ones are refused', async () => {
  const { importFile, token } = await openImporter(shop);
  const { import: done, errors, notices } = await importFile(SHOPIFY);
  expect(done).toMatchObject({ kind: 'orders', format: 'shopify', created: 3, refused: 2 });
  expect(errors.map(({ row, column, name }) => [row, column, name])).toEqual([
    [5, 'Total', '#1003'],
    [6, 'Created at', '#1004'],
  ]);
  expect(notices).toContainEqual(
    expect.objectContaining({ name: '#1005', kind: 'guessed', reason: 'is 70.00, and its lines come to 9.00: both are kept' }),
  );
  const { orders, total } = (await shop.call(listImportedOrders, { token })).body;
  expect([total, orders.map(({ number }) => number)]).toEqual([3, ['#1002', '#1005', '#1001']]);
  const order = orders[0];
  expect(order).toEqual({
    _id: order?._id,
    ...{
      number: '#1002',
      placedAt: '2024-05-01T08:00:00.000Z',
      status: 'partially_refunded, fulfilled',
      name: 'Mia Berg',
      email: 'mia@example.com',
    },
    ...{ phone: '', shippingAddress: 'Mia Berg\nTorstraße 1\n10119 Berlin\nDE', billingAddress: '', currency: 'EUR' },
    lines: [
      { name: 'Mug - Blue', sku: 'M-1', quantity: 2, price: 12.5 },
      { name: 'Saucer', sku: 'S-1', quantity: 1, price: 5 },
    ],
    ...{
      subtotal: 30,
      discount: 5,
      shipping: 5,
      tax: 5.59,
      taxIncluded: true,
      total: 30,
      refunded: 10,
      code: 'SPRING',
      shippingMethod: 'Standard',
    },
    ...{ paymentMethod: 'PayPal', note: 'Ring twice', tags: ['gift', 'phone'] },
  });
  expect((await shop.call(readImportedOrder, { token, params: { id: String(order?._id) } })).body.order).toEqual(order);
  expect((await shop.call(listImportedOrders, { token, query: { keyword: 'BERG' } })).body.total).toBe(1);
  // The same file again changes nothing.
  expect((await importFile(SHOPIFY)).import).toMatchObject({ created: 0, unchanged: 3 });
});

test('[MOVE-5] [MOVE-20] orders of WooCommerce are read, with a row for each line or all in one cell, and tax that was added to the prices', async () => {
  const { importFile, token } = await openImporter(shop);
  const rows = [
    'Order Number,Order Status,Order Date,First Name (Billing),Last Name (Billing),Email (Billing),Order Total Tax Amount,Order Total Amount,SKU,Item Name,Quantity,Item Cost',
    '77,Completed,2024-03-05 09:30,Ola,Dahl,ola@example.com,3.80,23.80,A,Cup,1,12.00',
    '77,Completed,2024-03-05 09:30,Ola,Dahl,ola@example.com,3.80,23.80,B,Lid,2,4.00',
  ];
  expect((await importFile(rows.join('\n'))).import).toMatchObject({ format: 'woocommerce', created: 1 });
  const single = [
    'order_id,order_date,status,billing_email,order_total,line_item_1,line_item_2',
    '78,05.03.2024 09:30,completed,ola@example.com,20.00,name:Cup|sku:A|quantity:2|total:12.00,name:Lid|quantity:1|total:8.00',
  ];
  expect((await importFile(single.join('\n'))).import).toMatchObject({ format: 'woocommerce', created: 1 });
  const { orders } = (await shop.call(listImportedOrders, { token, query: { keyword: 'ola@' } })).body;
  const found = new Map(orders.map((it) => [it.number, it]));
  expect(found.get('77')).toMatchObject({ name: 'Ola Dahl', lines: [{ name: 'Cup' }, { name: 'Lid', quantity: 2, price: 4 }] });
  // Tax came on top of the lines here; in Shopify's file above it is part of them.
  expect(found.get('77')).toMatchObject({ tax: 3.8, total: 23.8 });
  expect(found.get('77')).not.toHaveProperty('taxIncluded');
  expect(found.get('78')).toMatchObject({
    lines: [
      { name: 'Cup', sku: 'A', quantity: 2, price: 6 },
      { name: 'Lid', price: 8 },
    ],
  });
});

test('[MOVE-6] imported orders count nowhere: not among orders, in statistics, in what a customer spent, nor for the check of the books', async () => {
  const { importFile, token } = await openImporter(shop);
  await importFile('email,name,consent\nmia@example.com,Mia,no');
  const before = (await shop.call(readDashboardStats, { token })).body;
  await importFile(SHOPIFY);
  expect((await shop.call(readDashboardStats, { token })).body).toEqual(before);
  expect((await shop.call(listAllOrders, { token })).body.orders).toEqual([]);
  const [mia] = (await shop.call(listCustomers, { token, query: { keyword: 'mia' } })).body.customers;
  expect(mia).toMatchObject({ orders: 0, spent: 0 });
  expect(await verifyShop(shop.deps.db, shop.deps.now())).toEqual([]);
});

test('[MOVE-7] a person’s copy of their data has their old orders; once they are erased, these belong to nobody', async () => {
  const { importFile, token } = await openImporter(shop);
  await importFile('email,name,consent\nmia@example.com,Mia,no');
  await importFile(SHOPIFY);
  const [mia] = (await shop.call(listCustomers, { token, query: { keyword: 'mia' } })).body.customers;
  const params = { id: String(mia?._id) };
  const { data } = (await shop.call(exportCustomerData, { token, params })).body;
  expect(data.importedOrders).toMatchObject([{ number: '#1002' }]);
  expect((await shop.call(listImportedOrders, { token, query: { customer: params.id } })).body.total).toBe(1);
  expect((await shop.call(eraseCustomer, { token, params })).status).toBe(200);
  const person = await shop.signUp({ email: 'mia@example.com' });
  expect((await shop.call(listImportedOrders, { token, query: { customer: person.id } })).body.total).toBe(0);
  // The books keep what was bought, and by whom for as long as the law wants.
  expect((await shop.call(listImportedOrders, { token, query: { keyword: '#1002' } })).body.orders).toMatchObject([{ name: 'Mia Berg' }]);
  expect(toText(await shop.call(exportImportedOrders, { token }))).toContain('#1002');
});

test('[MOVE-12] [MOVE-20] customers and orders that were exported read the same in an empty shop, and the same file again changes nothing', async () => {
  const { importFile, token } = await openImporter(shop);
  const address = { recipient: 'Mia Berg', street: 'Torstraße 1', postcode: '10119', city: 'Berlin', region: '', country: 'DE' };
  const second = { ...address, recipient: 'Work', street: 'Am Ring 2' };
  const cell = (list: unknown[]) => `"${JSON.stringify(list).replaceAll('"', '""')}"`;
  const rows = [
    'email,name,phone,address,tags,notes,consent,consent_date,registered,disabled,addresses',
    `mia@example.com,Mia Berg,+49 30 1234567,"Torstraße 1, Berlin","VIP, ""Wholesale""",${cell(['Likes, blue; =1+1', 'Calls'])},yes,2024-01-02T03:04:05Z,2023-01-01T00:00:00Z,,${cell([address, second])}`,
    'ola@example.com,Ola,,,,,no,,2022-01-01T00:00:00Z,2024-05-05T00:00:00Z,',
  ];
  expect((await importFile(rows.join('\n'))).import).toMatchObject({ kind: 'customers', created: 2, refused: 0 });
  await importFile(SHOPIFY);
  const readAll = async () => {
    const { customers } = (await shop.call(listCustomers, { token, query: { filter: 'accounts' } })).body;
    const details = await Promise.all(
      customers.map(async ({ _id }) => (await shop.call(readCustomerDetails, { token, params: { id: _id } })).body.customer),
    );
    return {
      customers: details.map(({ _id, account, notes, ...it }) => ({
        ...it,
        notes: notes.map(({ text }) => text).sort(),
        address: account?.address,
        addresses: account?.addresses.map(({ _id: id, ...place }) => place),
      })),
      orders: (await shop.call(listImportedOrders, { token })).body.orders.map(({ _id, ...it }) => it),
    };
  };
  const before = await readAll();
  expect(before.customers).toHaveLength(2);
  const texts = [toText(await shop.call(exportCustomers, { token })), toText(await shop.call(exportImportedOrders, { token }))];
  await shop.deps.db.delete(users).where(eq(users.role, 0));
  await shop.deps.db.delete(importedOrders);
  for (const text of texts) expect((await importFile(text)).import).toMatchObject({ status: 'done' });
  expect(await readAll()).toEqual(before);
  for (const text of texts) expect((await importFile(text)).import).toMatchObject({ created: 0, updated: 0 });
});
