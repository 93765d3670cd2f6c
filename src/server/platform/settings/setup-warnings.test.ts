import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { listSetupWarnings } from './setup-warnings.ts';

const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' };
const LIVE = { ...STRIPE, STRIPE_SECRET_KEY: 'sk_live_abc' };
const BACKUP = { BACKUP_TO: '/mnt/backups' };
const SMTP = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'shop@shop.example' };

test.each<[string, Record<string, string>, string[]]>([
  ['a first try on this machine', {}, ['demo', 'test_payments', 'emails_to_files']],
  ['the same where others reach it', { HOST: '0.0.0.0' }, ['no_payments', 'emails_to_files', 'no_backups']],
  ['with the demo asked for', { HOST: '0.0.0.0', DEMO: 'on' }, ['demo', 'test_payments', 'emails_to_files']],
  ['an empty shop with a mail server', { DEMO: 'off', ...SMTP }, ['no_payments', 'no_backups']],
  ['a test key of Stripe', { DEMO: 'off', ...STRIPE, ...SMTP, ...BACKUP }, ['test_payments']],
  ['a live key and the demo', { DEMO: 'on', ...LIVE, ...SMTP }, ['demo']],
  ['a shop that sells without backups', { ...LIVE, ...SMTP }, ['no_backups']],
  ['a shop that sells', { ...LIVE, ...SMTP, ...BACKUP }, []],
])('[FIG-2] [SAFE-12] [BACKUP-11] %s', (_what, env, warnings) => {
  expect(listSetupWarnings(readConfig(env))).toEqual(warnings);
});
