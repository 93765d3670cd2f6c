import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DOCUMENTS } from '../../../../tools/settings.ts';
import { listSetupWarnings, readConfig } from './read-config.ts';
import { SECRET_SETTINGS, SETTING_LIST } from './read-settings.ts';

const SERVER = 'postgres://shop:secret@database.example:5432/shop';

/** Sets NAME_FILE to a file with this text. */
function toFileSetting(name: string, text: string): Record<string, string> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'shop-secret-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = path.join(directory, 'secret');
  writeFileSync(file, text);
  return { [`${name}_FILE`]: file };
}

test('[SCALE-6] a secret can be read from the file that NAME_FILE names, without the line break at its end', () => {
  expect(readConfig(toFileSetting('ADMIN_PASSWORD', 'correct horse \n')).adminPassword).toBe('correct horse ');
  expect(readConfig(toFileSetting('ADMIN_PASSWORD', 'correct horse\r\n')).adminPassword).toBe('correct horse');
  expect(readConfig(toFileSetting('ADMIN_PASSWORD', 'correct horse\n\n')).adminPassword).toBe('correct horse\n');
  const secrets = {
    DATABASE_URL: SERVER,
    DATABASE_DIRECT_URL: `${SERVER}?sslmode=verify-full`,
    DATABASE_REPLICA_URL: `${SERVER}?application_name=replica`,
    ADMIN_PASSWORD: 'correct horse',
    SEALING_KEY: 'a key of enough characters',
    STRIPE_SECRET_KEY: 'sk_test_abc',
    STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old',
    SMTP_URL: 'smtps://user:secret@mail.example:465',
    STORAGE_SECRET_KEY: 'secret-of-the-store',
    METRICS_TOKEN: 'a-token-of-enough-characters',
    CDN_PURGE_HEADER: 'AccessKey: secret',
    BACKUP_PASSPHRASE: 'a passphrase of enough characters',
    BACKUP_SECRET_KEY: 'secret-of-the-backups',
  };
  expect(Object.keys(secrets).sort()).toEqual([...SECRET_SETTINGS].sort());
  const files = Object.entries(secrets).map(([name, value]) => toFileSetting(name, `${value}\n`));
  const cdn = { CDN_MAX_AGE: '10', CDN_PURGE_URL: 'https://cdn.example' };
  const env = { ...cdn, MAIL_FROM: 'a@shop.example', STORAGE_URL: 's3://bucket', STORAGE_ACCESS_KEY: 'key', BACKUP_ACCESS_KEY: 'key' };
  expect(readConfig(Object.assign({ ...env }, ...files))).toEqual(readConfig({ ...env, ...secrets }));
});

test('[SCALE-6] a secret of two lines is refused, unless it is a password or a passphrase', () => {
  const passphrases = ['ADMIN_PASSWORD', 'BACKUP_PASSPHRASE', 'SEALING_KEY'];
  for (const name of SECRET_SETTINGS.filter((it) => !passphrases.includes(it))) {
    // A URL would be read as that of the database `shophunter2`.
    const read = () =>
      readConfig({
        DATABASE_URL: SERVER,
        ...toFileSetting(name, `${SERVER}\nhunter2\n`),
        ...(name === 'DATABASE_URL' && { DATABASE_URL: undefined }),
      });
    expect(read, name).toThrow(`${name}: holds a line break`);
    expect(read, name).not.toThrow(/hunter2/);
  }
  expect(() => readConfig({ DATABASE_URL: `${SERVER}\n?sslmode=verify-full` })).toThrow('DATABASE_URL: holds a line break');
  expect(readConfig(toFileSetting('BACKUP_PASSPHRASE', 'twelve characters\nand more\n')).backup.passphrase).toBe(
    'twelve characters\nand more',
  );
});

test('[SCALE-6] a secret that is set twice, or whose file is empty or unreadable, is named, and nothing of it is shown', () => {
  const refuse = (env: Record<string, string>, words: string) => {
    expect(() => readConfig(env)).toThrow(words);
    expect(() => readConfig(env)).not.toThrow(/hunter2/);
  };
  refuse(
    { ...toFileSetting('ADMIN_PASSWORD', 'hunter2hunter2'), ADMIN_PASSWORD: 'hunter2hunter2' },
    'ADMIN_PASSWORD_FILE: is set beside ADMIN_PASSWORD',
  );
  refuse(toFileSetting('ADMIN_PASSWORD', '\n'), 'ADMIN_PASSWORD_FILE: names an empty file');
  refuse(toFileSetting('ADMIN_PASSWORD', 'hunter2'), 'ADMIN_PASSWORD: must have 8 to 200 characters');
  // The secret itself, where the file's name belongs.
  refuse({ ADMIN_PASSWORD_FILE: 'hunter2hunter2' }, "ADMIN_PASSWORD_FILE: names a file that can't be read (ENOENT)");
  refuse({ DATABASE_URL_FILE: os.tmpdir() }, "DATABASE_URL_FILE: names a file that can't be read (EISDIR)");
  refuse(toFileSetting('DATABASE_URL', 'mysql://shop:hunter2@a/b'), 'DATABASE_URL: must be a URL that begins with');
});

const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' };
const LIVE = { ...STRIPE, STRIPE_SECRET_KEY: 'sk_live_abc' };
const BACKUP = { BACKUP_TO: '/mnt/backups' };
const SMTP = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'shop@shop.example' };

test.each<[string, Record<string, string>, string[]]>([
  ['a first try on this machine', {}, ['demo', 'test_payments', 'emails_to_files']],
  ['the same, reachable by others', { HOST: '0.0.0.0' }, ['no_payments', 'emails_to_files', 'no_backups']],
  ['with the demo asked for', { HOST: '0.0.0.0', DEMO: 'on' }, ['demo', 'test_payments', 'emails_to_files']],
  ['an empty shop with a mail server', { DEMO: 'off', ...SMTP }, ['no_payments', 'no_backups']],
  ['a test key of Stripe', { DEMO: 'off', ...STRIPE, ...SMTP, ...BACKUP }, ['test_payments']],
  ['a live key and the demo', { DEMO: 'on', ...LIVE, ...SMTP }, ['demo']],
  ['a shop that sells without backups', { ...LIVE, ...SMTP }, ['no_backups']],
  ['a shop that sells', { ...LIVE, ...SMTP, ...BACKUP }, []],
])('[FIG-2] [SAFE-12] [BACKUP-11] %s', (_what, env, warnings) => {
  expect(listSetupWarnings(readConfig(env))).toEqual(warnings);
});

test('.env.example and docs/settings.md match the list of settings: `npm run settings` writes them', () => {
  expect(SETTING_LIST.length).toBeGreaterThan(70);
  for (const { file, write } of DOCUMENTS) expect(readFileSync(file, 'utf8')).toBe(write());
});

test('each default and example is a valid value of its setting', () => {
  for (const [name, { check, example }] of SETTING_LIST)
    expect.soft(() => example && !example.endsWith('...') && check.read(example), name).not.toThrow();
});
