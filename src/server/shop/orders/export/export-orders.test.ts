/** Orders as a file for spreadsheets. */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { exportOrders } from '../../../../contract/order-admin.ts';

const shop = await openShopWithPayments();
let token: string;

beforeEach(async () => {
  ({ token } = await shop.signUp({ role: 1, name: 'Boss' }));
});

const download = async (query = '', as: string | null = token) => {
  const { body, headers, statusCode } = await shop.app.inject({
    method: 'GET',
    url: `${exportOrders.path}${query}`,
    headers: as ? { authorization: as } : {},
  });
  return { body, type: headers['content-type'], status: statusCode };
};
const rowsOf = ({ body }: { body: string }) => body.replace('\uFEFF', '').split('\r\n').slice(1, -1);

test('[OWORK-10] the file has the orders of the filter, newest first, with all parts of their totals', async () => {
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 9 }]);
  const buyer = await shop.signUp({ name: 'Grace, "Amazing"', email: 'grace@example.com', address: '1 Main Street\nSpringfield' });
  const { body } = await shop.checkOut(buyer.token, [mug, mug]);
  await shop.pay(body.url);
  const { body: text, type, status } = await download('?status=paid&keyword=grace');
  expect([status, type]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(text).toMatch(/^\uFEFFnumber,status,placed,paid,customer,email,/);
  expect(text).toMatch(
    /,paid,2.*Z,2.*Z,"Grace, ""Amazing""",grace@example\.com,no,"1 Main Street\nSpringfield",2 × Mug,USD,25,0,,0,,0,0,no,25,0,25,,,demo,/,
  );
  for (const query of ['?status=shipped', '?keyword=ada', '?to=2020-01-01']) expect(rowsOf(await download(query))).toEqual([]);
  await shop.checkOut(buyer.token, [mug]);
  expect([rowsOf(await download()).length, rowsOf(await download('?status=unpaid')).length]).toEqual([1, 1]);
});

test('[OWORK-10] nothing that a customer entered is read as a formula', async () => {
  const [mug = ''] = await seedProducts(shop, [{ name: '=1+1', priceCents: 1250, quantity: 9 }]);
  const buyer = await shop.signUp({ name: '=HYPERLINK("http://evil.example")', address: '@SUM(A1)' });
  const { body } = await shop.checkOut(buyer.token, [mug]);
  await shop.pay(body.url);
  const { body: text } = await download();
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  expect(text).toContain(`"'@SUM(A1)"`);
  expect(text).not.toMatch(/(^|,)"?[=@+-](?!\d)/m);
});

test('[OWORK-10] a long export contains each order once, also if many have the same time', { tags: ['full'] }, async () => {
  const { id } = await shop.signUp();
  await shop.deps.db.execute(sql`insert into orders (id, number, user_id, status, total_cents, address, provider, created_at, expires_at, stock)
    select md5(n::text)::uuid, nextval('orders_number_seq'), ${id}, 'paid', 100, '', 'demo', at, at, 'none'
    from (select n, timestamptz '2026-01-01' + n / 150 * interval '1 second' as at from generate_series(1, 1003) n) made`);
  const rows = rowsOf(await download());
  expect([rows.length, new Set(rows.map((row) => row.split(',')[0])).size]).toEqual([1003, 1003]);
});

test('[OWORK-10] only admins get the file', async () => {
  expect((await download('', null)).status).toBe(401);
  expect((await download('', (await shop.signUp()).token)).status).toBe(403);
  expect((await download('?status=lost')).status).toBe(400);
});
