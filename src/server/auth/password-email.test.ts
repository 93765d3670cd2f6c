import { describe, expect, test } from 'vitest';
import { openShop } from '../../../tests/support/harness.ts';
import { ada } from '../../../tests/support/users.ts';
import { updateProfile } from '../../contract/account.ts';
import { login, register, resetPassword } from '../../contract/auth.ts';
import { emails } from '../database/schema/email.ts';

const shop = await openShop({ deps: () => ({ publicUrl: 'https://shop.example' }) });

describe('a new password', () => {
  const listPasswordChangedEmails = async () =>
    (await shop.deps.db.select().from(emails)).filter(({ kind }) => kind === 'password changed');

  test('[LETTER-5] by the answer is told to the account, with the shop’s own address', async () => {
    await shop.call(register, { body: ada });
    await shop.call(resetPassword, { body: { email: ada.email.toUpperCase(), answer: 'wrong', newPassword: 'battery staple' } });
    expect(await listPasswordChangedEmails()).toEqual([]);
    await shop.call(resetPassword, { body: { email: ada.email.toUpperCase(), answer: ada.answer, newPassword: 'battery staple' } });
    const [email] = await listPasswordChangedEmails();
    expect(email?.recipient).toBe(ada.email);
    expect(email?.text).toContain('https://shop.example/forget-password');
    expect(email?.text).not.toContain('battery staple');
  });

  test('[LETTER-5] in the profile is told, and nothing else there is', async () => {
    await shop.call(register, { body: ada });
    const { token } = (await shop.call(login, { body: { email: ada.email, password: ada.password } })).body;
    await shop.call(updateProfile, { token, body: { name: 'Ada B', address: 'Elsewhere' } });
    expect(await listPasswordChangedEmails()).toEqual([]);
    await shop.call(updateProfile, { token, body: { name: 'Ada B', address: 'Elsewhere', password: 'battery staple' } });
    expect(await listPasswordChangedEmails()).toHaveLength(1);
  });
});
