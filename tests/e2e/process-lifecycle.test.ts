/** The shop's process: first start, a second process on the same data, SIGKILL, restart, SIGTERM. */
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login, register } from '../../src/contract/auth.ts';
import { listCategories } from '../../src/contract/category.ts';
import { listProducts } from '../../src/contract/product.ts';
import { ADMIN, makeDataDir, root, runUntilExit, type ShopProcess, startShop } from '../support/shop-process.ts';
import { call, makeRegistration, sendRequest } from './support/api-client.ts';

const dataDir = makeDataDir();
const settings = { DATA_DIR: dataDir, DEMO: 'off', ADMIN_PASSWORD: '' };
const shopper = makeRegistration();

let shop: ShopProcess;
let adminPassword: string;

const startShopAgain = () => startShop({ dataDir, keepData: true, env: settings });

beforeAll(async () => {
  shop = await startShopAgain();
});
afterAll(async () => {
  await shop?.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('one shop, in this order', () => {
  test('[RUN-1] the first start makes a password for the admin, prints it, and it logs in', async () => {
    adminPassword = /with the password (\S+)/.exec(shop.output())?.[1] ?? '';
    expect(adminPassword.length).toBeGreaterThanOrEqual(12);
    const { user } = await call(shop.origin, login, { body: { email: ADMIN.email, password: adminPassword } });
    expect(user.role).toBe(1);
  });

  test('[SAFE-9] the first one who registers is no admin, whatever the form says', async () => {
    await call(shop.origin, register, { body: { ...shopper, role: 1, isAdmin: true } as typeof shopper });
    const { user } = await call(shop.origin, login, { body: { email: shopper.email, password: shopper.password } });
    expect(user.role).toBe(0);
  });

  test('with DEMO=off it is empty, and its page says so', async () => {
    expect((await call(shop.origin, listProducts)).products).toEqual([]);
    expect((await call(shop.origin, listCategories)).category).toEqual([]);
    const page = await fetch(shop.origin);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('No products yet');
  });

  test('[RUN-2] a second process on the same data refuses to start, names the first one, and leaves it unharmed', async () => {
    const secondRun = await runUntilExit(settings);
    expect(secondRun.code).toBeGreaterThan(0);
    expect(secondRun.output).toContain(`process ${shop.process.pid}`);
    expect(secondRun.output).not.toMatch(/^\s+at /m);
    expect((await sendRequest(shop.origin, listProducts)).status).toBe(200);
  });

  test('[RUN-2] killed, it starts again over the dead lock; what was stored is there, and no password is printed', async () => {
    await shop.kill();
    shop = await startShopAgain();
    const { user } = await call(shop.origin, login, { body: { email: shopper.email, password: shopper.password } });
    expect(user.name).toBe(shopper.name);
    expect(shop.output()).not.toContain('with the password');
    expect(shop.output()).not.toContain(adminPassword);
  });

  test('[RUN-3] asked to stop, it ends with exit code 0 and lets go of its data', async () => {
    expect(await shop.stop()).toBe(0);
    shop = await startShopAgain();
    expect((await sendRequest(shop.origin, listProducts)).status).toBe(200);
  });
});

test('[RUN-4] every wrong setting is named at once, and nothing is started', async () => {
  const { code, output } = await runUntilExit({
    DATA_DIR: dataDir,
    PORT: 'harbour',
    DATABASE_URL: 'mysql://x',
    ADMIN_EMAIL: 'nobody',
    ADMIN_PASSWORD: 'short',
    DEMO: 'perhaps',
    LOG_LEVEL: 'loud',
  });
  expect(code).toBeGreaterThan(0);
  for (const name of ['PORT', 'DATABASE_URL', 'ADMIN_EMAIL', 'ADMIN_PASSWORD', 'DEMO', 'LOG_LEVEL']) expect(output).toContain(name);
  expect(output).not.toMatch(/^\s+at /m);
});

test('a build without its pages is refused at the start, and the message says what to do', async () => {
  const copy = makeDataDir();
  try {
    mkdirSync(path.join(copy, 'build'));
    cpSync(path.join(root, 'build/server'), path.join(copy, 'build/server'), { recursive: true });
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    const { code, output } = await runUntilExit({ DATA_DIR: path.join(copy, 'data') }, path.join(copy, 'build/server/main.js'));
    expect(code).toBeGreaterThan(0);
    expect(output).toContain("The pages can't be loaded");
    expect(output).toContain('npm run build');
    expect(output).not.toMatch(/^\s+at /m);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
