/** Buying without an account: what is taken, and what somebody who invents guests can hold. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { openShopWithPayments, seedProducts, warmUpPool } from '../../../../../tests/support/checkout.ts';
import { buyAsGuest, checkOutAsGuest, guest } from '../../../../../tests/support/guests.ts';
import { ada } from '../../../../../tests/support/users.ts';
import { listUsers } from '../../../../contract/account.ts';
import { register } from '../../../../contract/auth.ts';
import { readGuestOrder } from '../../../../contract/guest-order.ts';
import { listOrders, startCheckout } from '../../../../contract/order.ts';
import { listAllOrders, readAnyOrder } from '../../../../contract/order-admin.ts';
import { readDashboardStats } from '../../../../contract/reports.ts';
import { readSettings, updateSettings } from '../../../../contract/settings.ts';
import { HOUR, MINUTE } from '../../../../contract/values.ts';
import { products } from '../../database/schema/catalog.ts';
import { orders } from '../../database/schema/order.ts';
import { expireOrders } from '../checkout/expire-orders.service.ts';

const LIMITS = { perHour: 3, guestsOpen: 2, guestsPerHour: 5, maxPerProduct: 20, maxItems: 60 };
const shop = await openShopWithPayments((demo) => demo, LIMITS);

let mug = '';
beforeEach(async () => {
  [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 100 }]);
});

const readAsGuest = async (id: string, signature: string) =>
  (await shop.call(readGuestOrder, { params: { id }, body: { signature } })).body.order;

describe('a guest', () => {
  test('[GUEST-1] checks out with an email and an address, pays, and sees the order', async () => {
    const { status, body } = await checkOutAsGuest(shop, [mug, mug], { email: ' Grace@Example.com ', name: ' Grace ' });
    expect([status, body]).toMatchObject([200, { id: expect.any(String), signature: expect.stringMatching(/^[\w-]{43}$/) }]);
    expect(await shop.readStock(mug)).toBe(98);
    await shop.pay(body.url);
    expect(await readAsGuest(body.order, body.signature ?? '')).toMatchObject({
      status: 'paid',
      number: expect.any(Number),
      total: 25,
      address: guest.address,
      name: 'Grace',
      email: 'Grace@Example.com',
      isClaimed: false,
      timeline: [{ status: 'pending' }, { status: 'paid' }],
    });
    expect(await shop.listFindings()).toEqual([]);
  });

  test("[GUEST-1] is shown as a guest on the admin's pages, found by name and email, and isn't listed as a customer", async () => {
    const { id } = await buyAsGuest(shop, [mug]);
    const { token } = await shop.signUp({ role: 1, name: 'Admin' });
    const { body } = await shop.call(readAnyOrder, { token, params: { id } });
    expect(body.order.buyer).toEqual({ _id: null, name: guest.name, email: guest.email });
    expect(body.order.history.map(({ by }) => by)).toEqual([guest.name, 'Payment provider']);
    for (const keyword of ['grace@', 'GUEST', 'gu', `#${body.order.number}`, id]) {
      const found = await shop.call(listAllOrders, { token, query: { keyword } });
      expect([keyword, found.body.orders.map(({ _id }) => _id), found.body.total]).toEqual([keyword, [id], 1]);
    }
    for (const keyword of ['nobody', '_', '%'])
      expect((await shop.call(listAllOrders, { token, query: { keyword } })).body.orders).toEqual([]);
    const { users } = (await shop.call(listUsers, { token })).body;
    expect(users.map(({ name }) => name)).toEqual(['Admin']);
    const stats = (await shop.call(readDashboardStats, { token })).body;
    expect(stats.figures.latestOrders).toMatchObject([{ _id: id, shopper: guest.name }]);
    expect(await shop.listFindings()).toEqual([]);
  });

  test('[GUEST-2] whose email has an account gets the same answer, and the account doesn’t see the order', async () => {
    const other = await checkOutAsGuest(shop, [mug], { ip: '198.51.100.1' });
    const { token } = await shop.signUp({ email: guest.email });
    const { status, body } = await checkOutAsGuest(shop, [mug]);
    expect([status, Object.keys(body)]).toEqual([other.status, Object.keys(other.body)]);
    await shop.pay(body.url);
    for (const query of [{}, { status: 'unpaid' as const }])
      expect((await shop.call(listOrders, { token, query })).body.orders).toEqual([]);
  });

  test('[GUEST-2] can still register an account with their email', async () => {
    await buyAsGuest(shop, [mug], { email: ada.email });
    expect((await shop.call(register, { body: ada })).status).toBe(200);
  });

  test('[GUEST-1] with a login token gets the order in that account, whatever guest data is sent with it', async () => {
    const { token } = await shop.signUp();
    const { status, body } = await shop.call(startCheckout, { token, body: { products: [{ _id: mug }], guest } });
    expect([status, body.signature]).toEqual([200, undefined]);
    expect((await shop.call(listOrders, { token, query: { status: 'pending' } })).body.orders).toMatchObject([
      { _id: body.order, address: '1 Market Street' },
    ]);
    expect((await shop.call(startCheckout, { token: 'x'.repeat(43), body: { products: [{ _id: mug }], guest } })).status).toBe(401);
    expect((await shop.call(startCheckout, { body: { products: [{ _id: mug }] } })).status).toBe(401);
  });

  test.each([
    [{ email: 'grace' }, 'guest.email'],
    [{ email: 'a b@example.com' }, 'guest.email'],
    [{ email: `${'x'.repeat(250)}@example.com` }, 'guest.email'],
    [{ email: 'a@example.com\nbcc: b@example.com' }, 'guest.email'],
    [{ email: ['grace@example.com'] }, 'guest.email'],
    [{ email: undefined }, 'guest.email'],
    [{ name: '  ' }, 'guest.name'],
    [{ name: 'x'.repeat(201) }, 'guest.name'],
    [{ name: 7 }, 'guest.name'],
    [{ address: '' }, 'guest.address'],
    [{ address: 'x'.repeat(501) }, 'guest.address'],
    [{ address: 'A\u0000B' }, 'guest.address'],
    [{ address: null }, 'guest.address'],
    [{ address: undefined }, 'guest.address'],
  ])('[GUEST-1] with %j is refused, and nothing is reserved', async (change, path) => {
    await shop.deps.db.update(products).set({ shipping: 1 });
    const { status, body } = await shop.call(startCheckout, { body: { products: [{ _id: mug }], guest: { ...guest, ...change } } });
    expect([status, body.issues?.map((it) => it.path)]).toEqual([400, [path]]);
    expect([await shop.deps.db.$count(orders), await shop.readStock(mug)]).toEqual([0, 100]);
  });

  test('[GUEST-1] can use any script, and name and address are stored unchanged', async () => {
    const typed = { name: '山田 花子 🌸', address: 'دبي مارينا\nالإمارات' };
    const { id, signature } = await buyAsGuest(shop, [mug], typed);
    const { token } = await shop.signUp({ role: 1 });
    expect((await shop.call(readAnyOrder, { token, params: { id } })).body.order).toMatchObject({
      address: typed.address,
      buyer: { name: typed.name },
    });
    expect(await readAsGuest(id, signature)).toMatchObject({ address: typed.address });
  });
});

describe('the setting', () => {
  test('[GUEST-3] guest checkout is on by default; if it is off, guests are refused and accounts are not', async () => {
    const { token } = await shop.signUp({ role: 1 });
    const { settings } = (await shop.call(readSettings)).body;
    expect(settings.guestCheckout).toBe(true);
    const { priceRanges, quickAdd } = settings;
    await shop.call(updateSettings, { token, body: { priceRanges, quickAdd, guestCheckout: false } });
    const refused = await checkOutAsGuest(shop, [mug]);
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'guest_checkout_off' }]);
    expect(await shop.readStock(mug)).toBe(100);
    expect((await shop.checkOut(token, [mug])).status).toBe(200);
    // A form of before doesn't send it.
    await shop.call(updateSettings, { token, body: { priceRanges, quickAdd: false } });
    expect((await shop.call(readSettings)).body.settings).toMatchObject({ quickAdd: false, guestCheckout: false });
    expect((await shop.call(updateSettings, { token, body: { priceRanges, quickAdd, guestCheckout: 'off' } })).status).toBe(400);
  });

  test('[GUEST-3] if two admins save different settings at once, nothing is lost', async () => {
    const { token } = await shop.signUp({ role: 1 });
    const { priceRanges } = (await shop.call(readSettings)).body.settings;
    await warmUpPool(shop);
    await Promise.all([
      shop.call(updateSettings, { token, body: { priceRanges, quickAdd: true } }),
      shop.call(updateSettings, { token, body: { priceRanges, quickAdd: true, guestCheckout: false } }),
      shop.call(updateSettings, { token, body: { priceRanges, quickAdd: true } }),
    ]);
    expect((await shop.call(readSettings)).body.settings.guestCheckout).toBe(false);
  });
});

describe('the stock that guests reserve', () => {
  test('[GUEST-4] a newer checkout of the same email in the same network replaces the older one', async () => {
    const first = await checkOutAsGuest(shop, [mug, mug]);
    const second = await checkOutAsGuest(shop, [mug], { email: guest.email.toUpperCase() });
    expect([second.status, await shop.readStock(mug)]).toEqual([200, 99]);
    expect(await readAsGuest(first.body.order, first.body.signature ?? '')).toMatchObject({ status: 'cancelled' });
  });

  test("[GUEST-4] somebody in another network who enters the same email doesn't end the checkout", async () => {
    const { body } = await checkOutAsGuest(shop, [mug]);
    expect((await checkOutAsGuest(shop, [mug], { ip: '198.51.100.1' })).status).toBe(200);
    expect(await readAsGuest(body.order, body.signature ?? '')).toMatchObject({ status: 'pending' });
  });

  const asGuest = (n: number | string, count: number, ip?: string) =>
    checkOutAsGuest(shop, Array(count).fill(mug), { email: `${n}@example.com`, ...(ip && { ip }) });

  test('[GUEST-4] more than ten guests behind one carrier’s address can check out, as long as enough is left for everybody else', {
    tags: ['full'],
  }, async () => {
    for (let n = 0; n < 25; n += 1) expect([n, (await asGuest(n, 1)).status]).toEqual([n, 200]);
    expect(await shop.readStock(mug)).toBe(75);
  });

  test('[GUEST-4] beyond two open checkouts, a network’s guests can reserve at most what is left of a product, until one is paid or ends', {
    tags: ['full'],
  }, async () => {
    const first = await asGuest('a', 20);
    shop.advanceClock(MINUTE);
    await asGuest('b', 20);
    expect((await asGuest('c', 10)).status).toBe(200);
    const fourth = () => asGuest('d', 1);
    const refused = await fourth();
    expect([refused.status, refused.body]).toMatchObject([
      429,
      { code: 'too_many_checkouts', message: expect.stringContaining('14 minutes') },
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(13 * 60);
    expect(await shop.readStock(mug)).toBe(50);
    expect((await asGuest('d', 1, '198.51.100.1')).status).toBe(200);
    const { token } = await shop.signUp();
    expect((await shop.checkOut(token, [mug])).status).toBe(200);
    await shop.pay(first.body.url);
    expect((await fourth()).status).toBe(200);
    shop.advanceClock(16 * MINUTE);
    await expireOrders(shop.deps, { error: (detail) => expect(detail).toBeNull() });
    expect(await shop.readStock(mug)).toBe(80);
  });

  test('[GUEST-4] for IPv6, a network is a /64', async () => {
    await shop.setStock(mug, 20);
    for (const n of [1, 2]) expect((await asGuest(n, 5, `2001:db8::${n}`)).status).toBe(200);
    expect((await asGuest(3, 5, '2001:db8::ffff:3')).status).toBe(429);
    expect((await asGuest(3, 5, '2001:db8:0:1::3')).status).toBe(200);
  });

  test('[GUEST-4] an email may have three unpaid checkouts an hour; five from a network make it a busy one', async () => {
    for (let n = 0; n < 3; n += 1) expect((await checkOutAsGuest(shop, [mug])).status).toBe(200);
    const refused = await checkOutAsGuest(shop, [mug]);
    expect([refused.status, refused.body]).toMatchObject([
      429,
      { code: 'too_many_checkouts', message: expect.stringContaining('3 checkouts') },
    ]);
    await shop.setStock(mug, 19);
    for (let n = 0; n < 2; n += 1) expect((await asGuest('b', 10)).status).toBe(200);
    expect((await asGuest('b', 10)).body).toMatchObject({ code: 'too_many_checkouts' });
    shop.advanceClock(HOUR);
    expect((await checkOutAsGuest(shop, [mug])).status).toBe(200);
  });

  test('[GUEST-4] twenty simultaneous guests of one network reserve no more than is left, and no email twice', async () => {
    await shop.setStock(mug, 20);
    await warmUpPool(shop);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => asGuest(n % 10, 3)));
    for (const { status } of answers) expect([200, 409, 429]).toContain(status);
    const open = await shop.deps.db.select({ email: orders.guestEmail }).from(orders).where(eq(orders.status, 'pending'));
    expect(new Set(open.map(({ email }) => email)).size).toBe(open.length);
    expect(await shop.readStock(mug)).toBe(20 - 3 * open.length);
    expect(open.length).toBeLessThanOrEqual(3);
    expect(await shop.listFindings()).toEqual([]);
  });

  test('[GUEST-4] the database contains no IP address of a guest', async () => {
    await checkOutAsGuest(shop, [mug], { ip: '203.0.113.77' });
    const [row] = await shop.deps.db.select().from(orders);
    expect(row?.guestNetwork).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(row)).not.toContain('203.0.113');
  });

  test('[GUEST-4] an older order that was paid meanwhile is named, but not shown, by the next checkout', async () => {
    const first = await checkOutAsGuest(shop, [mug]);
    shop.webhook.isDown = true;
    await shop.pay(first.body.url);
    shop.webhook.isDown = false;
    const second = await checkOutAsGuest(shop, [mug]);
    expect([second.status, second.body.order, second.body.signature]).toEqual([200, first.body.order, undefined]);
    expect(second.body.url).toContain(`/success?order=${first.body.order}`);
    expect(await readAsGuest(first.body.order, first.body.signature ?? '')).toMatchObject({ status: 'paid' });
  });
});
