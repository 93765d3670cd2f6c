/** The shop's process: first start, a second process on the same data, SIGKILL, restart, SIGTERM. */
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
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

const startShopAgain = (env = {}) => startShop({ dataDir, keepData: true, env: { ...settings, ...env } });

/** The directory and everything in it. */
const listFiles = (directory: string) => [
  directory,
  ...readdirSync(directory, { recursive: true }).map((it) => path.join(directory, String(it))),
];

/** Those with permissions for anybody but their owner, as chmod writes them. Files of the database come and go meanwhile. */
const listOpenFiles = (directory: string) =>
  listFiles(directory).flatMap((file) => {
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
    return mode & 0o077 ? [`${(mode & 0o777).toString(8)} ${file}`] : [];
  });

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

  test("[SAFE-11] everything in the data directory is its owner's alone, from the first start on", async () => {
    expect(listOpenFiles(dataDir)).toEqual([]);
    // The database and what belongs to its lock and its commands.
    expect(readdirSync(dataDir).sort()).toEqual(['database', 'shop.lock', 'shop.lock.sqlite', 'shop.sock', 'uploads']);
  });

  test('[SAFE-13] what it prints is a line of JSON each', () => {
    const lines = shop.output().trim().split('\n');
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: 30, msg: expect.any(String) });
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
    for (const file of listFiles(dataDir)) chmodSync(file, 0o777);
    shop = await startShopAgain({ ADMIN_EMAIL: 'another@example.com' });
    const { user } = await call(shop.origin, login, { body: { email: shopper.email, password: shopper.password } });
    expect(user.name).toBe(shopper.name);
    expect(shop.output()).not.toContain('with the password');
    expect(shop.output()).not.toContain(adminPassword);
    // The admin that there is, not the one that a first start would make.
    expect(shop.output()).toContain('/dashboard/admin (admin@example.com)');
    expect(shop.output()).not.toContain('another@example.com');
    // What others could read or write is mended.
    await expect.poll(() => listOpenFiles(dataDir)).toEqual([]);
  });

  test('[RUN-3] asked to stop, it ends with exit code 0 and lets go of its data', async () => {
    expect(await shop.stop()).toBe(0);
    shop = await startShopAgain();
    expect((await sendRequest(shop.origin, listProducts)).status).toBe(200);
  });
});

test('[SAFE-12] where others reach it, the demo is off unless asked for, and the start says so; an unlisted forwarded host too', async () => {
  const exposed = await startShop({ env: { HOST: '0.0.0.0', ADMIN_PASSWORD: ADMIN.password } });
  try {
    expect((await call(exposed.origin, listProducts)).products).toEqual([]);
    expect(exposed.output()).toContain('DEMO=on asks for it');
    expect(exposed.output()).toContain('TRUSTED_HOSTS');
  } finally {
    await exposed.stop();
  }
});

test('[SAFE-13] a start that fails says what failed and why, in one line of JSON', async () => {
  const blocked = makeDataDir();
  try {
    writeFileSync(path.join(blocked, 'database'), 'not a directory');
    const { code, output } = await runUntilExit({ DATA_DIR: blocked });
    expect(code).toBeGreaterThan(0);
    const line = JSON.parse(output.trim().split('\n').at(-1) ?? '');
    expect(line).toMatchObject({ level: 60, msg: expect.stringMatching(/^The shop can't start: .*EEXIST/) });
  } finally {
    rmSync(blocked, { recursive: true, force: true });
  }
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
