import { expect, test } from 'vitest';
import * as accountEmail from '../../../src/contract/account-security.ts';
import { requestResetLink, resetPassword } from '../../../src/contract/account-security.ts';
import { login, register } from '../../../src/contract/auth.ts';
import { cancelOrder, readOrder, resumeCheckout, startCheckout } from '../../../src/contract/order.ts';
import { users } from '../../../src/server/shop/database/schema/account.ts';
import { emails } from '../../../src/server/shop/database/schema/messages.ts';
import { queueResetLink } from '../../../src/server/shop/team/passwords/reset-link.service.ts';
import { openShopWithPayments, seedProducts } from '../../support/checkout.ts';
import { makeCode, readUses } from '../../support/discount-codes.ts';
import { listOutbox } from '../../support/emails.ts';
import { openShop } from '../../support/harness.ts';
import { ada } from '../../support/users.ts';

const shop = await openShopWithPayments();
const mailing = await openShop({
  deps: ({ accounts }) => ({ publicUrl: 'https://shop.example', accounts: { ...accounts, sendsLinks: true, hidesTakenEmails: false } }),
});

/** Addresses that some database or language treats as `mike@example.com`. */
const LOOKALIKES = [
  'm\u0131ke@example.com',
  'mi\u212ae@example.com',
  'm\u0130ke@example.com',
  '\uff4dike@example.com',
  'mike@example\u3002com',
];

test('[SAFE-17] [ACCT-8] CVE-2019-19844: an email with a letter that folds to another gets nobody’s link, which goes only to the account’s email', async () => {
  const mike = { ...ada, email: 'mike@example.com' };
  await mailing.call(register, { body: mike });
  await mailing.deps.db.update(users).set({ isEmailUnconfirmed: false });
  for (const email of LOOKALIKES) {
    const answered = { email, answer: 'not the sport', newPassword: 'battery staple' };
    expect((await mailing.call(resetPassword, { body: answered })).status, email).not.toBe(200);
    expect((await mailing.call(requestResetLink, { body: { email } })).status, email).toBeLessThan(500);
    await queueResetLink(mailing.deps, email);
  }
  const recipients = new Set((await mailing.deps.db.select().from(emails)).map(({ recipient }) => recipient));
  expect([...recipients]).toEqual([mike.email]);
  expect((await mailing.call(login, { body: { email: mike.email, password: mike.password } })).status).toBe(200);
});

test('[SAFE-17] [ACCT-7] CVE-2026-44584: confirming the previous email doesn’t confirm a changed one', async () => {
  const eve = { ...ada, email: 'eve@example.com' };
  await mailing.call(register, { body: eve });
  const rows = (await listOutbox(mailing.deps.db)).filter(({ recipient }) => recipient === eve.email);
  const link = String(/#token=(\S+)/.exec(rows.find(({ kind }) => kind === 'confirm email')?.text ?? '')?.[1]);
  const { token } = (await mailing.call(login, { body: { email: eve.email, password: eve.password } })).body;
  expect((await mailing.call(accountEmail.changeEmail, { token, body: { email: 'ceo@shop.example' } })).status).toBe(200);
  await mailing.call(accountEmail.confirmEmail, { body: { token: link } });
  const read = (await mailing.call(accountEmail.readAccountEmail, { token })).body;
  expect(read).not.toMatchObject({ email: 'ceo@shop.example' });
});

test('[SAFE-17] [ORDER-2] CVE-2026-31867: nobody else can open, pay or end a checkout by its id', async () => {
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 5 }]);
  const [victim, other] = [await shop.signUp(), await shop.signUp()];
  const { body } = await shop.checkOut(victim.token, [mug]);
  for (const endpoint of [readOrder, resumeCheckout, cancelOrder])
    for (const token of [other.token, undefined]) {
      const { status } = await shop.call(endpoint, { ...(token && { token }), params: { id: body.order } });
      expect([404, 401]).toContain(status);
    }
  expect(await shop.readOrderStatus(victim.token, body.order)).toBe('pending');
});

test('[SAFE-17] [CODE-5] CVE-2026-31824, CVE-2026-47741: a single-use code tried by ten at once is used once', async () => {
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 50 }]);
  await makeCode(shop.deps.db, { code: 'ONCE', maxUses: 1 });
  const buyers = await Promise.all(Array.from({ length: 10 }, () => shop.signUp()));
  const answers = await Promise.all(
    buyers.map(({ token }) => shop.call(startCheckout, { token, body: { products: [{ _id: mug }], code: 'ONCE' } })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await readUses(shop.deps.db, 'ONCE')).toBe(1);
});
