/** A shop whose embedded database has no room left: what it answered 200 is there, and it goes on once there is room. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { makeMigratedDataDir } from '../../../../tests/support/migrated-dump.ts';
import { isFullRun } from '../../../../tests/support/projects.ts';
import { runCommand } from '../../../../tests/support/run-command.ts';
import { root, type ShopProcess, startShop } from '../../../../tests/support/shop-process.ts';
import { mountTinyDisk } from '../../../../tests/support/tiny-disk.ts';
import { login, register } from '../../../contract/auth.ts';

const dump = inject('dump');

async function post(shop: ShopProcess, url: string, body: object): Promise<number | 'cut'> {
  try {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(shop.origin + url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  } catch {
    return 'cut';
  }
}

test.runIf(isFullRun && dump)(
  '[RUN-16] [fault 23] with a full disk the shop refuses what it can’t store, and loses nothing that it has accepted',
  { tags: ['full'], timeout: 600_000 },
  async ({ skip }) => {
    const disk = mountTinyDisk('300m') ?? skip('needs root, for a small disk');
    onTestFinished(() => disk.unmount());
    const dataDir = path.join(disk.folder, 'data');
    mkdirSync(dataDir);
    execFileSync('cp', ['-r', path.join(makeMigratedDataDir(String(dump)), 'database'), dataDir]);
    const env = { DEMO: 'off' };
    const start = () => startShop({ env, dataDir, keepData: true });
    let shop = await start();
    onTestFinished(() => shop.kill());
    const taken: { email: string; password: string }[] = [];
    const answers = new Set<number | 'cut'>();
    const registerSome = async (count: number) => {
      for (let n = 0; n < count; n += 1) {
        const account = { email: `ada-${taken.length}-${answers.size}-${n}@example.com`, password: 'a long password of hers' };
        const status = await post(shop, register.path, {
          ...account,
          name: 'Ada',
          phone: '+1 555 0100',
          address: '1 Market Street',
          answer: 'Chess',
        });
        answers.add(status);
        if (status === 200) taken.push(account);
        else if (status === 'cut' || status >= 500) return true;
      }
      return false;
    };
    await registerSome(3);
    disk.fill();
    expect(await registerSome(300)).toBe(true);
    expect([...answers].filter((it) => it !== 200 && it !== 503 && it !== 507 && it !== 'cut')).toEqual([]);
    disk.free();
    if (shop.process.exitCode !== null || shop.process.signalCode !== null) shop = await start();
    console.log(`full disk: ${JSON.stringify({ answers: [...answers], taken: taken.length, isAlive: shop.process.exitCode === null })}`);
    await expect.poll(() => registerSome(1), { timeout: 30_000 }).toBe(false);
    for (const account of [...taken.slice(0, 3), ...taken.slice(-3)]) expect(await post(shop, login.path, account)).toBe(200);
    const verified = await runCommand(['verify'], { cwd: root, env: { ...env, DATA_DIR: dataDir } });
    expect([verified.code, verified.err]).toEqual([0, '']);
  },
);
