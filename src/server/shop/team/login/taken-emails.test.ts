/** Where taken addresses aren't told: neither registering nor what follows shows whether an email has an account. */
import { expect, test } from 'vitest';
import { listOutbox } from '../../../../../tests/support/emails.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { ada } from '../../../../../tests/support/users.ts';
import { confirmEmail, resetByLink, resetPassword } from '../../../../contract/account-security.ts';
import * as auth from '../../../../contract/auth.ts';
import { users } from '../../database/schema/account.ts';
import { queueResetLink } from '../passwords/reset-link.service.ts';
import { addKnownOrigin } from './known-device.ts';

const shop = await openShop({
  deps: ({ accounts }) => ({ publicUrl: 'https://shop.example', accounts: { ...accounts, sendsLinks: true } }),
});

const EVES = { ...ada, name: 'Eve', password: 'another horse', answer: 'Bouldering' };

const registerAda = () => shop.call(auth.register, { body: ada });
const logIn = ({ email, password } = ada) => shop.call(auth.login, { body: { email, password } });
const listEmails = async () => (await listOutbox(shop.deps.db)).map(({ kind, recipient }) => `${kind} → ${recipient}`);
const findToken = async () => String(/#token=(\S+)/.exec((await listOutbox(shop.deps.db)).at(-1)?.text ?? '')?.[1]);

async function confirm() {
  return shop.call(confirmEmail, { body: { token: await findToken() } });
}

test('[ACCT-10] registering with an existing email gets the same answer as any other, and its owner is notified', async () => {
  const fresh = await registerAda();
  await confirm();
  const again = await shop.call(auth.register, { body: { ...EVES, email: ' ADA@example.com ' } });
  expect(again.status).toBe(200);
  expect(Object.keys(again.body)).toEqual(Object.keys(fresh.body));
  expect(Object.keys(again.body.user)).toEqual(Object.keys(fresh.body.user));
  expect(again.body).toMatchObject({ message: fresh.body.message, user: { name: 'Eve', email: 'ADA@example.com', role: 0 } });
  expect(again.body.user._id).not.toBe(fresh.body.user._id);
  expect((await logIn(EVES)).status).toBe(401);
  expect((await logIn()).status).toBe(200);
  expect((await listEmails()).filter((it) => it.startsWith('email taken'))).toEqual([`email taken → ${ada.email}`]);
});

test('[ACCT-13] a person who registers and logs in, or resets by answer, can’t tell an existing email from a free one, however often', async () => {
  await registerAda();
  await confirm();
  const probe = async (email: string) => {
    const seen: unknown[] = [];
    await shop.call(auth.register, { body: { ...EVES, email } });
    const body = { email, answer: EVES.answer, newPassword: 'battery staple' };
    for (let n = 0; n < 2; n += 1) {
      const reset = await shop.call(resetPassword, { body });
      seen.push(reset.status, reset.body);
    }
    for (let n = 0; n < 7; n += 1) {
      const answer = await logIn({ ...EVES, email });
      seen.push(answer.status, answer.body);
    }
    return seen;
  };
  const [taken, free] = [await probe(ada.email), await probe('free@example.com')];
  expect(free).toEqual(taken);
  expect(free[0]).toBe(401);
  expect(free.at(-2)).toBe(429);
});

test('[ACCT-13] the link of that email lets the owner log in, and so does the one for a forgotten password', async () => {
  expect((await registerAda()).body.isConfirmationNeeded).toBe(true);
  expect((await logIn()).body).toEqual({ success: false, code: 'invalid_credentials', message: 'invalid email or password' });
  await confirm();
  expect((await logIn()).status).toBe(200);
  const grace = { ...ada, email: 'grace@example.com' };
  await shop.call(auth.register, { body: grace });
  await queueResetLink(shop.deps, grace.email);
  await shop.call(resetByLink, { body: { token: await findToken(), newPassword: 'battery staple' } });
  expect((await logIn({ ...grace, password: 'battery staple' })).status).toBe(200);
});

test('[ACCT-13] a customer logged in to an unconfirmed account before existing emails were hidden stays logged in', async () => {
  await registerAda();
  const [row] = await shop.deps.db.select({ id: users.id }).from(users);
  await addKnownOrigin(shop.deps.db, String(row?.id), { ip: '203.0.113.9', device: 'x'.repeat(43) }, shop.deps.now());
  expect((await logIn()).status).toBe(200);
});
