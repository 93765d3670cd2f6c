/** Eve registers Ada's address before Ada does, and prepares the account: what she knows of it must not outlive Ada's proof of her mailbox. */
import { expect, test } from 'vitest';
import { listOutbox } from '../../../../../tests/support/emails.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { finish, readChallenge, registerWithFactor } from '../../../../../tests/support/second-factor.ts';
import { ada } from '../../../../../tests/support/users.ts';
import * as accountEmail from '../../../../contract/account-security.ts';
import { resetByLink, resetPassword } from '../../../../contract/account-security.ts';
import { checkUser, login, register } from '../../../../contract/auth.ts';
import { readSecondFactor } from '../../../../contract/second-factor.ts';
import { MINUTE } from '../../../../contract/values.ts';
import { knownDevices } from '../../database/schema/account.ts';
import { queueResetLink } from '../passwords/reset-link.service.ts';
import { createAdmin } from '../roles/team.service.ts';

// Where taken addresses are told, who registers logs in at once: the worst case.
const shop = await openShop({
  deps: ({ accounts }) => ({ publicUrl: 'https://shop.example', accounts: { ...accounts, sendsLinks: true, hidesTakenEmails: false } }),
});
const { db } = shop.deps;

const EVES = { ...ada, password: "Eve's own horse", answer: 'Bouldering' };
const NEW_PASSWORD = 'battery staple';
const EVES_MAIL = 'eve@example.com';

const logIn = (password: string, email = ada.email) => shop.call(login, { body: { email, password } });
const answer = (newPassword: string, sport = EVES.answer) =>
  shop.call(resetPassword, { body: { email: ada.email, answer: sport, newPassword } });
const isLoggedIn = async (token: string) => (await shop.call(checkUser, { token })).status === 200;
const confirm = (token: string) => shop.call(accountEmail.confirmEmail, { body: { token } });

/** Of the newest link of that kind to this address. */
async function findLink(page: 'confirm-email' | 'reset-password', recipient = ada.email): Promise<string> {
  const sent = (await listOutbox(db)).filter((it) => it.recipient === recipient && it.text.includes(`/${page}#token=`));
  return String(/#token=(\S+)/.exec(sent.at(-1)?.text ?? '')?.[1]);
}

async function resetByMail(newPassword = NEW_PASSWORD) {
  await queueResetLink(shop.deps, ada.email);
  return shop.call(resetByLink, { body: { token: await findLink('reset-password'), newPassword } });
}

test('[ACCT-12] a person who registered my address loses session, answer, second factor and known devices when I confirm and reset', async () => {
  const eve = await registerWithFactor(shop, EVES);
  expect(await isLoggedIn(eve.token)).toBe(true);
  expect((await confirm(await findLink('confirm-email'))).status).toBe(200);
  expect(await isLoggedIn(eve.token)).toBe(false);
  expect(await db.$count(knownDevices)).toBe(0);
  expect((await resetByMail()).status).toBe(200);
  const mine = await logIn(NEW_PASSWORD);
  expect(mine.status).toBe(200);
  expect((await shop.call(readSecondFactor, { token: mine.body.token })).body).toMatchObject({ isOn: false, recoveryCodes: 0 });
  expect(await answer(EVES.password)).toMatchObject({ status: 401, body: { code: 'wrong_answer' } });
  expect([(await logIn(EVES.password)).status, (await logIn(NEW_PASSWORD)).status]).toEqual([401, 200]);
});

test('[ACCT-12] [ACCT-8] a reset link requested for an unconfirmed address also confirms it, with the same effects', async () => {
  const eve = await registerWithFactor(shop, EVES);
  expect((await resetByMail()).status).toBe(200);
  expect(await isLoggedIn(eve.token)).toBe(false);
  const mine = await logIn(NEW_PASSWORD);
  expect((await shop.call(accountEmail.readAccountEmail, { token: mine.body.token })).body).toMatchObject({ isConfirmed: true });
  expect((await answer(EVES.password)).status).toBe(401);
  expect((await confirm(await findLink('confirm-email'))).status).toBe(404);
});

test('[ACCT-12] after my reset, the answer and the requested email change of the person who registered my address no longer work', async () => {
  await shop.call(register, { body: EVES });
  await confirm(await findLink('confirm-email'));
  const { token } = (await logIn(EVES.password)).body;
  expect((await shop.call(accountEmail.changeEmail, { token, body: { email: EVES_MAIL } })).status).toBe(200);
  const hers = await findLink('confirm-email', EVES_MAIL);
  expect((await resetByMail()).status).toBe(200);
  expect((await confirm(hers)).status).toBe(404);
  expect((await answer(EVES.password)).status).toBe(401);
  expect((await logIn(NEW_PASSWORD)).body.user.email).toBe(ada.email);
});

test('[ACCT-12] my second factor set after the confirmation stays: a reset by link doesn’t bypass it', async () => {
  await shop.call(register, { body: ada });
  await confirm(await findLink('confirm-email'));
  const mine = await registerWithFactor(shop);
  expect((await resetByMail()).status).toBe(200);
  const first = await logIn(NEW_PASSWORD);
  expect(first).toMatchObject({ status: 401, body: { code: 'second_factor_required' } });
  expect((await finish(shop, readChallenge(first), mine.nextCode())).status).toBe(200);
});

test('[ACCT-12] [ACCT-7] confirming a new email ends every session and the answer, and keeps the second factor', async () => {
  await shop.call(register, { body: EVES });
  await confirm(await findLink('confirm-email'));
  const eve = await registerWithFactor(shop, EVES);
  await shop.call(accountEmail.changeEmail, { token: eve.token, body: { email: EVES_MAIL } });
  expect((await confirm(await findLink('confirm-email', EVES_MAIL))).status).toBe(200);
  expect(await isLoggedIn(eve.token)).toBe(false);
  expect(await logIn(EVES.password, EVES_MAIL)).toMatchObject({ status: 401, body: { code: 'second_factor_required' } });
  const body = { email: EVES_MAIL, answer: EVES.answer, newPassword: NEW_PASSWORD };
  expect(await shop.call(resetPassword, { body })).toMatchObject({ status: 401, body: { code: 'wrong_answer' } });
});

test('[ACCT-12] a removed answer is refused in the same words as an email without an account', async () => {
  await shop.call(register, { body: ada });
  await confirm(await findLink('confirm-email'));
  const dropped = await answer(NEW_PASSWORD, ada.answer);
  shop.advanceClock(MINUTE);
  const body = { email: 'nobody@example.com', answer: ada.answer, newPassword: NEW_PASSWORD };
  const unknown = await shop.call(resetPassword, { body });
  expect([dropped.status, dropped.body]).toEqual([unknown.status, unknown.body]);
  expect((await logIn(ada.password)).status).toBe(200);
});

test('[ACCT-12] an account that the operator made an owner loses its earlier answer, even if it becomes a customer again', async () => {
  await shop.call(register, { body: EVES });
  await createAdmin(shop.deps, { email: ada.email, password: NEW_PASSWORD });
  await shop.deps.db.execute('update users set role = 0, team_role = null');
  expect((await answer(EVES.password)).status).toBe(401);
});
