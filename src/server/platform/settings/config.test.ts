import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_DATABASE_LIMITS, readConfig } from './read-config.ts';

test('without any setting the shop starts on port 3000 with an embedded database and its demo', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: null,
    publicUrl: null,
    adminEmail: 'admin@example.com',
    adminPassword: null,
    demo: true,
  });
  expect(config.dataDir).toMatch(/\/data$/);
});

test('with a database server the demo is off unless it is switched on', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://shop@localhost/shop' }).demo).toBe(false);
  expect(readConfig({ DATABASE_URL: 'postgres://shop@localhost/shop', DEMO: 'on' }).demo).toBe(true);
});

test.each<[boolean, Record<string, string>]>([
  [false, {}],
  [true, { DEMO: 'off' }],
  [true, { PUBLIC_URL: 'https://shop.example' }],
  [false, { DEMO: 'off', SECOND_FACTOR: 'optional' }],
  [true, { DEMO: 'on', SECOND_FACTOR: 'team' }],
])('[FACTOR-11] a second factor is required of the team: %s, with %j', (isDemanded, env) => {
  expect(readConfig(env).accounts.demandsSecondFactor).toBe(isDemanded);
});

test.each<[boolean, Record<string, string>]>([
  [true, {}],
  [true, { HOST: 'localhost' }],
  [true, { HOST: '::1', PUBLIC_URL: 'http://localhost:3000' }],
  [true, { HOST: '127.0.0.2' }],
  [true, { HOST: '0.0.0.0', DEMO: 'on' }],
  [true, { PUBLIC_URL: 'https://shop.example', DEMO: 'on' }],
  [false, { HOST: '0.0.0.0' }],
  [false, { HOST: '::' }],
  [false, { HOST: '10.0.0.7' }],
  [false, { HOST: 'shop.internal' }],
  [false, { PUBLIC_URL: 'https://shop.example' }],
  [false, { HOST: '127.0.0.1', PUBLIC_URL: 'HTTPS://shop.example' }],
  [false, { DEMO: 'off' }],
])('[SAFE-12] the demo is on: %s, with %j', (demo, env) => {
  expect(readConfig(env).demo).toBe(demo);
  expect(readConfig(env).isDemoWithheld).toBe(!demo && !env.DEMO);
});

test('[SAFE-12] without HOST the shop is reachable only from this machine', () => {
  expect(readConfig({}).host).toBe('127.0.0.1');
});

test.each(['/', '.', '..', 'src'])('[RUN-4] DATA_DIR can’t be %j, where the code is', (dataDir) => {
  expect(() => readConfig({ DATA_DIR: dataDir })).toThrow('DATA_DIR: must be a directory of its own');
});

test('[RUN-4] TRUSTED_HOSTS are hosts, with or without a port', () => {
  expect(readConfig({ TRUSTED_HOSTS: 'Shop.example, shop.example:8443' }).trustedHosts).toEqual(['shop.example', 'shop.example:8443']);
  for (const wrong of ['https://shop.example', 'shop.example/path', 'a@b', 'a b', '*.shop.example, "'])
    expect(() => readConfig({ TRUSTED_HOSTS: wrong })).toThrow('TRUSTED_HOSTS');
});

test('PUBLIC_URL is shortened to its origin, without a slash or a path', () => {
  expect(readConfig({ PUBLIC_URL: 'https://shop.example/' }).publicUrl).toBe('https://shop.example');
});

test('[RUN-4] emails are sent from MAIL_FROM, with or without a name; SMTP_URL requires it', () => {
  expect(readConfig({})).toMatchObject({ smtpUrl: null, mailFrom: { name: '', address: 'shop@localhost' } });
  expect(readConfig({ MAIL_FROM: 'a@shop.example' }).mailFrom).toEqual({ name: '', address: 'a@shop.example' });
  const config = readConfig({ SMTP_URL: 'smtps://user:secret@mail.example:465', MAIL_FROM: 'Zoë’s Shop <a@shop.example>' });
  expect(config.mailFrom).toEqual({ name: 'Zoë’s Shop', address: 'a@shop.example' });
  expect(() => readConfig({ SMTP_URL: 'smtp://mail.example' })).toThrow('MAIL_FROM');
});

test.each(['shop', 'a@b, c@d', '<a@b', 'a@b>', 'Shop\r\nBcc: x@y <a@b>', 'a@b <c@d'])('[RUN-4] MAIL_FROM can’t be %j', (from) => {
  expect(() => readConfig({ MAIL_FROM: from })).toThrow('MAIL_FROM');
});

test('[RUN-4] an invalid SMTP_URL is reported without its password', () => {
  expect(() => readConfig({ SMTP_URL: 'http://user:secret@mail.example', MAIL_FROM: 'a@b.example' })).toThrow(
    /^(?![\s\S]*secret)[\s\S]*SMTP_URL/,
  );
});

test('[RUN-4] all invalid settings are named together', () => {
  const env = {
    PORT: '99999',
    DATABASE_URL: 'mysql://x',
    PUBLIC_URL: 'shop.example',
    DEMO: 'maybe',
    SMTP_URL: 'mail.example',
    MAIL_FROM: 'nobody',
    ADMIN_EMAIL: 'nobody',
    ADMIN_PASSWORD: 'short',
    LOG_LEVEL: 'loud',
    CACHE_MB: '1.5',
    DATABASE_CONNECTIONS: '0',
    SHUTDOWN_DELAY: '-1',
  };
  expect(() => readConfig(env)).toThrow('Invalid configuration:');
  for (const name of Object.keys(env)) expect(() => readConfig(env)).toThrow(`- ${name}: `);
});

test('[RUN-4] there are twice as many database connections as cores, at least four, or as many as set', () => {
  expect(readConfig({}).databaseConnections).toBe(Math.max(4, 2 * availableParallelism()));
  expect(readConfig({ DATABASE_CONNECTIONS: '1' }).databaseConnections).toBe(1);
  for (const wrong of ['-1', 'many', '1e9', '2.5']) expect(() => readConfig({ DATABASE_CONNECTIONS: wrong })).toThrow('from 1 to 1000');
});

const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old' };

test('Stripe needs both of its settings; several webhook secrets are accepted while one is being replaced', () => {
  expect(readConfig({}).stripe).toBeNull();
  expect(readConfig({ STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: ' , ' }).stripe).toBeNull();
  expect(readConfig(STRIPE).stripe).toEqual({
    secretKey: 'sk_test_abc',
    webhookSecrets: ['whsec_new', 'whsec_old'],
    apiBase: null,
    checkoutUrl: null,
  });
  expect(readConfig({ ...STRIPE, STRIPE_CHECKOUT_URL: 'https://pay.shop.example/' }).stripe?.checkoutUrl).toBe('https://pay.shop.example');
  expect(readConfig({ ...STRIPE, STRIPE_API_BASE: 'http://127.0.0.1:9/' }).stripe?.apiBase).toBe('http://127.0.0.1:9');
});

test.each<[string, Record<string, string>, string]>([
  ['the key alone', { STRIPE_SECRET_KEY: 'sk_test_abc' }, 'STRIPE_WEBHOOK_SECRET: is missing'],
  ['the webhook secret alone', { STRIPE_WEBHOOK_SECRET: 'whsec_abc' }, 'STRIPE_SECRET_KEY: is missing'],
  ['a key for browsers', { ...STRIPE, STRIPE_SECRET_KEY: 'pk_test_abc' }, 'STRIPE_SECRET_KEY: must begin with'],
  [
    'both in the wrong place',
    { STRIPE_SECRET_KEY: 'whsec_abc', STRIPE_WEBHOOK_SECRET: 'sk_test_abc' },
    'STRIPE_WEBHOOK_SECRET: must begin with',
  ],
  ['a live key and another API', { ...STRIPE, STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_API_BASE: 'http://127.0.0.1:9' }, 'test key only'],
  ['an API base that isn’t a URL', { ...STRIPE, STRIPE_API_BASE: 'ftp://x' }, 'STRIPE_API_BASE'],
])('with %s the shop doesn’t start, and says why without showing a key', (_what, env, words) => {
  expect(() => readConfig(env)).toThrow(words);
  expect(() => readConfig(env)).not.toThrow(/_abc/);
});

test('threat 11: with a live key of Stripe the demo is off unless it is switched on', () => {
  const live = { ...STRIPE, STRIPE_SECRET_KEY: 'rk_live_abc' };
  expect([readConfig(STRIPE).demo, readConfig(live).demo, readConfig({ ...live, DEMO: 'on' }).demo]).toEqual([true, false, true]);
});

test('a setting that contains only spaces counts as not set', () => {
  expect(readConfig({ PORT: ' ', DATABASE_URL: '', SMTP_URL: ' ', DEMO: '', TRUST_PROXY: ' , ' })).toEqual(readConfig({}));
});

test('the settings can’t be changed by the code', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true);
});

test('[LIMIT-2] the limit of requests per network is a setting, and 0 means no limit', () => {
  expect(readConfig({}).networkBudgets).toEqual({ uncachedPerMinute: 600 });
  const env = { UNCACHED_REQUESTS_PER_MINUTE: '0', NETWORK_CHECKOUTS_PER_HOUR: '5' };
  expect(readConfig(env)).toMatchObject({ networkBudgets: { uncachedPerMinute: 0 }, checkout: { networkPerHour: 5 } });
  expect(() => readConfig({ UNCACHED_REQUESTS_PER_MINUTE: '-1' })).toThrow('UNCACHED_REQUESTS_PER_MINUTE');
});

test('[RUN-11] a process without a terminal continues for five seconds after a stop signal, unless SHUTDOWN_DELAY says otherwise', () => {
  expect(readConfig({}).shutdownDelay).toBe(process.stdin.isTTY ? 0 : 5000);
  expect(readConfig({ NODE_ENV: 'development' }).shutdownDelay).toBe(0);
  expect(readConfig({ SHUTDOWN_DELAY: '20' }).shutdownDelay).toBe(20_000);
});

const SERVER = 'postgres://shop:secret@database.example:5432/shop';

test('[SCALE-3] a pooler needs two URLs; DATABASE_DIRECT_URL is allowed only together with DATABASE_URL', () => {
  const env = { DATABASE_URL: 'postgres://shop@pooler.example:6432/shop', DATABASE_DIRECT_URL: SERVER };
  expect(readConfig(env)).toMatchObject({ databaseUrl: env.DATABASE_URL, databaseDirectUrl: SERVER });
  expect(readConfig({ DATABASE_URL: SERVER }).databaseDirectUrl).toBeNull();
  expect(() => readConfig({ DATABASE_DIRECT_URL: SERVER })).toThrow('DATABASE_URL: is missing; DATABASE_DIRECT_URL and');
});

test.each([
  'postgres://shop:secret@a.example,b.example/shop',
  'postgres://shop:secret@a.example:5432,b.example:5433/shop',
  'postgres://a.example%2Cb.example/shop',
  'postgres://shop:secret@/shop?host=a.example,b.example',
  'postgres://shop:secret@a.example/shop?sslmode=verify-full&host=a.example%2Cb.example',
])('[SCALE-5] %s, several hosts, is refused, and the message says how to use several machines', (url) => {
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'])
    expect(() => readConfig({ DATABASE_URL: SERVER, [name]: url })).toThrow(
      /^(?![\s\S]*secret)[\s\S]*DATABASE_(DIRECT_)?URL: names several hosts[^\n]*HAProxy \(docs\/operations\/cluster\.md/,
    );
});

test('[SCALE-5] a comma in a password, a database name or another parameter doesn’t count as a second host', () => {
  for (const url of ['postgres://shop:a,b@database.example/shop', 'postgres://shop@database.example/a,b', `${SERVER}?options=-c%20a=b,c`])
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
});

test('[SCALE-7] an unreadable certificate is named before the shop connects', () => {
  expect(() => readConfig({ DATABASE_URL: `${SERVER}?sslmode=verify-full&sslrootcert=/nowhere/root.pem` })).toThrow(
    "DATABASE_URL: its sslrootcert names a file that can't be read (ENOENT)",
  );
});

test('[SCALE-8] every time limit is a setting, in seconds', () => {
  const { timeLimits } = readConfig({});
  expect(timeLimits.database).toEqual(DEFAULT_DATABASE_LIMITS);
  const env = { DATABASE_STATEMENT_TIMEOUT: '20', DATABASE_IDLE_TRANSACTION_TIMEOUT: '30', SMTP_TIMEOUT: '60' };
  expect(readConfig(env).timeLimits).toEqual({
    ...timeLimits,
    smtp: 60_000,
    database: { ...timeLimits.database, statement: 20_000, idleTransaction: 30_000 },
  });
  for (const wrong of ['0', '1.5', 'never']) expect(() => readConfig({ SMTP_TIMEOUT: wrong })).toThrow('SMTP_TIMEOUT');
  // Within a minute nobody else makes the same delivery.
  expect(() => readConfig({ WEBHOOK_TIMEOUT: '60' })).toThrow('WEBHOOK_TIMEOUT');
});

test('[SCALE-8] the object store has separate time limits for reading and writing', () => {
  const keys = { STORAGE_ACCESS_KEY: 'key', STORAGE_SECRET_KEY: 'secret' };
  const { storage } = readConfig({ STORAGE_URL: 's3://bucket', ...keys, STORAGE_TIMEOUT: '7', STORAGE_WRITE_TIMEOUT: '40' });
  expect(storage.s3).toMatchObject({ readTimeout: 7000, writeTimeout: 40_000 });
});

test('[SCALE-8] no connection to the database has its own time limit, except that of the cache', () => {
  const directory = path.resolve(import.meta.dirname, '../..');
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(
    (it) => it.endsWith('.ts') && !it.endsWith('.test.ts'),
  );
  const own = files.filter((it) => /connectionTimeoutMillis: (\d|[A-Z])/.test(readFileSync(path.join(directory, it), 'utf8')));
  expect(own.map((it) => path.basename(it))).toEqual(['invalidation.ts']);
});
