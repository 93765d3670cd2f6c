/** The first start of a shop: what is prepared while it is built, and the demo that opens before its images are made. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { login } from '../../src/contract/auth.ts';
import { listProducts } from '../../src/contract/product.ts';
import { NODE_FLAGS, takeFirst } from '../support/projects.ts';
import { ADMIN, makeDataDir, root, startShop } from '../support/shop-process.ts';
import { call } from './support/api-client.ts';

/** As npm does. */
const BY_NPM = { npm_lifecycle_event: 'start' };

let dataDir = '';
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** What start.js runs beside the build. */
function prepare(env: Record<string, string> = {}) {
  const settings = { PATH: process.env.PATH, DATA_DIR: dataDir, ADMIN_PASSWORD: ADMIN.password, ...BY_NPM, ...env };
  const child: ChildProcess = spawn(process.execPath, [...NODE_FLAGS, path.join(root, 'tools/prepare.ts')], {
    cwd: root,
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  // Not `close`: Node emits that only if the child is the one who ends the channel.
  const isRead = Promise.all([child.stdout, child.stderr].map((stream) => stream && once(stream, 'end')));
  const ended = once(child, 'exit').then(async ([code]) => {
    await isRead;
    return code as number | null;
  });
  return { child, ended, output: () => output };
}

const openAgain = () => startShop({ dataDir, keepData: true, env: { DEMO: 'on', ...BY_NPM } });

const listPageImages = async (origin: string) => {
  const html = await (await fetch(origin)).text();
  return [...new Set(html.match(/\/uploads\/[0-9a-f]{32}-\d+\.webp/g))];
};

test('[RUN-18] [DEMO-2] the database is filled while the shop is built; then it opens at once, and its first page shows every picture', {
  timeout: 600_000,
}, async () => {
  dataDir = makeDataDir();
  const preparation = prepare();
  expect(await preparation.ended, preparation.output()).toBe(0);
  const lines = preparation.output().trim().split('\n');
  expect(lines[0]).toBe('Admin: log in as admin@example.com with the password of ADMIN_PASSWORD');
  expect(lines.some((it) => it.startsWith('{'))).toBe(false);
  expect(lines).toEqual(expect.arrayContaining(['  50 %', '  100 %', '  136 products']));
  expect(existsSync(path.join(dataDir, 'uploads'))).toBe(false);

  const shop = await openAgain();
  try {
    const images = await listPageImages(shop.origin);
    expect(images.length).toBeGreaterThanOrEqual(8);
    for (const image of takeFirst(images, 2))
      expect((await fetch(shop.origin + image)).headers.get('content-type'), image).toBe('image/webp');
    expect((await call(shop.origin, login, { body: ADMIN })).user.role).toBe(1);
    expect(shop.output()).toMatch(/^The shop is open: http/m);
    expect(shop.output()).not.toContain('136 products');
  } finally {
    await shop.stop();
  }
});

test('[RUN-18] [DEMO-1] whoever ends a first start ends what it prepares, and the next start completes it', {
  tags: ['full'],
  timeout: 600_000,
}, async () => {
  dataDir = makeDataDir();
  const preparation = prepare();
  await expect.poll(preparation.output, { timeout: 500_000 }).toContain('  25 %');
  preparation.child.disconnect();
  expect(await preparation.ended).toBe(1);
  expect(preparation.output()).not.toContain('136 products');
  const shop = await openAgain();
  try {
    expect((await call(shop.origin, listProducts)).total).toBe(136);
  } finally {
    await shop.stop();
  }
});

test('[RUN-18] a setting that is wrong ends a first start before it is built', async () => {
  dataDir = makeDataDir();
  const preparation = prepare({ PUBLIC_URL: 'no url' });
  expect(await preparation.ended).toBe(1);
  expect(preparation.output()).toMatch(/^The shop can't start: .*PUBLIC_URL/s);
  expect(existsSync(path.join(dataDir, 'database'))).toBe(false);
});
