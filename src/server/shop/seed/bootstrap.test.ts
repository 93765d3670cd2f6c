import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { login } from '../../../contract/auth.ts';
import { readConfig } from '../../platform/settings/read-config.ts';
import { readAccountConfig } from '../connections/connections.ts';
import { users } from '../database/schema/account.ts';
import { settings } from '../database/schema/content.ts';
import { loadOpening, updateOpening } from '../settings/opening.service.ts';
import { createAdmin } from '../team/roles/team.service.ts';
import { bootstrapShop } from './bootstrap.ts';

const shop = await openShop();

test('[RUN-1] of several first starts at once one makes the admin and prints a password, which logs in', async () => {
  const lines: string[] = [];
  const config = readConfig({ DEMO: 'off', ADMIN_EMAIL: 'boss@example.com' });
  await Promise.all(Array.from({ length: 5 }, () => bootstrapShop(shop.deps, config, (line) => lines.push(line))));
  expect(lines).toEqual([expect.stringContaining('Admin: log in as boss@example.com with the password ')]);
  const password = /with the password (\S+)/.exec(lines[0] ?? '')?.[1] ?? '';
  expect((await shop.call(login, { body: { email: 'boss@example.com', password } })).body.user.role).toBe(1);
  await bootstrapShop(shop.deps, config, (line) => lines.push(line));
  expect(lines).toHaveLength(1);
});

test('[RUN-1] a customer who has the email of the first admin becomes one', async () => {
  await shop.signUp({ email: 'boss@example.com', name: 'Ada' });
  const config = readConfig({ DEMO: 'off', ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: 'correct horse' });
  await bootstrapShop(shop.deps, config, () => undefined);
  const { body } = await shop.call(login, { body: { email: 'boss@example.com', password: 'correct horse' } });
  expect(body.user).toMatchObject({ name: 'Ada', role: 1 });
});

test('[OPEN-1] a new shop is closed until its owner opens it, unless it begins with the demo or was asked to be open', async () => {
  const start = async (env: NodeJS.ProcessEnv) => {
    await shop.deps.db.delete(users);
    await shop.deps.db.delete(settings);
    await bootstrapShop(shop.deps, { ...readConfig(env), demo: false }, () => undefined);
    return (await loadOpening(shop.deps.db)).opening;
  };
  expect(await start({ DEMO: 'off' })).toMatchObject({ isOpen: false, passphrase: expect.stringMatching(/^[\w-]{16}$/) });
  // Later starts change nothing.
  await updateOpening(shop.deps, { isOpen: true });
  await bootstrapShop(shop.deps, readConfig({ DEMO: 'off' }), () => undefined);
  expect((await loadOpening(shop.deps.db)).opening.isOpen).toBe(true);
  expect((await start({ DEMO: 'off', START_OPEN: 'on' })).isOpen).toBe(true);
  expect((await start({ DEMO: 'on' })).isOpen).toBe(true);
  // A shop that an earlier version opened.
  await shop.deps.db.delete(settings);
  await bootstrapShop(shop.deps, readConfig({ DEMO: 'off' }), () => undefined);
  expect((await loadOpening(shop.deps.db)).opening.isOpen).toBe(true);
});

const MAIL = { DEMO: 'off', SMTP_URL: 'smtp://localhost', MAIL_FROM: 'shop@shop.example', PUBLIC_URL: 'https://shop.example' };

test('[ACCT-9] where links can be emailed, answers reset nothing in a new shop; one of before, and whoever sets it, has it as it was', async () => {
  const start = async (env: NodeJS.ProcessEnv) => {
    const config = readConfig({ ADMIN_EMAIL: 'boss@example.com', ...env });
    await bootstrapShop(shop.deps, config, () => undefined);
    return (await readAccountConfig(shop.deps.db, config)).resetsByAnswer;
  };
  // A shop that an earlier version opened.
  await createAdmin(shop.deps, { email: 'boss@example.com', password: 'correct horse' });
  expect(await start(MAIL)).toBe(true);
  await shop.deps.db.delete(users);
  expect(await start(MAIL)).toBe(false);
  // From then on, too, and also once it has a mail server.
  expect([await start({ DEMO: 'off' }), await start(MAIL)]).toEqual([true, false]);
  expect([await start({ ...MAIL, RESET_BY_ANSWER: 'on' }), await start({ ...MAIL, RESET_BY_ANSWER: 'off' })]).toEqual([true, false]);
});
