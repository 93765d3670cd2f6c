import { setTimeout as sleep } from 'node:timers/promises';
import { desc } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { makeEmail } from '../../../../../tests/support/emails.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { ada } from '../../../../../tests/support/users.ts';
import { updateProfile } from '../../../../contract/account.ts';
import { resetPassword } from '../../../../contract/account-security.ts';
import { login, reauthenticate, register } from '../../../../contract/auth.ts';
import { HOUR, MINUTE } from '../../../../contract/values.ts';
import { emails } from '../../database/schema/messages.ts';
import { queueEmail, queueNotice } from '../../messages/emails/outbox.ts';
import { EMAIL_IP_LIMIT, requireAttempt } from '../login/rate-limits.ts';

const shop = await openShop({ deps: () => ({ publicUrl: 'https://shop.example' }) });

describe('a new password', () => {
  const listPasswordChangedEmails = async () =>
    (await shop.deps.db.select().from(emails)).filter(({ kind }) => kind === 'password changed');

  test('[LETTER-5] set by the answer is reported to the account by email, with the shop’s own URL', async () => {
    await shop.call(register, { body: ada });
    await shop.call(resetPassword, { body: { email: ada.email.toUpperCase(), answer: 'wrong', newPassword: 'battery staple' } });
    expect(await listPasswordChangedEmails()).toEqual([]);
    await shop.call(resetPassword, { body: { email: ada.email.toUpperCase(), answer: ada.answer, newPassword: 'battery staple' } });
    const [email] = await listPasswordChangedEmails();
    expect(email?.recipient).toBe(ada.email);
    expect(email?.text).toContain('https://shop.example/forget-password');
    expect(email?.text).not.toContain('battery staple');
  });

  test('[LETTER-5] set in the profile is reported, and other changes there aren’t', async () => {
    await shop.call(register, { body: ada });
    const { token } = (await shop.call(login, { body: { email: ada.email, password: ada.password } })).body;
    await shop.call(updateProfile, { token, body: { name: 'Ada B', address: 'Elsewhere' } });
    expect(await listPasswordChangedEmails()).toEqual([]);
    await shop.call(updateProfile, { token, body: { name: 'Ada B', address: 'Elsewhere', password: 'battery staple' } });
    expect(await listPasswordChangedEmails()).toHaveLength(1);
  });

  test('[LIMIT-6] changed twice in a row is reported once; an hour later it is reported again', async () => {
    await shop.call(register, { body: ada });
    const { token } = (await shop.call(login, { body: { email: ada.email, password: ada.password } })).body;
    let present = ada.password;
    const change = async (password: string) => {
      await shop.call(reauthenticate, { token, body: { password: present } });
      present = password;
      const { status } = await shop.call(updateProfile, { token, body: { name: 'Ada', address: 'Elsewhere', password } });
      expect(status).toBe(200);
    };
    await change('battery staple');
    shop.advanceClock(HOUR - MINUTE);
    await change('battery staple 2');
    expect(await listPasswordChangedEmails()).toHaveLength(1);
    shop.advanceClock(MINUTE);
    await change('battery staple 3');
    expect(await listPasswordChangedEmails()).toHaveLength(2);
  });

  test('[LIMIT-6] is reported an hour after another notice to the address; emails about orders don’t delay it', async () => {
    const { db, now } = shop.deps;
    const notice = makeEmail('ADA@example.com', { kind: 'login attempts' });
    await db.transaction((tx) => queueEmail(tx, makeEmail(ada.email), now()));
    const isQueued = Promise.withResolvers<void>();
    const uncommitted = db.transaction(async (tx) => {
      await queueNotice(tx, notice, now());
      isQueued.resolve();
      await sleep(300);
    });
    await isQueued.promise;
    // At the same time, before the first is committed.
    await Promise.all([uncommitted, db.transaction((tx) => queueNotice(tx, notice, now()))]);
    await shop.call(register, { body: ada });
    await shop.call(resetPassword, { body: { email: ada.email, answer: ada.answer, newPassword: 'battery staple' } });
    const rows = await db.select().from(emails).orderBy(emails.nextAttemptAt, desc(emails.kind));
    expect(rows.map(({ kind }) => kind)).toEqual(['order paid', 'login attempts', 'password changed']);
    const [, first, second] = rows.map(({ nextAttemptAt }) => nextAttemptAt.getTime());
    expect(Number(second) - Number(first)).toBe(HOUR);
  });

  test('[LIMIT-3] can be set sixty times an hour from one network; then the password stays', async () => {
    await shop.call(register, { body: ada });
    for (let n = 0; n < EMAIL_IP_LIMIT.maxAttempts; n += 1) await requireAttempt(shop.deps, EMAIL_IP_LIMIT, '127.0.0.1');
    const body = { email: ada.email, answer: ada.answer, newPassword: 'battery staple' };
    expect((await shop.call(resetPassword, { body })).status).toBe(429);
    const { token } = (await shop.call(login, { body: { email: ada.email, password: ada.password } })).body;
    const profile = { name: 'Ada', address: 'Elsewhere' };
    expect((await shop.call(updateProfile, { token, body: { ...profile, password: 'battery staple' } })).status).toBe(429);
    expect((await shop.call(updateProfile, { token, body: profile })).status).toBe(200);
    shop.advanceClock(HOUR);
    expect((await shop.call(resetPassword, { body })).status).toBe(200);
  });
});
