/** What a guest chooses beside the products: a discount code, and an address in fields. */
import { beforeEach, describe, expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { checkOutAsGuest, guest } from '../../../../../tests/support/guests.ts';
import { createDiscountCode } from '../../../../contract/discount-code.ts';
import { readGuestOrder } from '../../../../contract/guest-order.ts';
import { listOrders, startCheckout } from '../../../../contract/order.ts';
import { emails } from '../../database/schema/messages.ts';

const shop = await openShopWithPayments();

let mug = '';
beforeEach(async () => {
  [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 100 }]);
});

const readAsGuest = async (id: string, signature: string) =>
  (await shop.call(readGuestOrder, { params: { id }, body: { signature } })).body.order;

describe('a discount code', () => {
  const makeCode = async (percent: number, maxUsesPerCustomer: number | null) => {
    const { token } = await shop.signUp({ role: 1 });
    const never = { startsAt: null, endsAt: null, minimum: 0, categories: [], products: [], maxUses: null };
    await shop.call(createDiscountCode, { token, body: { code: 'SPRING', kind: 'percent', value: percent, maxUsesPerCustomer, ...never } });
  };

  test('[GUEST-4] [CODE-4] counts per email of a guest, however it is written', async () => {
    await makeCode(10, 1);
    const choose = (email: string) => checkOutAsGuest(shop, [mug], { email, code: 'spring' });
    const first = await choose(guest.email);
    await shop.pay(first.body.url);
    expect(await readAsGuest(first.body.order, first.body.signature ?? '')).toMatchObject({ total: 11.25 });
    expect((await choose(guest.email.toUpperCase())).body).toMatchObject({ code: 'code_not_applicable' });
    expect((await choose('other@example.com')).status).toBe(200);
  });

  test('[GUEST-4] a code that makes orders free sends about five emails an hour, to one address or from one network', {
    tags: ['full'],
  }, async () => {
    await makeCode(100, null);
    const order = (email: string, ip: string) => checkOutAsGuest(shop, [mug], { email, ip, code: 'SPRING' });
    for (let n = 0; n < 5; n += 1) expect((await order(guest.email, `198.51.100.${n}`)).body).toMatchObject({ isFree: true });
    const refused = await order(guest.email, '198.51.100.9');
    expect([refused.status, refused.body]).toMatchObject([429, { code: 'too_many_attempts' }]);
    for (let n = 0; n < 5; n += 1) expect((await order(`${n}@example.com`, '203.0.113.1')).status).toBe(200);
    expect((await order('x@example.com', '203.0.113.1')).status).toBe(429);
    expect([await shop.readStock(mug), await shop.deps.db.$count(emails)]).toEqual([90, 10]);
    expect(await shop.listFindings()).toEqual([]);
  });
});

describe('a structured address', () => {
  const shipTo = { recipient: 'Grace', street: '1 Rue de Rivoli', postcode: '75001', city: 'Paris', region: '', country: 'fr' };
  const text = 'Grace\n1 Rue de Rivoli\n75001 Paris\nFrance';

  test('[ADDR-3] is used before a text that is sent with it, and is stored as one text on the order', async () => {
    const { address: _text, ...contact } = guest;
    const body = { products: [{ _id: mug }], guest: { ...contact, shipTo } };
    const started = (await shop.call(startCheckout, { body })).body;
    expect(await readAsGuest(started.order, started.signature ?? '')).toMatchObject({ address: text });
    const { token } = await shop.signUp();
    const { order } = (await shop.call(startCheckout, { token, body: { products: [{ _id: mug }], address: 'Elsewhere', shipTo } })).body;
    const { orders: waiting } = (await shop.call(listOrders, { token, query: { status: 'pending' } })).body;
    expect(waiting).toMatchObject([{ _id: order, address: text }]);
  });

  test.each([
    [{ city: '' }, 'city'],
    [{ country: 'France' }, 'country'],
    [{ recipient: undefined }, 'recipient'],
  ])('[ADDR-3] with %j is refused, and nothing is reserved', async (fields, name) => {
    const products = [{ _id: mug }];
    const invalid = { ...shipTo, ...fields };
    const { token } = await shop.signUp();
    const asGuest = await shop.call(startCheckout, { body: { products, guest: { ...guest, shipTo: invalid } } });
    expect([asGuest.status, asGuest.body.issues?.map((it) => it.path)]).toEqual([400, [`guest.shipTo.${name}`]]);
    const asAccount = await shop.call(startCheckout, { token, body: { products, shipTo: invalid } });
    expect([asAccount.status, asAccount.body.issues?.map((it) => it.path)]).toEqual([400, [`shipTo.${name}`]]);
    expect(await shop.readStock(mug)).toBe(100);
  });
});
