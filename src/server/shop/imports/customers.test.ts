import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { openImporter } from '../../../../tests/support/product-imports.ts';
import { listCustomers, readCustomerDetails } from '../../../contract/customer.ts';

const shop = await openShop();

const SHOPIFY = [
  'First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags',
  'Mia,Berg,mia@example.com,yes,,Torstraße 1,,Berlin,,DE,10119,,+49 30 1234567,no,120.00,3,Likes blue,no,"VIP, Wholesale"',
  'Ola,Dahl,OLA@example.com,no,,,,,,,,,,no,0.00,0,,no,',
  ',,,no,,,,,,,,,,no,0.00,0,,no,',
].join('\n');

test('[MOVE-1] customers of Shopify come in as accounts without a password, with phone, address, tags, note and consent', async () => {
  const { importFile, token } = await openImporter(shop);
  const { import: done, errors } = await importFile(SHOPIFY);
  expect(done).toMatchObject({ kind: 'customers', format: 'shopify', created: 2, refused: 1, status: 'done' });
  expect(errors).toEqual([{ row: 4, column: 'Email', name: '', reason: 'Email is required: customers are known by it' }]);
  const { body } = await shop.call(listCustomers, { token, query: { keyword: 'mia' } });
  const [mia] = body.customers;
  expect(mia).toMatchObject({ kind: 'account', name: 'Mia Berg', phone: '+49 30 1234567', tags: ['VIP', 'Wholesale'] });
  expect(mia.consentAt).not.toBeNull();
  const { customer } = (await shop.call(readCustomerDetails, { token, params: { id: mia._id } })).body;
  expect(customer.notes).toMatchObject([{ by: 'Ada', text: 'Likes blue' }]);
  expect(customer.account.addresses).toMatchObject([
    { recipient: 'Mia Berg', street: 'Torstraße 1', postcode: '10119', city: 'Berlin', country: 'DE', isDefault: true },
  ]);
});
