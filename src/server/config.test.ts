import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('without any setting the shop opens on port 3000 with an embedded database and its demo', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 3000,
    host: '0.0.0.0',
    databaseUrl: null,
    publicUrl: null,
    adminEmail: 'admin@example.com',
    adminPassword: null,
    demo: true,
  });
  expect(config.dataDir).toMatch(/\/data$/);
});

test('with a database server the demo is off unless asked for', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://shop@localhost/shop' }).demo).toBe(false);
  expect(readConfig({ DATABASE_URL: 'postgres://shop@localhost/shop', DEMO: 'on' }).demo).toBe(true);
});

test('PUBLIC_URL is kept as an origin, without a slash or a path at its end', () => {
  expect(readConfig({ PUBLIC_URL: 'https://shop.example/' }).publicUrl).toBe('https://shop.example');
});

test('[RUN-4] every fault is named at once', () => {
  const env = {
    PORT: '99999',
    DATABASE_URL: 'mysql://x',
    PUBLIC_URL: 'shop.example',
    DEMO: 'maybe',
    ADMIN_EMAIL: 'nobody',
    ADMIN_PASSWORD: 'short',
    LOG_LEVEL: 'loud',
  };
  for (const name of Object.keys(env)) expect(() => readConfig(env)).toThrow(name);
});

test('the settings cannot be changed by anyone later', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true);
});
