import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { openShopWithPayments, seedProducts, warmUpPool } from '../../../../../tests/support/checkout.ts';
import { listOutbox } from '../../../../../tests/support/emails.ts';
import { buyAsGuest, checkOutAsGuest, guest } from '../../../../../tests/support/guests.ts';
import { changeAnswer, readAnswer, resetPassword } from '../../../../contract/account-security.ts';
import { login } from '../../../../contract/auth.ts';
import {
  cancelGuestOrder,
  claimGuestOrder,
  claimGuestOrders,
  createGuestAccount,
  readGuestOrder,
  requestClaimLink,
  resumeGuestCheckout,
} from '../../../../contract/guest-order.ts';
import { listOrders, readOrder } from '../../../../contract/order.ts';
import { readAnyOrder, refundOrder } from '../../../../contract/order-admin.ts';
import { shipOrder } from '../../../../contract/order-shipping.ts';
import { DAY, HOUR } from '../../../../contract/values.ts';
import { products } from '../../database/schema/catalog.ts';
import { settings } from '../../database/schema/content.ts';
import { findCredentials } from '../../team/login/user.repository.ts';
import { verifyAnswer } from '../../team/passwords/password-hash.ts';

const shop = await openShopWithPayments((demo) => demo, {}, { publicUrl: 'https://shop.example' });

let mug = '';
beforeEach(async () => {
  [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 100 }]);
});

const BY_LINK = { readGuestOrder, cancelGuestOrder, resumeGuestCheckout };
const listEmails = async (kind: string) => (await listOutbox(shop.deps.db)).filter((it) => it.kind === kind);
const listIds = async (token: string) => (await shop.call(listOrders, { token })).body.orders.map(({ _id }) => _id);

describe('the link', () => {
  test('[GUEST-5] shows the order, and is in each email about it', async () => {
    await shop.deps.db.update(products).set({ shipping: 1 }).where(eq(products.id, mug));
    const { id, signature } = await buyAsGuest(shop, [mug]);
    const { token } = await shop.signUp({ role: 1 });
    await shop.call(shipOrder, { token, params: { id }, body: { carrier: 'Night Owl', tracking: '' } });
    await shop.call(refundOrder, { token, params: { id }, body: { amount: 12.5, reason: 'Broken', restock: false } });
    const sent = await listOutbox(shop.deps.db);
    expect(sent.map(({ kind }) => kind).sort()).toEqual(['order paid', 'order refunded', 'order shipped']);
    for (const { kind, recipient, text, html } of sent) {
      expect(recipient).toBe(guest.email);
      expect(text).toContain(`https://shop.example/guest/orders/${id}#${signature}`);
      expect(html).toContain(`https://shop.example/guest/orders/${id}#${signature}`);
      expect(text).toContain('this address was given with an order');
      expect(text + html).not.toContain(guest.name);
      // The address is in the emails about what is on its way to it.
      expect(text.includes('Compiler Way')).toBe(kind !== 'order refunded');
    }
    const { status, body } = await shop.call(readGuestOrder, { params: { id }, body: { signature } });
    expect([status, body.order]).toMatchObject([200, { _id: id, status: 'refunded', email: guest.email, carrier: 'Night Owl' }]);
  });

  test.each(Object.entries(BY_LINK))(
    '[GUEST-5] %s: a forged or truncated signature, or that of another order, opens nothing',
    async (_name, endpoint) => {
      const mine = (await checkOutAsGuest(shop, [mug])).body;
      const other = (await checkOutAsGuest(shop, [mug], { email: 'other@example.com' })).body;
      const { token } = await shop.signUp();
      const account = (await shop.checkOut(token, [mug])).body;
      const call = (id: string, signature: unknown, asToken?: string) =>
        shop.call(endpoint, { params: { id }, body: { signature }, ...(asToken && { token: asToken }) });
      const signature = mine.signature ?? '';
      const flipped = `${signature.slice(0, -2)}${signature.at(-2) === 'A' ? 'B' : 'A'}${signature.at(-1)}`;
      for (const wrong of [flipped, other.signature, 'A'.repeat(43), signature.toLowerCase()]) {
        const { status, body } = await call(mine.order, wrong);
        expect([status, body]).toMatchObject([404, { code: 'order_not_found' }]);
      }
      for (const invalid of [signature.slice(1), `${signature}=`, '', undefined, 7, [signature], null, { signature }]) {
        expect((await call(mine.order, invalid)).status).toBe(400);
      }
      expect((await shop.call(endpoint, { params: { id: mine.order } })).status).toBe(400);
      expect((await call('not-a-uuid', signature)).status).toBe(404);
      // What no guest made has no link, whoever asks.
      expect((await call(account.order, signature, token)).status).toBe(404);
      expect((await call(other.order, signature, token)).status).toBe(404);
      const read = await shop.call(readGuestOrder, { params: { id: mine.order }, body: { signature } });
      expect(read.body.order.status).toBe('pending');
    },
  );

  test('[GUEST-5] can pay and cancel a waiting checkout; twice has the same result as once', async () => {
    const { order: id, signature, url } = (await checkOutAsGuest(shop, [mug])).body;
    const request = { params: { id }, body: { signature } };
    expect((await shop.call(resumeGuestCheckout, request)).body.url).toBe(url);
    const cancelled = await Promise.all([shop.call(cancelGuestOrder, request), shop.call(cancelGuestOrder, request)]);
    for (const { status, body } of cancelled) expect([status, body.order.status]).toEqual([200, 'cancelled']);
    expect(await shop.readStock(mug)).toBe(100);
    expect((await shop.call(resumeGuestCheckout, request)).body).toMatchObject({ code: 'checkout_ended' });
    const paid = await buyAsGuest(shop, [mug]);
    const refused = await shop.call(cancelGuestOrder, { params: { id: paid.id }, body: { signature: paid.signature } });
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'wrong_order_status' }]);
    const { body } = await shop.call(resumeGuestCheckout, { params: { id: paid.id }, body: { signature: paid.signature } });
    expect(body.url).toContain(`/success?order=${paid.id}`);
  });

  test("[GUEST-5] a login doesn't open a guest's order without the link", async () => {
    const { id } = await buyAsGuest(shop, [mug]);
    const { token } = await shop.signUp({ email: guest.email });
    expect((await shop.call(readOrder, { token, params: { id } })).status).toBe(404);
  });

  test('[GUEST-5] the first guests of several processes share one secret; a broken secret is reported', async () => {
    await warmUpPool(shop);
    const started = await Promise.all([1, 2, 3, 4].map((n) => checkOutAsGuest(shop, [mug], { email: `${n}@example.com` })));
    for (const { body } of started) {
      expect((await shop.call(readGuestOrder, { params: { id: body.order }, body: { signature: body.signature } })).status).toBe(200);
    }
    await shop.deps.db.update(settings).set({ value: { secret: '' } });
    expect(await checkOutAsGuest(shop, [mug])).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  });
});

describe('one order', () => {
  test('[GUEST-6] is added by its link to the account with its email, once, and can still be opened by the link', async () => {
    const { id, signature } = await buyAsGuest(shop, [mug]);
    const other = await buyAsGuest(shop, [mug]);
    const { token, id: userId } = await shop.signUp({ email: 'GRACE@example.com', name: 'Grace' });
    const claim = () => shop.call(claimGuestOrder, { token, params: { id }, body: { signature } });
    await warmUpPool(shop);
    for (const { status, body } of await Promise.all([claim(), claim(), claim()])) {
      expect([status, body.order]).toMatchObject([200, { _id: id, isClaimed: true }]);
    }
    expect(await listIds(token)).toEqual([id]);
    expect((await shop.call(readGuestOrder, { params: { id }, body: { signature } })).status).toBe(200);
    const admin = await shop.signUp({ role: 1 });
    const { body } = await shop.call(readAnyOrder, { token: admin.token, params: { id } });
    expect(body.order.buyer).toMatchObject({ _id: userId, name: 'Grace' });
    expect(body.order.history.map(({ why }) => why)).toEqual(['Checkout started', 'Paid', 'Added to the account']);
    await shop.call(shipOrder, { token: admin.token, params: { id }, body: { carrier: 'Night Owl', tracking: '' } });
    expect((await listEmails('order shipped'))[0]?.text).toContain(`/dashboard/user/orders/${id}`);
    expect((await shop.call(readOrder, { token, params: { id: other.id } })).status).toBe(404);
    expect(await shop.listFindings()).toEqual([]);
  });

  test("[GUEST-6] isn't added without a login, to an account with another email, with a wrong signature, or before it is paid", async () => {
    const { id, signature } = await buyAsGuest(shop, [mug]);
    const { token } = await shop.signUp({ email: guest.email });
    const stranger = await shop.signUp({ email: 'someone@example.com' });
    const body = { signature };
    expect((await shop.call(claimGuestOrder, { params: { id }, body })).status).toBe(401);
    expect((await shop.call(claimGuestOrder, { token: stranger.token, params: { id }, body })).body).toMatchObject({ code: 'other_email' });
    const forged = { signature: 'A'.repeat(43) };
    expect((await shop.call(claimGuestOrder, { token, params: { id }, body: forged })).status).toBe(404);
    const waiting = (await checkOutAsGuest(shop, [mug])).body;
    const early = await shop.call(claimGuestOrder, { token, params: { id: waiting.order }, body: { signature: waiting.signature } });
    expect([early.status, early.body]).toMatchObject([409, { code: 'wrong_order_status' }]);
    expect([await listIds(token), await listIds(stranger.token)]).toEqual([[], []]);
  });
});

describe('all orders of an email', () => {
  const requestLink = async (token: string) => {
    const answer = await shop.call(requestClaimLink, { token });
    const email = (await listEmails('claim orders')).at(-1);
    return { answer, claimToken: /#claim=([\w.-]+)/.exec(email?.text ?? '')?.[1] ?? '' };
  };

  test('[GUEST-7] are added by a link sent to that email, within a day', async () => {
    const bought = [await buyAsGuest(shop, [mug]), await buyAsGuest(shop, [mug], { email: guest.email.toUpperCase(), ip: '198.51.100.1' })];
    await buyAsGuest(shop, [mug], { email: 'other@example.com' });
    await checkOutAsGuest(shop, [mug]);
    const { token } = await shop.signUp({ email: guest.email });
    const { claimToken } = await requestLink(token);
    expect((await listEmails('claim orders')).map(({ recipient }) => recipient)).toEqual([guest.email]);
    shop.advanceClock(DAY - HOUR);
    await warmUpPool(shop);
    const claims = await Promise.all([1, 2].map(() => shop.call(claimGuestOrders, { token, body: { token: claimToken } })));
    expect(claims.map(({ body }) => body.count).sort()).toEqual([0, 2]);
    expect((await listIds(token)).sort()).toEqual(bought.map(({ id }) => id).sort());
  });

  test("[GUEST-7] aren't added by an expired or forged token, or that of another account", async () => {
    await buyAsGuest(shop, [mug]);
    const { token } = await shop.signUp({ email: guest.email });
    const { claimToken } = await requestLink(token);
    const stranger = await shop.signUp({ email: 'someone@example.com' });
    const claim = (asToken: string | undefined, value: unknown) =>
      shop.call(claimGuestOrders, { ...(asToken && { token: asToken }), body: { token: value } });
    const [expires, signature] = claimToken.split('.');
    const later = (Date.now() + 9 * DAY).toString(36);
    for (const wrong of [
      `${later}.${signature}`,
      `${expires}.${'A'.repeat(43)}`,
      `${expires}.`,
      `.${signature}`,
      `${claimToken}.x`,
      expires,
    ]) {
      expect((await claim(token, wrong)).body).toMatchObject({ code: 'link_expired' });
    }
    for (const invalid of ['', 'x'.repeat(201), 'ü', 7, undefined]) expect((await claim(token, invalid)).status).toBe(400);
    expect((await claim(undefined, claimToken)).status).toBe(401);
    expect((await claim(stranger.token, claimToken)).body).toMatchObject({ code: 'link_expired' });
    shop.advanceClock(DAY);
    expect((await claim(token, claimToken)).body).toMatchObject({ code: 'link_expired' });
    expect(await listIds(token)).toEqual([]);
  });

  test('[GUEST-7] are requested with an answer that reveals nothing, and about one email an hour is sent', async () => {
    await buyAsGuest(shop, [mug]);
    const { token } = await shop.signUp({ email: guest.email });
    const none = await shop.signUp();
    const [some, nothing] = [await requestLink(token), await shop.call(requestClaimLink, { token: none.token })];
    expect([some.answer.status, some.answer.body]).toEqual([nothing.status, nothing.body]);
    for (let n = 0; n < 3; n += 1) await requestLink(token);
    expect(await listEmails('claim orders')).toHaveLength(1);
    for (let n = 0; n < 55; n += 1) expect((await shop.call(requestClaimLink, { token: none.token })).status).toBe(200);
    expect((await shop.call(requestClaimLink, { token: none.token })).body).toMatchObject({ code: 'too_many_attempts' });
    expect((await shop.call(requestClaimLink)).status).toBe(401);
  });
});

describe('an account from a guest order', () => {
  const make = (id: string, signature: string, password = 'correct horse battery') =>
    shop.call(createGuestAccount, { params: { id }, body: { signature, password } });

  test('[GUEST-10] is created with only a password after the order is paid, and gets the order', async () => {
    const email = 'made-later@example.com';
    const { id, signature } = await buyAsGuest(shop, [mug], { email });
    const made = await make(id, signature);
    expect([made.status, made.body]).toEqual([200, { success: true, message: 'Register successfully!' }]);
    const { body } = await shop.call(login, { body: { email, password: 'correct horse battery' } });
    expect(body.user).toMatchObject({ name: guest.name, email, phone: '', role: 0 });
    expect(body.user.address).toContain('Compiler Way');
    expect((await shop.call(claimGuestOrder, { token: body.token, params: { id }, body: { signature } })).status).toBe(200);
    expect(await listIds(body.token)).toEqual([id]);
    // Twice, as a second click would.
    expect((await make(id, signature)).body).toMatchObject({ code: 'email_taken' });
  });

  test('[GUEST-10] [ACCT-14] no security answer resets its password, not even an empty one, until its owner has set one', async () => {
    const email = 'no-answer@example.com';
    const { id, signature } = await buyAsGuest(shop, [mug], { email });
    await make(id, signature);
    const stored = (await findCredentials(shop.deps.db, email))?.answerHash ?? 'none';
    expect(await verifyAnswer(stored, '')).toBe(false);
    const newPassword = 'taken over by a thief';
    const reset = (answer: unknown) => shop.call(resetPassword, { body: { email, answer, newPassword } });
    for (const answer of ['', ' ', '\u00a0\t', null, undefined, 0, false, [], {}]) expect((await reset(answer)).status).toBe(400);
    for (const answer of ['\u200b', '\u2060', '\u3164', 'null', 'undefined', '""', '$argon2id$', '%']) {
      expect((await reset(answer)).body).toMatchObject({ code: 'wrong_answer' });
      // A day later there are five more tries.
      shop.advanceClock(DAY);
    }
    expect((await shop.call(login, { body: { email, password: newPassword } })).status).toBe(401);
    const { token } = (await shop.call(login, { body: { email, password: 'correct horse battery' } })).body;
    expect((await shop.call(readAnswer, { token })).body).toEqual({ success: true, isSet: false });
    expect((await shop.call(changeAnswer, { token, body: { answer: 'Chess' } })).status).toBe(200);
    expect((await shop.call(readAnswer, { token })).body).toEqual({ success: true, isSet: true });
    shop.advanceClock(DAY);
    expect((await reset('chess')).status).toBe(200);
  });

  test('[GUEST-10] isn’t created from an unpaid checkout, with another signature or with an invalid password', async () => {
    const email = 'not-yet@example.com';
    const open = (await checkOutAsGuest(shop, [mug], { email })).body;
    expect((await make(open.order, open.signature ?? '')).body).toMatchObject({ code: 'wrong_order_status' });
    const { id, signature } = await buyAsGuest(shop, [mug], { email });
    expect((await make(id, 'A'.repeat(43))).status).toBe(404);
    expect((await make(open.order, signature)).status).toBe(404);
    for (const password of ['short', 'password1']) expect((await make(id, signature, password)).status).toBe(400);
    expect((await shop.call(login, { body: { email, password: 'password1' } })).status).toBe(401);
  });
});
