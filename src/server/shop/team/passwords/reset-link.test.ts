import { expect, test } from 'vitest';
import { listOutbox } from '../../../../../tests/support/emails.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { ada } from '../../../../../tests/support/users.ts';
import { changeAnswer, readResetOptions, requestResetLink, resetByLink, resetPassword } from '../../../../contract/account-security.ts';
import { checkUser, login, register } from '../../../../contract/auth.ts';
import { HOUR, MINUTE, SECOND } from '../../../../contract/values.ts';
import { users } from '../../database/schema/account.ts';
import { emails } from '../../database/schema/messages.ts';
import { EMAIL_IP_LIMIT } from '../login/rate-limits.ts';
import { createAdmin } from '../roles/team.service.ts';
import { queueResetLink } from './reset-link.service.ts';

const shop = await openShop({
  deps: ({ accounts }) => ({ publicUrl: 'https://shop.example', accounts: { ...accounts, sendsLinks: true, resetsByAnswer: false } }),
});

const NEW_PASSWORD = 'battery staple';
const EXPIRED = { status: 404, body: { success: false, code: 'link_expired' } };

/** An account whose address is confirmed. */
async function registerConfirmed(person = ada): Promise<void> {
  await shop.call(register, { body: person });
  await shop.deps.db.update(users).set({ isEmailUnconfirmed: false });
}

const ask = (email = ada.email) => shop.call(requestResetLink, { body: { email } });
const listResetEmails = async () => (await listOutbox(shop.deps.db)).filter(({ kind }) => kind === 'reset password');
const reset = (token: string, newPassword = NEW_PASSWORD) => shop.call(resetByLink, { body: { token, newPassword } });
const logIn = (password = ada.password, email = ada.email) => shop.call(login, { body: { email, password } });

/** The newest link that was emailed to this address. */
async function getToken(email = ada.email): Promise<string> {
  await queueResetLink(shop.deps, email);
  const sent = (await listResetEmails()).filter(({ recipient }) => recipient === email);
  const [, token] = /https:\/\/shop\.example\/reset-password#token=(\S+)/.exec(sent.at(-1)?.text ?? '') ?? [];
  return String(token);
}

test('[ACCT-8] a requested link comes by email and sets a new password; every session ends and the owner is notified', async () => {
  await registerConfirmed();
  const { token: session } = (await logIn()).body;
  expect((await ask(' ADA@example.com ')).status).toBe(200);
  await expect.poll(async () => (await listResetEmails()).length).toBe(1);
  const [email] = await listResetEmails();
  expect(email?.recipient).toBe(ada.email);
  const [, token = ''] = /#token=(\S+)/.exec(email?.text ?? '') ?? [];
  expect((await reset(token)).body).toEqual({ success: true, message: 'Your password was reset, please log in' });
  expect((await shop.call(checkUser, { token: session })).status).toBe(401);
  expect([(await logIn()).status, (await logIn(NEW_PASSWORD)).status]).toEqual([401, 200]);
  const kinds = (await shop.deps.db.select().from(emails)).map(({ kind }) => kind);
  expect(kinds).toContain('password changed');
});

test('[ACCT-8] [SAFE-4] an email without an account gets exactly the same answer, and no email', async () => {
  await registerConfirmed();
  const [known, unknown] = [await ask(), await ask('nobody@example.com')];
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  await expect.poll(async () => (await listResetEmails()).length).toBe(1);
  await queueResetLink(shop.deps, 'nobody@example.com');
  expect(await listResetEmails()).toHaveLength(1);
});

test('[ACCT-8] the link works once, also with ten uses at once', async () => {
  await registerConfirmed();
  const token = await getToken();
  const uses = await Promise.all(Array.from({ length: 10 }, (_, n) => reset(token, `battery staple ${n}`)));
  expect(uses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await reset(token, 'purple monkey')).toMatchObject(EXPIRED);
  const winner = uses.findIndex(({ status }) => status === 200);
  expect((await logIn(`battery staple ${winner}`)).status).toBe(200);
});

test('[ACCT-8] the link works for thirty minutes', async () => {
  await registerConfirmed();
  const token = await getToken();
  shop.advanceClock(30 * MINUTE - SECOND);
  expect((await reset(token, 'sunshine1')).status).toBe(400);
  shop.advanceClock(2 * SECOND);
  expect(await reset(token)).toMatchObject(EXPIRED);
  expect((await logIn()).status).toBe(200);
});

test('[ACCT-8] after a change of the password, links sent before no longer work', async () => {
  await registerConfirmed();
  const [first, second] = [await getToken(), await getToken()];
  expect((await reset(second)).status).toBe(200);
  expect(await reset(first, 'purple monkey')).toMatchObject(EXPIRED);
});

test('[ACCT-8] after a change of the email, links sent to the old one no longer work', async () => {
  await registerConfirmed();
  const token = await getToken();
  await shop.deps.db.update(users).set({ email: 'ada@new.example' });
  expect(await reset(token)).toMatchObject(EXPIRED);
});

test('[ACCT-8] a link of one account never works for another, whichever part of it is exchanged', async () => {
  await registerConfirmed();
  await registerConfirmed({ ...ada, email: 'eve@example.com' });
  const [hers, eves] = [await getToken(), await getToken('eve@example.com')];
  const [herId, herTime, herSignature = ''] = hers.split('.');
  const [eveId, eveTime, eveSignature] = eves.split('.');
  const later = (Number.parseInt(String(eveTime), 36) + HOUR).toString(36);
  const forged = [
    `${herId}.${herTime}.${eveSignature}`,
    `${eveId}.${herTime}.${herSignature}`,
    `${eveId}.${later}.${eveSignature}`,
    `${herId}.${herTime}.${'A'.repeat(43)}`,
    `${herId}.${herTime}.${herSignature}x`,
    `00000000-0000-4000-8000-000000000000.${herTime}.${herSignature}`,
    `${'-'.repeat(36)}.${herTime}.${herSignature}`,
    'x',
  ];
  for (const token of forged) expect(await reset(token), token).toMatchObject(EXPIRED);
  expect((await logIn()).status).toBe(200);
});

test('[ACCT-8] after fifty wrong tokens in a day a network has to wait', async () => {
  const guesses = await Promise.all(Array.from({ length: 60 }, (_, n) => reset(`guess-${n}`)));
  expect(guesses.filter(({ status }) => status === 404)).toHaveLength(50);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(10);
});

test('[ACCT-8] [LIMIT-3] an email gets at most three links an hour, and a network can cause sixty', async () => {
  await registerConfirmed();
  for (let n = 0; n < 5; n += 1) await queueResetLink(shop.deps, ada.email);
  // One of the three was the link to confirm the address.
  expect(await listResetEmails()).toHaveLength(2);
  shop.advanceClock(HOUR);
  await queueResetLink(shop.deps, ada.email);
  expect(await listResetEmails()).toHaveLength(3);
  for (let n = 0; n < EMAIL_IP_LIMIT.maxAttempts; n += 1) expect((await ask('nobody@example.com')).status).toBe(200);
  expect((await ask('nobody@example.com')).status).toBe(429);
});

test('[ACCT-8] an admin can reset by a link too', async () => {
  await createAdmin(shop.deps, { email: 'boss@example.com', password: 'correct horse' });
  expect((await reset(await getToken('boss@example.com'))).status).toBe(200);
  expect((await logIn(NEW_PASSWORD, 'boss@example.com')).status).toBe(200);
});

test('[ACCT-9] if the operator switched it off, no answer resets a password', async () => {
  await registerConfirmed();
  expect((await shop.call(readResetOptions)).body).toEqual({ success: true, byLink: true, byQuestion: false });
  const body = { email: ada.email, answer: ada.answer, newPassword: NEW_PASSWORD };
  expect(await shop.call(resetPassword, { body })).toMatchObject({ status: 403, body: { code: 'reset_by_answer_off' } });
  const { token } = (await logIn()).body;
  expect(await shop.call(changeAnswer, { token, body: { answer: 'Golf' } })).toMatchObject({ body: { code: 'reset_by_answer_off' } });
  expect((await logIn()).status).toBe(200);
});
