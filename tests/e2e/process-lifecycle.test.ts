/** The shop's process: first start, a second process on the same data, SIGKILL, restart, SIGTERM. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login, register } from '../../src/contract/auth.ts';
import { listCategories } from '../../src/contract/category.ts';
import { listProducts } from '../../src/contract/product.ts';
import { findFreePort } from '../support/free-port.ts';
import { takeFirst } from '../support/projects.ts';
import { ADMIN, makeDataDir, root, runUntilExit, type ShopProcess, startShop } from '../support/shop-process.ts';
import { call, makeRegistration, sendRequest } from './support/api-client.ts';
import { makeEmptyDataDir } from './support/worker-shop.ts';

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

/** Files with permissions for anybody but their owner, in octal. Database files may come and go meanwhile. */
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
  test('[RUN-1] the first start makes a password for the admin and prints it, and the admin can log in with it', async () => {
    await expect.poll(() => shop.output()).toMatch(/with the password \S+/);
    adminPassword = /with the password (\S+)/.exec(shop.output())?.[1] ?? '';
    expect(adminPassword.length).toBeGreaterThanOrEqual(12);
    const { user } = await call(shop.origin, login, { body: { email: ADMIN.email, password: adminPassword } });
    expect(user.role).toBe(1);
  });

  test('[SAFE-11] only its owner can access the data directory, from the first start on', async () => {
    expect(listOpenFiles(dataDir)).toEqual([]);
    // The database with its lock and socket; uploads come with the first image.
    expect(readdirSync(dataDir).sort()).toEqual(['database', 'shop.lock', 'shop.lock.sqlite', 'shop.sock']);
  });

  test('[SAFE-13] each printed line is JSON', () => {
    const lines = shop.output().trim().split('\n');
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: 30, msg: expect.any(String) });
  });

  test('[SAFE-9] the first to register is no admin, whatever the form says', async () => {
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

  test('[RUN-2] a second process on the same data refuses to start, names the first one, and leaves it unharmed', {
    tags: ['full'],
  }, async () => {
    const secondRun = await runUntilExit(settings);
    expect(secondRun.code).toBeGreaterThan(0);
    expect(secondRun.output).toContain(`process ${shop.process.pid}`);
    expect(secondRun.output).not.toMatch(/^\s+at /m);
    expect((await sendRequest(shop.origin, listProducts)).status).toBe(200);
  });

  test('[RUN-2] killed, it starts again despite the old lock, with its data, and prints no password', {
    tags: ['full'],
  }, async () => {
    await shop.kill();
    for (const file of listFiles(dataDir)) chmodSync(file, 0o777);
    shop = await startShopAgain({ ADMIN_EMAIL: 'another@example.com' });
    const { user } = await call(shop.origin, login, { body: { email: shopper.email, password: shopper.password } });
    expect(user.name).toBe(shopper.name);
    expect(shop.output()).not.toContain('with the password');
    expect(shop.output()).not.toContain(adminPassword);
    // The existing admin, not the one that a first start would make.
    await expect.poll(() => shop.output()).toContain('/dashboard/admin (admin@example.com)');
    expect(shop.output()).not.toContain('another@example.com');
    // Wider permissions are corrected.
    await expect.poll(() => listOpenFiles(dataDir)).toEqual([]);
  });

  test('[RUN-10] SIGUSR2, by which tools request a report, doesn’t end the process', async () => {
    for (let time = 0; time < 3; time += 1) shop.process.kill('SIGUSR2');
    expect((await sendRequest(shop.origin, listProducts)).status).toBe(200);
    expect((await fetch(`${shop.origin}/readyz`)).status).toBe(200);
    expect([shop.process.exitCode, shop.process.signalCode]).toEqual([null, null]);
    expect(shop.output()).not.toContain('SIGUSR2');
  });

  test('[RUN-3] asked to stop, it ends with exit code 0 and releases its data', async () => {
    expect(await shop.stop()).toBe(0);
    shop = await startShopAgain();
    expect((await sendRequest(shop.origin, listProducts)).status).toBe(200);
  });
});

test('[SAFE-12] where others reach the shop, the demo is off unless requested, and the start says so; also with an unlisted forwarded host', {
  tags: ['full'],
}, async () => {
  const exposed = await startShop({ dataDir: makeEmptyDataDir(), env: { HOST: '0.0.0.0', ADMIN_PASSWORD: ADMIN.password } });
  try {
    expect((await call(exposed.origin, listProducts)).products).toEqual([]);
    await expect.poll(() => exposed.output()).toContain('DEMO=on asks for it');
    await expect.poll(() => exposed.output()).toContain('TRUSTED_HOSTS');
  } finally {
    await exposed.stop();
  }
});

test('[SAFE-13] a failed start logs what failed and why, in one line of JSON', { tags: ['full'] }, async () => {
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

test('[RUN-4] all invalid settings are named at once, and nothing is started', { tags: ['full'] }, async () => {
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

/** The second build lacks one script. */
test.each(takeFirst(['build/client', 'one of its scripts']))(
  '[RUN-13] a build without %s is refused at the start, and the message says what to do',
  async (what) => {
    const copy = makeDataDir();
    try {
      mkdirSync(path.join(copy, 'build'));
      cpSync(path.join(root, 'build/server'), path.join(copy, 'build/server'), { recursive: true });
      symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
      if (what !== 'build/client') {
        const assetsDir = path.join(copy, 'build/client/assets');
        cpSync(path.join(root, 'build/client'), path.join(copy, 'build/client'), { recursive: true });
        // The script of the previous build is kept too.
        const entries = readdirSync(assetsDir).filter((name) => /^entry\.client-.*\.js$/.test(name));
        for (const name of entries) rmSync(path.join(assetsDir, name));
      }
      const { code, output } = await runUntilExit({ DATA_DIR: path.join(copy, 'data') }, path.join(copy, 'build/server/main.js'));
      expect(code).toBeGreaterThan(0);
      expect(output).toContain("The pages can't be loaded");
      expect(output).toContain('npm run build');
      expect(output).not.toMatch(/^\s+at /m);
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  },
);

const UNSHARE = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const BUILT_SHOP = [process.execPath, path.join(root, 'build/server/main.js')];
/** Some machines don't permit a namespace: there the built shop runs as an ordinary process. */
const canUnshare = spawnSync('unshare', [...UNSHARE.slice(1), 'true']).status === 0;

test('[RUN-11] as process 1 of a container the stopping shop first reports not ready, keeps serving, and ends with exit code 0', {
  tags: ['full'],
}, async () => {
  const container = await startShop({
    dataDir: makeEmptyDataDir(),
    // Long enough for four requests on a busy machine.
    env: { SHUTDOWN_DELAY: '12', DEMO: 'off' },
    command: canUnshare ? [...UNSHARE, ...BUILT_SHOP] : BUILT_SHOP,
  });
  const { pid } = container.process;
  const shopPid = canUnshare ? Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')) : Number(pid);
  expect((await fetch(`${container.origin}/readyz`)).status).toBe(200);
  // Browsers open spare connections that they may never use.
  const unused = net.connect(Number(new URL(container.origin).port), '127.0.0.1').on('error', () => undefined);
  await once(unused, 'connect');
  process.kill(shopPid, 'SIGTERM');
  await expect.poll(async () => (await fetch(`${container.origin}/readyz`)).status).toBe(503);
  for (const url of ['/livez', '/', listProducts.path]) {
    const response = await fetch(container.origin + url);
    expect([url, response.status, response.headers.get('connection')]).toEqual([url, 200, 'close']);
  }
  await container.exited;
  expect(container.process.exitCode).toBe(0);
});

test('[RUN-11] npm start passes a signal on to the shop', { tags: ['full'] }, async () => {
  const byNpm = await startShop({ dataDir: makeEmptyDataDir(), env: { DEMO: 'off' }, command: ['npm', 'start'] });
  await byNpm.stop();
  expect(byNpm.output()).toContain('SIGTERM: finishing what runs');
  await expect(fetch(byNpm.origin)).rejects.toThrow();
});

test('[RUN-11] asked to stop while waiting for its database, it ends at once', { tags: ['full'] }, async () => {
  const port = await findFreePort();
  const nobody = await findFreePort();
  const waiting = spawn(process.execPath, ['build/server/main.js'], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: `postgres://shop@127.0.0.1:${nobody}/shop` },
    stdio: 'ignore',
  });
  const exited = new Promise((resolve) => waiting.once('exit', resolve));
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/livez`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  waiting.kill('SIGTERM');
  expect(await exited).toBe(0);
});
