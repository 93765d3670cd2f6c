import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { floodHashing } from '../../../../../tests/support/flood-hashing.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { ada as person } from '../../../../../tests/support/users.ts';
import { changeAnswer, readAnswer, resetPassword } from '../../../../contract/account-security.ts';
import { checkUser, login, reauthenticate, register } from '../../../../contract/auth.ts';
import { DAY, MINUTE } from '../../../../contract/values.ts';
import { loginAttempts } from '../../database/schema/account.ts';
import { buildAttemptKey, RESET_LIMIT } from '../login/rate-limits.ts';
import { createAdmin } from '../roles/team.service.ts';

const shop = await openShop();
const WRONG = { success: false, message: 'email or password wrong', code: 'wrong_answer' };

const ada = { ...person, answer: 'Table  Tennis' };

const logIn = (password: string, email = ada.email) => shop.call(login, { body: { email, password } });
const reset = (answer: string, email = ada.email, newPassword = 'battery staple') =>
  shop.call(resetPassword, { body: { email, answer, newPassword } });

test('[ACC-3] [API-13] the right answer sets a new password and ends every session', async () => {
  await shop.call(register, { body: ada });
  const { token } = (await logIn(ada.password)).body;
  const { status, body } = await reset('table tennis', ' ADA@example.com ');
  expect(status).toBe(200);
  expect(body).toEqual({ success: true, message: 'Your password was reset, please log in' });
  expect((await shop.call(checkUser, { token })).status).toBe(401);
  expect((await logIn(ada.password)).status).toBe(401);
  expect((await logIn('battery staple')).status).toBe(200);
});

test.each(['TABLE TENNIS', '  table\u00a0tennis ', 'ｔａｂｌｅ tennis'])(
  '[ACC-3] the answer "%s" counts as the same sport',
  async (answer) => {
    await shop.call(register, { body: ada });
    expect((await reset(answer)).status).toBe(200);
  },
);

test('[ACC-3] [SAFE-4] a wrong answer and an unknown email get exactly the same answer, and nothing changes', async () => {
  await shop.call(register, { body: ada });
  const payloads = [
    { email: ada.email, answer: 'golf', newPassword: 'battery staple' },
    { email: 'nobody@example.com', answer: 'golf', newPassword: 'battery staple' },
  ];
  const [known, unknown] = await Promise.all(
    payloads.map((payload) => shop.app.inject({ method: 'POST', url: resetPassword.path, payload })),
  );
  expect(known?.statusCode).toBe(401);
  expect(known?.json()).toEqual(WRONG);
  expect(unknown?.statusCode).toBe(401);
  expect(unknown?.rawPayload).toEqual(known?.rawPayload);
  expect((await logIn(ada.password)).status).toBe(200);
});

test('[SAFE-4] a reset with an unknown email takes the same work as with a wrong answer', { tags: ['full'] }, async () => {
  await shop.call(register, { body: ada });
  const endFlood = floodHashing();
  for (const email of [ada.email, 'nobody@example.com']) expect((await reset('golf', email)).status).toBe(503);
  await endFlood();
});

test('[SAFE-2] after five wrong answers the right one is refused in the same words for a day; the password still works', async () => {
  await shop.call(register, { body: ada });
  for (let n = 0; n < 5; n += 1) await reset(`sport ${n}`);
  expect(await reset(ada.answer)).toMatchObject({ status: 401, body: WRONG });
  shop.advanceClock(DAY - MINUTE);
  expect((await reset(ada.answer)).status).toBe(401);
  const elsewhere = { method: 'POST', url: login.path, remoteAddress: '203.0.113.9' } as const;
  expect((await shop.send({ ...elsewhere, payload: { email: ada.email, password: ada.password } })).status).toBe(200);
  shop.advanceClock(MINUTE);
  expect((await reset(ada.answer)).status).toBe(200);
});

test('[SAFE-2] of twenty simultaneous wrong answers each is counted, and the right one comes too late', async () => {
  await shop.call(register, { body: ada });
  await Promise.all(Array.from({ length: 20 }, (_, n) => reset(`sport ${n}`)));
  const [counted] = await shop.deps.db
    .select()
    .from(loginAttempts)
    .where(eq(loginAttempts.key, buildAttemptKey(RESET_LIMIT, ada.email)));
  expect(counted?.count).toBe(20);
  expect(await reset(ada.answer)).toMatchObject({ status: 401, body: WRONG });
  expect((await logIn(ada.password)).status).toBe(200);
});

test('[SAFE-2] an admin’s password can’t be reset by an answer, not even the right one', async () => {
  await shop.call(register, { body: ada });
  await createAdmin(shop.deps, { email: ada.email, password: 'the real admin' });
  expect(await reset(ada.answer)).toMatchObject({ status: 401, body: WRONG });
  expect((await logIn('the real admin')).body.user.role).toBe(1);
});

test('[SAFE-2] after fifty wrong answers in a day, for any accounts, a network address has to wait', { tags: ['full'] }, async () => {
  await shop.call(register, { body: ada });
  await Promise.all(Array.from({ length: 50 }, (_, n) => reset('golf', `user${n}@example.com`)));
  const next = await reset(ada.answer);
  expect(next.status).toBe(429);
  expect(Number(next.headers['retry-after'])).toBeGreaterThan(80_000);
});

test('[SAFE-2] a customer locked out by wrong passwords can log in again after a reset', { tags: ['full'] }, async () => {
  await shop.call(register, { body: ada });
  for (let n = 0; n < 6; n += 1) await logIn('wrong');
  expect((await logIn(ada.password)).status).toBe(429);
  await reset(ada.answer);
  expect((await logIn('battery staple')).status).toBe(200);
});

test('a login that runs with the old password keeps no session after the reset', async () => {
  await shop.call(register, { body: ada });
  let password = ada.password;
  for (let round = 0; round < 10; round += 1) {
    const next = `battery staple ${round}`;
    // Begun a little later each round, so that it ends before, amid and after the reset.
    const delayedLogin = new Promise((resolve) => setTimeout(resolve, 2 * round)).then(() => logIn(password));
    const [done, early, other] = await Promise.all([reset(ada.answer, ada.email, next), logIn(password), delayedLogin]);
    expect(done.status).toBe(200);
    for (const it of [early, other]) {
      const status = it.status === 200 ? (await shop.call(checkUser, { token: it.body.token })).status : it.status;
      expect(status).toBe(401);
    }
    password = next;
  }
});

test.each([
  ['no answer', { email: ada.email, newPassword: 'battery staple' }, 'answer'],
  ['a short new password', { email: ada.email, answer: 'golf', newPassword: 'short' }, 'newPassword'],
  ['a list for an answer', { email: ada.email, answer: ['golf'], newPassword: 'battery staple' }, 'answer'],
])('[SAFE-5] a reset with %s is refused and the field is named', async (_what, body, path) => {
  const response = await shop.call(resetPassword, { body });
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ success: false, issues: [{ path }] });
});

/** The commonest answers, and what twenty customers answered: nine of them one of these. */
const COMMON = ['Football', 'Basketball', 'Tennis', 'Swimming'];
const RARE = ['Curling', 'Fencing', 'Archery', 'Judo', 'Rowing', 'Surfing', 'Squash', 'Handball', 'Karate', 'Chess boxing', 'Pétanque'];

test('[SAFE-2] a person who tries the most common sports on many accounts opens at most two of twenty, with 48 tries', {
  tags: ['full'],
}, async () => {
  const sports = ['Football', 'Football', 'Football', 'Tennis', 'Tennis', 'Basketball', 'Basketball', 'Swimming', 'Swimming', ...RARE];
  const emails = sports.map((_sport, n) => `customer${n}@example.com`);
  // Football isn't the favorite of the first ones.
  const order = [...emails.slice(9), ...emails.slice(0, 9)];
  for (const [n, answer] of sports.entries()) await shop.call(register, { body: { ...ada, email: emails[n], answer } });
  const guess = (email: string, answer: string) =>
    shop.send({
      method: 'POST',
      url: resetPassword.path,
      remoteAddress: '198.51.100.7',
      payload: { email, answer, newPassword: 'battery staple' },
    });
  const opened = new Set<string>();
  const tries = COMMON.flatMap((sport) => order.map((email) => [email, sport] as const)).slice(0, 48);
  for (const [email, sport] of tries) if ((await guess(email, sport)).status === 200) opened.add(email);
  expect(opened.size).toBeLessThanOrEqual(2);
  // A customer elsewhere isn't concerned.
  expect((await reset('Curling', emails[9])).status).toBe(200);
});

test('[SAFE-2] a device that the account knows can answer although its network has used up its tries', async () => {
  await shop.call(register, { body: ada });
  const { device } = (await logIn(ada.password)).body;
  for (let n = 0; n < 6; n += 1) await reset('golf', `customer${n}@example.com`);
  const body = { email: ada.email, answer: ada.answer, newPassword: 'battery staple' };
  expect(await shop.call(resetPassword, { body })).toMatchObject({ status: 401, body: WRONG });
  expect((await shop.call(resetPassword, { body: { ...body, device } })).status).toBe(200);
});

test('[ACCT-14] the answer can be changed after a recent login; the old one stops working', async () => {
  await shop.call(register, { body: ada });
  const { token } = (await logIn(ada.password)).body;
  const change = (answer: unknown) => shop.call(changeAnswer, { token, body: { answer } });
  shop.advanceClock(6 * MINUTE);
  expect(await change('Curling')).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
  await shop.call(reauthenticate, { token, body: { password: ada.password } });
  for (const answer of ['', ' ', 7, ['Curling'], 'x'.repeat(201), undefined]) expect((await change(answer)).status).toBe(400);
  expect(await change('  Curling ')).toMatchObject({ status: 200, body: { success: true } });
  expect((await shop.call(checkUser, { token })).status).toBe(200);
  expect((await reset(ada.answer)).status).toBe(401);
  expect((await reset('curling')).status).toBe(200);
  expect((await change('Golf')).status).toBe(401);
});

test('[ACCT-14] only the owner of an account sees whether its answer is set', async () => {
  await shop.call(register, { body: ada });
  const { token } = (await logIn(ada.password)).body;
  expect(await shop.call(readAnswer, { token })).toMatchObject({ status: 200, body: { success: true, isSet: true } });
  expect((await shop.call(readAnswer)).status).toBe(401);
});
