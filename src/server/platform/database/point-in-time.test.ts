/** The commands of docs/operations/recovery.md, "Point-in-time recovery", on a PostgreSQL of its own that archives as deploy/cluster/patroni.yml says. */
import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { readRecoveryCommands } from '../../../../tests/cluster/point-in-time.ts';
import { openAppOn, seedProducts } from '../../../../tests/support/checkout.ts';
import { findFreePort } from '../../../../tests/support/free-port.ts';
import { openShop } from '../../../../tests/support/harness.ts';
import { startPostgres, type TestPostgres } from '../../../../tests/support/postgres.ts';
import { root } from '../../../../tests/support/shop-process.ts';
import { createTestUser } from '../../../../tests/support/users.ts';
import { readOrder, startCheckout } from '../../../contract/order.ts';
import { MINUTE } from '../../../contract/values.ts';
import { products } from '../../shop/database/schema/catalog.ts';
import { verifyShop } from '../../shop/integrity/verify.service.ts';

const shop = await openShop();
const patroni = readFileSync(path.join(root, 'deploy/cluster/patroni.yml'), 'utf8');
const archiveCommand = /archive_command: '(.*)'/.exec(patroni)?.[1] ?? '';

/** Of the user that PostgreSQL runs as. */
function makeArchive(owner: number | undefined): string {
  const archive = mkdtempSync(path.join(os.tmpdir(), 'shop-archive-'));
  onTestFinished(() => rmSync(archive, { recursive: true, force: true }));
  for (const it of ['wal', 'base', 'restored']) mkdirSync(path.join(archive, it));
  if (owner) for (const it of ['', 'wal', 'base', 'restored']) chownSync(path.join(archive, it), owner, owner);
  return archive;
}

async function ask(postgres: TestPostgres, question: string): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.urlOf('postgres') });
  await client.connect();
  const { rows } = await client.query<{ answer: string }>(`select (${question})::text as answer`);
  await client.end();
  return rows[0]?.answer ?? '';
}

// The embedded database has no archive.
test.runIf(inject('server'))(
  '[BACKUP-13] the state of any minute can be restored from a copy and the archived log: purchases before it, nothing after it',
  {
    timeout: 2 * MINUTE,
  },
  async () => {
    const owner = process.getuid?.() === 0 ? 65_534 : undefined;
    const archive = makeArchive(owner);
    const toHere = (commands: string) => commands.replaceAll('/mnt/archive', archive);
    expect(archiveCommand).toContain('/mnt/archive/wal/%f');
    const postgres = await startPostgres(['-c', 'archive_mode=always', '-c', `archive_command=${toHere(archiveCommand)}`]);
    onTestFinished(() => postgres.stop());
    const { app, deps } = await openAppOn(shop.deps, postgres.urlOf('postgres'));
    const [mug = ''] = await seedProducts({ ...shop, deps }, [{ quantity: 50 }]);
    await postgres.copyTo(path.join(archive, 'base/copy'));
    const buy = async (through: typeof app, { db }: typeof deps) => {
      const { token } = await createTestUser(db);
      const payload = { products: [{ _id: mug }] };
      const answer = await through.inject({ method: 'POST', url: startCheckout.path, headers: { authorization: token }, payload });
      expect(answer.statusCode).toBe(200);
      return { token, url: readOrder.path.replace('{id}', answer.json().order) };
    };
    const earlier = [await buy(app, deps), await buy(app, deps)];
    await sleep(20);
    const minute = await ask(postgres, 'clock_timestamp()');
    await sleep(20);
    const later = await buy(app, deps);
    await postgres.run('update products set quantity = 0');
    const last = await ask(postgres, 'pg_walfile_name(pg_switch_wal())');
    await expect.poll(() => ask(postgres, 'select last_archived_wal from pg_stat_archiver'), { timeout: MINUTE }).toBe(last);
    // The same piece again, as from a standby, is welcome; other bytes by that name are not.
    const archiveAgain = (file: string) =>
      execFileSync('sh', ['-c', toHere(archiveCommand).replaceAll('%f', last).replaceAll('%p', file)], { stdio: 'pipe' });
    archiveAgain(path.join(archive, 'wal', last));
    expect(() => archiveAgain('/etc/passwd')).toThrow();

    const port = await findFreePort();
    const data = path.join(archive, 'restored/shop');
    const [, commands = ''] = readRecoveryCommands([
      ['/mnt/archive', archive],
      ['/var/lib/postgresql/17/shop', data],
      ['/usr/lib/postgresql/17/bin', postgres.bin],
      ['2026-11-25 14:32:00+00', minute],
      ['2026-11-22', 'copy'],
      [`listen_addresses = '*'`, `listen_addresses = '127.0.0.1'\nport = ${port}\nunix_socket_directories = '${archive}'`],
    ]);
    const user = owner ? { uid: owner, gid: owner } : {};
    onTestFinished(() => void execFileSync(path.join(postgres.bin, 'pg_ctl'), ['stop', '-D', data, '-m', 'immediate'], user));
    execFileSync('bash', ['-euc', commands], { ...user, cwd: archive, stdio: 'ignore' });
    const restored = await openAppOn(shop.deps, `postgres://shop@127.0.0.1:${port}/postgres`);
    const read = async ({ token, url }: (typeof earlier)[number]) =>
      (await restored.app.inject({ url, headers: { authorization: token } })).statusCode;
    expect(await Promise.all(earlier.map(read))).toEqual([200, 200]);
    expect(await read(later)).toBe(401);
    expect(await verifyShop(restored.deps.db, deps.now())).toEqual([]);
    // It is a shop that sells, on 50 mugs less the two.
    expect(await restored.deps.db.select({ quantity: products.quantity }).from(products)).toEqual([{ quantity: 48 }]);
    await buy(restored.app, restored.deps);
  },
);
