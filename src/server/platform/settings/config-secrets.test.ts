import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { SECRET_SETTINGS } from './config-secrets.ts';

const SERVER = 'postgres://shop:secret@database.example:5432/shop';

/** Sets NAME_FILE to a file with this text. */
function toFileSetting(name: string, text: string): Record<string, string> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'shop-secret-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = path.join(directory, 'secret');
  writeFileSync(file, text);
  return { [`${name}_FILE`]: file };
}

test('[SCALE-6] each secret is read from the file that NAME_FILE names, without the line break at its end', () => {
  expect(readConfig(toFileSetting('ADMIN_PASSWORD', 'correct horse \n')).adminPassword).toBe('correct horse ');
  expect(readConfig(toFileSetting('ADMIN_PASSWORD', 'correct horse\r\n')).adminPassword).toBe('correct horse');
  expect(readConfig(toFileSetting('ADMIN_PASSWORD', 'correct horse\n\n')).adminPassword).toBe('correct horse\n');
  const secrets = {
    DATABASE_URL: SERVER,
    DATABASE_DIRECT_URL: `${SERVER}?sslmode=verify-full`,
    DATABASE_REPLICA_URL: `${SERVER}?application_name=replica`,
    ADMIN_PASSWORD: 'correct horse',
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

test('[SCALE-6] a secret of two lines is refused instead of read as one, unless it is a password or a passphrase', () => {
  for (const name of SECRET_SETTINGS.filter((it) => it !== 'ADMIN_PASSWORD' && it !== 'BACKUP_PASSPHRASE')) {
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

test('[SCALE-6] docs/operations.md and .env.example name each secret that a file may hold', () => {
  for (const file of ['docs/operations.md', '.env.example']) {
    const text = readFileSync(path.resolve(import.meta.dirname, '../../../..', file), 'utf8');
    expect([file, SECRET_SETTINGS.filter((name) => !new RegExp(`\\b${name}_FILE\\b`).test(text))]).toEqual([file, []]);
  }
});

test('[SCALE-6] a secret that is set twice, or whose file is empty or can not be read, is named, and nothing of it is repeated', () => {
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
