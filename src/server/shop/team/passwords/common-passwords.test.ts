import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { takeFirst } from '../../../../../tests/support/projects.ts';
import { ada } from '../../../../../tests/support/users.ts';
import { updateProfile } from '../../../../contract/account.ts';
import { resetPassword } from '../../../../contract/account-security.ts';
import { login, register } from '../../../../contract/auth.ts';
import { createAdmin } from '../roles/team.service.ts';

const shop = await openShop();

const refusal = (path: string) => ({
  status: 400,
  body: { success: false, code: 'invalid_request', issues: [{ path, code: 'common_password' }] },
});

test.each(
  takeFirst(
    [
      'password',
      'PassWord1',
      '12345678',
      'qwertyuiop',
      'iloveyou1',
      '\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff44', // "password" in full-width letters
    ],
    3,
  ),
)('[ACCT-2] registering with %j is refused, and the field is named', async (password) => {
  expect(await shop.call(register, { body: { ...ada, password } })).toMatchObject(refusal('password'));
  expect((await shop.call(login, { body: { email: ada.email, password } })).status).toBe(401);
});

test.each(takeFirst(['zqxwvutr', 'only small letters', '93017264', ' spaces around ', '\u{1f989}'.repeat(8)], 2))(
  '[ACCT-2] %j is unusual enough, and there is no rule about kinds of characters',
  async (password) => {
    expect((await shop.call(register, { body: { ...ada, password } })).status).toBe(200);
    expect((await shop.call(login, { body: { email: ada.email, password } })).status).toBe(200);
  },
);

test('[ACCT-2] a reset and the profile refuse it too, and the password stays', async () => {
  await shop.call(register, { body: ada });
  const reset = { email: ada.email, answer: ada.answer, newPassword: 'sunshine1' };
  expect(await shop.call(resetPassword, { body: reset })).toMatchObject(refusal('newPassword'));
  expect(await shop.call(resetPassword, { body: { ...reset, email: 'nobody@example.com' } })).toMatchObject(refusal('newPassword'));
  const { token } = (await shop.call(login, { body: { email: ada.email, password: ada.password } })).body;
  const profile = { name: 'Ada', address: 'x', password: 'sunshine1' };
  expect(await shop.call(updateProfile, { token, body: profile })).toMatchObject(refusal('password'));
  expect((await shop.call(login, { body: { email: ada.email, password: ada.password } })).status).toBe(200);
});

test('[ACCT-2] no admin is created with a common password', async () => {
  await expect(createAdmin(shop.deps, { email: 'boss@example.com', password: 'trustno1' })).rejects.toMatchObject({
    code: 'invalid_request',
  });
});
