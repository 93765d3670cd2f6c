import { expect, test } from 'vitest';
import { listOutbox } from '../../../../../tests/support/emails.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { ada } from '../../../../../tests/support/users.ts';
import { updateProfile } from '../../../../contract/account.ts';
import * as accountEmail from '../../../../contract/account-security.ts';
import * as auth from '../../../../contract/auth.ts';
import { DAY, MINUTE, SECOND } from '../../../../contract/values.ts';
import { emails } from '../../database/schema/messages.ts';

// Taken addresses are told, so who registers logs in at once; taken-emails.test.ts has the others.
const shop = await openShop({
  deps: ({ accounts }) => ({ publicUrl: 'https://shop.example', accounts: { ...accounts, sendsLinks: true, hidesTakenEmails: false } }),
});
const NEW_EMAIL = 'ada@new.example';
const EXPIRED = { status: 404, body: { success: false, code: 'link_expired' } };
const eve = { ...ada, email: 'eve@example.com', password: 'another horse' };

const registerAda = () => shop.call(auth.register, { body: ada });
const logIn = async ({ email, password } = ada) => (await shop.call(auth.login, { body: { email, password } })).body.token;
const listEmails = async () => (await shop.deps.db.select().from(emails)).map(({ kind, recipient }) => `${kind} → ${recipient}`);
const confirm = (token: string) => shop.call(accountEmail.confirmEmail, { body: { token } });
const readEmail = async (token: string) => (await shop.call(accountEmail.readAccountEmail, { token })).body;
const change = (token: string, email: unknown = NEW_EMAIL) => shop.call(accountEmail.changeEmail, { token, body: { email } });

/** Of the newest link to this address. */
async function getToken(email = ada.email): Promise<string> {
  const rows = await listOutbox(shop.deps.db);
  const sent = rows.filter(({ kind, recipient }) => kind === 'confirm email' && recipient === email);
  return String(/https:\/\/shop\.example\/confirm-email#token=(\S+)/.exec(sent.at(-1)?.text ?? '')?.[1]);
}

test('[ACCT-6] a new account gets a link that confirms its email once', async () => {
  await registerAda();
  const token = await logIn();
  expect(await readEmail(token)).toEqual({ success: true, email: ada.email, isConfirmed: false, pending: null, canChange: true });
  const link = await getToken();
  const uses = await Promise.all(Array.from({ length: 5 }, () => confirm(link)));
  expect(uses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await shop.call(auth.checkUser, { token })).status).toBe(401);
  const again = await logIn();
  expect(await readEmail(again)).toMatchObject({ isConfirmed: true });
  expect(await confirm(link)).toMatchObject(EXPIRED);
  expect((await shop.call(accountEmail.sendConfirmation, { token: again })).status).toBe(200);
  expect(await listEmails()).toEqual([`confirm email → ${ada.email}`]);
});

test('[ACCT-6] the link works for a day; after that another one can be requested', async () => {
  await registerAda();
  const link = await getToken();
  shop.advanceClock(DAY + SECOND);
  expect(await confirm(link)).toMatchObject(EXPIRED);
  const token = await logIn();
  expect((await shop.call(accountEmail.sendConfirmation, { token })).status).toBe(200);
  expect((await confirm(await getToken())).status).toBe(200);
});

test('[ACCT-6] before the confirmation only this email is sent, at most three times an hour; afterwards others too', async () => {
  await registerAda();
  const token = await logIn();
  const setPassword = (password: string, session = token) =>
    shop.call(updateProfile, { token: session, body: { name: 'Ada', address: 'x', password } });
  expect((await setPassword('battery staple')).status).toBe(200);
  for (let n = 0; n < 4; n += 1) await shop.call(accountEmail.sendConfirmation, { token });
  expect(await listEmails()).toEqual(Array(3).fill(`confirm email → ${ada.email}`));
  await confirm(await getToken());
  await setPassword('purple monkey', await logIn({ ...ada, password: 'battery staple' }));
  expect(await listEmails()).toContain(`password changed → ${ada.email}`);
});

test('[ACCT-6] another account’s link, a forged one or none confirms nothing', async () => {
  await registerAda();
  await shop.call(auth.register, { body: eve });
  const [herId, herTime] = (await getToken()).split('.');
  const [, , eveSignature] = (await getToken(eve.email)).split('.');
  for (const token of [`${herId}.${herTime}.${eveSignature}`, `${herId}.${herTime}.${'A'.repeat(43)}`, 'x', `${herId}..`])
    expect(await confirm(token)).toMatchObject(EXPIRED);
  expect((await confirm('')).status).toBe(400);
  expect(await readEmail(await logIn())).toMatchObject({ isConfirmed: false });
});

test('[ACCT-7] a new email replaces the old one after it is confirmed, and the old one is notified', async () => {
  await registerAda();
  await confirm(await getToken());
  const token = await logIn();
  expect((await change(token, ` ${NEW_EMAIL} `)).status).toBe(200);
  expect(await readEmail(token)).toMatchObject({ email: ada.email, isConfirmed: true, pending: NEW_EMAIL });
  expect(await logIn()).toBeDefined();
  expect((await confirm(await getToken(NEW_EMAIL))).status).toBe(200);
  expect((await shop.call(auth.checkUser, { token })).status).toBe(401);
  const again = await logIn({ ...ada, email: NEW_EMAIL });
  expect(await readEmail(again)).toMatchObject({ email: NEW_EMAIL, isConfirmed: true, pending: null });
  expect(await listEmails()).toContain(`email changed → ${ada.email}`);
  expect(await logIn()).toBeUndefined();
});

test('[ACCT-7] of two new emails the later one counts, and the old one again cancels both', async () => {
  await registerAda();
  await confirm(await getToken());
  const token = await logIn();
  await change(token);
  const first = await getToken(NEW_EMAIL);
  await change(token, 'other@new.example');
  expect(await confirm(first)).toMatchObject(EXPIRED);
  const second = await getToken('other@new.example');
  await change(token, ada.email.toUpperCase());
  expect(await confirm(second)).toMatchObject(EXPIRED);
  expect(await readEmail(token)).toMatchObject({ email: ada.email, pending: null });
});

test('[ACCT-7] an email that is taken gets the same answer, and its owner is notified; one taken meanwhile stays with its owner', async () => {
  await registerAda();
  await confirm(await getToken());
  const token = await logIn();
  const free = await change(token);
  const link = await getToken(NEW_EMAIL);
  await shop.call(auth.register, { body: { ...eve, email: NEW_EMAIL } });
  await confirm(await getToken(NEW_EMAIL));
  expect(await confirm(link)).toMatchObject(EXPIRED);
  expect(await readEmail(token)).toMatchObject({ email: ada.email });
  const taken = await change(token);
  expect([taken.status, taken.body]).toEqual([free.status, free.body]);
  expect(await listEmails()).toContain(`email taken → ${NEW_EMAIL}`);
});

test('[ACCT-7] changing the email asks for the password five minutes after the login, and needs an email', async () => {
  await registerAda();
  const token = await logIn();
  for (const email of ['x', '', 7, [NEW_EMAIL], `${'a'.repeat(260)}@new.example`]) expect((await change(token, email)).status).toBe(400);
  shop.advanceClock(6 * MINUTE);
  expect(await change(token)).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
  await shop.call(auth.reauthenticate, { token, body: { password: ada.password } });
  expect((await change(token)).status).toBe(200);
});
