/** Backups that were tampered with by somebody who knows the format, copies that keep quiet, buckets, full disks and kills. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createGunzip, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { makeImage } from '../../../../../tests/support/images.ts';
import { toServerEnv } from '../../../../../tests/support/open-test-server.ts';
import { createDatabase, dropDatabase } from '../../../../../tests/support/postgres.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { isFullRun, takeFirst } from '../../../../../tests/support/projects.ts';
import { runCommand } from '../../../../../tests/support/run-command.ts';
import { startS3 } from '../../../../../tests/support/s3.ts';
import { makeDataDir, root, startShop } from '../../../../../tests/support/shop-process.ts';
import { createTestDatabase } from '../../../../../tests/support/test-database.ts';
import { query } from '../../../platform/database/query.ts';
import { openImageStores, storeImage } from '../../content/media/store-image.ts';
import { MANIFEST_FILE, type Manifest } from './backup-format.ts';
import { packTar, type TarEntry, unpackTar } from './tar.ts';

const server = inject('server');
const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

function makeFolder(): string {
  const folder = makeDataDir();
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
const folder = makeFolder();
const source = await createTestDatabase();
closing.push(() => source.close());
const sourceEnv = { DATA_DIR: source.dataDir, ...source.env };
const backupFile = path.join(folder, 'shop.tar.gz');
const run = (env: Record<string, string>, ...args: string[]) => runCommand(args, { cwd: folder, env });

/** Where nothing is yet. */
async function makeEmpty(): Promise<Record<string, string>> {
  if (!server) return { DATA_DIR: makeFolder() };
  const url = await createDatabase(server.url, 'template0');
  closing.push(() => dropDatabase(server.url, url));
  return { DATA_DIR: makeFolder(), ...toServerEnv(url) };
}

beforeAll(async () => {
  await source.withDatabase(async (db) => {
    const { current: images } = openImageStores(source.dataDir, { s3: null, writesTo: 'folder' });
    await storeImage(images, await makeImage('png', { width: 20, height: 20, colour: 'red' }));
    await makeProducts(db, [{ categoryId: await makeCategory(db, 'Lamps'), name: 'Lamp', quantity: 3 }]);
    await db.execute(sql`insert into emails (id, kind, recipient, subject, text, html, created_at, next_attempt_at)
      values (gen_random_uuid(), 'paid', 'a@example.com', 'Hello', 'Hello', 'Hello', now(), now())`);
  });
  const { code, err } = await run(sourceEnv, 'backup', backupFile, '--check');
  expect({ code, err }).toEqual({ code: 0, err: '' });
}, 300_000);

/** The backup with its entries changed, and a manifest that fits them again. */
async function tamper(change: (entry: TarEntry) => TarEntry): Promise<string> {
  const archive = createReadStream(backupFile).pipe(createGunzip()) as AsyncIterable<Buffer>;
  const entries = (await Array.fromAsync(unpackTar(archive, () => 1e9))).map((it) => ({ ...it, bytes: Buffer.from(it.bytes) })).map(change);
  const body = entries.filter((it) => it.name !== MANIFEST_FILE);
  const manifest = JSON.parse(String(entries.at(-1)?.bytes)) as Manifest;
  const files = body.map(({ name, bytes }) => ({ name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }));
  const all = [...body, { name: MANIFEST_FILE, bytes: Buffer.from(JSON.stringify({ ...manifest, files })) }];
  async function* stream() {
    yield* all;
  }
  const file = path.join(folder, 'tampered.tar.gz');
  writeFileSync(file, gzipSync(Buffer.concat(await Array.fromAsync(packTar(stream())))));
  return file;
}
const replaceText = (file: RegExp, from: string | RegExp, to: string) => (entry: TarEntry) =>
  file.test(entry.name) ? { ...entry, bytes: Buffer.from(entry.bytes.toString().replaceAll(from, to)) } : entry;
const renameTable = (from: string, to: string) => (entry: TarEntry) => ({
  ...replaceText(/json$/, from, to)(entry),
  name: entry.name.replace(from, to),
});

const TAMPERED: [string, (entry: TarEntry) => TarEntry, string | null][] = [
  ['SQL as a value', replaceText(/^tables\/products/, '"Lamp"', `"'); drop table users; --"`), null],
  ['a newer version', replaceText(/^backup/, /"when":(\d+)/g, '"when":9$1'), 'newer version of the shop'],
  ['an unknown table', renameTable('categories', 'pg_authid'), 'no shop of its version has'],
  ['a computed column', replaceText(/^backup/, '"sku"', '"name_words"'), 'no shop of its version has'],
  ['a value of another type', replaceText(/^tables\/products/, '"Lamp"', 'null'), "doesn't fit"],
  [
    'a reference to nothing',
    replaceText(/^tables\/categories/, /"[0-9a-f-]{36}"/g, '"11111111-1111-4111-8111-111111111111"'),
    'foreign key',
  ],
  ['an unknown sequence', replaceText(/^sequences/, 'orders_number_seq', 'users'), 'no shop of its version has'],
];

test.each(takeFirst(TAMPERED))(
  '[BACKUP-6] a backup with a matching manifest, but %s',
  { timeout: 120_000 },
  async (_what, change, message) => {
    const file = await tamper(change);
    const { code, err, out } = await run(sourceEnv, 'restore', file, '--verify');
    if (message) expect([code, err], out).toEqual([1, expect.stringContaining(message)]);
    else expect([code, err], out).toEqual([0, '']);
  },
);

test('[BACKUP-9] a restored copy sends nothing, however often it is started, until the operator says that it is the real shop', async () => {
  const env: Record<string, string> = { ...(await makeEmpty()), DEMO: 'off' };
  const { code, out, err } = await run(env, 'restore', backupFile);
  expect([code, err], out).toEqual([0, '']);
  expect(out).toContain('It is a copy for now');
  const mails = path.join(String(env.DATA_DIR), 'mail');
  const starts = isFullRun ? 2 : 1;
  for (let start = 1; start <= starts; start += 1) {
    const shop = await startShop({ env, dataDir: String(env.DATA_DIR), keepData: true });
    closing.push(() => shop.kill());
    expect(await (await fetch(`${shop.origin}/readyz`)).status).toBe(200);
    await expect.poll(shop.output).toContain('this is a restored copy');
    // It would send within a second of its start.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(existsSync(mails)).toBe(false);
    if (start < starts) await shop.stop();
    else {
      const live = await run(env, 'restore', '--live');
      expect([live.code, live.err, live.out]).toEqual([0, '', expect.stringContaining('This is the shop now')]);
      await expect.poll(() => existsSync(mails) && readdirSync(mails).length, { timeout: 60_000 }).toBe(1);
      expect((await run(env, 'restore', '--live')).out).toContain('no restored copy');
      await shop.stop();
    }
  }
}, 180_000);

test('[BACKUP-10] a bucket has a complete backup or none; it can be restored from there, and the store’s refusals are reported', async () => {
  const s3 = await startS3('shop-backups');
  closing.push(() => s3.close());
  const keys = { BACKUP_ACCESS_KEY: s3.config.accessKey, BACKUP_SECRET_KEY: s3.config.secretKey };
  const env = { ...sourceEnv, ...keys, BACKUP_TO: s3.url.replace('?', '/kept?'), BACKUP_PASSPHRASE: 'a long enough passphrase' };
  const listNames = async () =>
    [...(await (await fetch(s3.url.replace(/^s3:\/\/([^?]*)\?endpoint=(.*)$/, '$2$1'))).text()).matchAll(/<Key>([^<]*)/g)].map(
      (it) => it[1],
    );
  const failures = [
    [403, 'AccessDenied', '403 AccessDenied'],
    [507, 'StorageFull', '507 StorageFull'],
  ] as const;
  for (const [status, reason, message] of takeFirst(failures)) {
    s3.failRequests((method) => (method === 'PUT' ? { status, code: reason } : null));
    const failed = await run(env, 'backup');
    expect([failed.code, failed.err]).toEqual([1, expect.stringContaining(message)]);
    expect(failed.err).not.toContain('secret');
  }
  s3.failRequests(null);
  const made: string[] = [];
  for (let n = 0; n < 2; n += 1) {
    const { code, out, err } = await run(env, 'backup', '--keep', '1', '--json');
    expect([code, err]).toEqual([0, '']);
    made.push((JSON.parse(out) as { location: string }).location);
  }
  expect(await listNames()).toEqual(made.slice(1).map((it) => URL.parse(it)?.pathname.slice(1)));
  const checked = await run(env, 'restore', String(made[1]), '--verify');
  expect([checked.code, checked.err], checked.out).toEqual([0, '']);
  expect((await run(env, 'restore', String(made[0]), '--verify')).code).toBe(1);
  expect((await run({ ...sourceEnv, BACKUP_TO: env.BACKUP_TO }, 'backup')).err).toContain('BACKUP_ACCESS_KEY');
  expect(readdirSync(path.join(source.dataDir, 'backup-work')).filter((it) => !it.startsWith('shop.lock'))).toEqual([]);
}, 180_000);

test('[BACKUP-16] a backup succeeds even if old ones can’t be deleted; a bucket set by owners must be on the public internet or an allowed host', {
  tags: ['full'],
  timeout: 180_000,
}, async () => {
  const s3 = await startS3('shop-backups');
  closing.push(() => s3.close());
  const keys = { BACKUP_ACCESS_KEY: s3.config.accessKey, BACKUP_SECRET_KEY: s3.config.secretKey };
  const env = { ...sourceEnv, ...keys };
  s3.failRequests((method) => (method === 'DELETE' ? { status: 403, code: 'AccessDenied' } : null));
  const keep = ['--keep-days', '1', '--keep-weeks', '0', '--json', '--steps'];
  const inside = await run(env, 'backup', s3.url, '--public-only', ...keep);
  expect([inside.code, inside.out]).toEqual([1, expect.stringContaining('private_address')]);
  expect(s3.requests).toEqual([]);
  const named = { ...env, BACKUP_HOSTS: new URL(s3.config.endpoint).host };
  for (let n = 0; n < 2; n += 1) {
    // As one of yesterday, which would be deleted.
    const old = new URL(`shop-backups/storefront-2026-01-0${n + 1}T00-00-00-000Z.tar.gz`, s3.config.endpoint);
    const { AwsClient } = await import('aws4fetch');
    await new AwsClient({ accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1', service: 's3' }).fetch(old, {
      method: 'PUT',
      body: 'old',
    });
  }
  const made = await run(named, 'backup', s3.url, '--public-only', '--check', ...keep);
  expect([made.code, made.err]).toEqual([0, '']);
  const lines = made.out
    .trim()
    .split('\n')
    .map((it) => JSON.parse(it) as Record<string, unknown>);
  expect(lines.slice(0, -1).map(({ step }) => step)).toEqual(['reading', 'checking', 'restoring', 'storing']);
  expect(lines.at(-1)).toMatchObject({ findings: 0, deleted: 0, notDeleted: expect.stringContaining('403 AccessDenied') });
});

test('[BACKUP-4] a backup killed at any moment leaves no file with its name, and the next one cleans up', {
  tags: ['full'],
  timeout: 180_000,
}, async () => {
  const target = path.join(folder, 'killed');
  mkdirSync(target);
  for (const delay of [400, 800, 1200, 1600]) {
    const child = spawn(process.execPath, [path.join(root, 'build/server/shop.js'), 'backup', target, '--check'], {
      env: { PATH: process.env.PATH, ...sourceEnv },
      stdio: 'ignore',
    });
    // A quick machine may be done by then.
    const closed = new Promise((resolve) => child.once('close', resolve));
    await new Promise((resolve) => setTimeout(resolve, delay));
    child.kill('SIGKILL');
    await closed;
    for (const name of readdirSync(target).filter((it) => !it.startsWith('.'))) {
      const { code } = await run(sourceEnv, 'restore', path.join(target, name), '--verify');
      expect(code, `${name} after ${delay} ms`).toBe(0);
    }
  }
  const { code, err } = await run(sourceEnv, 'backup', target);
  expect([code, err]).toEqual([0, '']);
  expect(readdirSync(path.join(source.dataDir, 'backup-work')).filter((it) => !it.startsWith('shop.lock'))).toEqual([]);
});

const canMount = (target: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', target]).status === 0;

test('[BACKUP-4] a full disk is reported clearly, and nothing of the backup is left', { tags: ['full'], timeout: 180_000 }, async ({
  skip,
}) => {
  const target = path.join(folder, 'full');
  mkdirSync(target);
  if (!canMount(target)) skip('needs root, for a file system of 64 kB');
  try {
    writeFileSync(path.join(target, 'filler'), Buffer.alloc(62 * 1024));
    expect(await run(sourceEnv, 'backup', target)).toMatchObject({ code: 1, err: expect.stringContaining('There is no room left') });
    expect(readdirSync(target)).toEqual(['filler']);
  } finally {
    spawnSync('umount', [target]);
  }
});

test('[BACKUP-2] a missing passphrase is asked for by the setting’s name, and the commands explain their use', {
  tags: ['full'],
  timeout: 120_000,
}, async () => {
  const encrypted = path.join(folder, 'secret.tar.gz.enc');
  const env = { ...sourceEnv, BACKUP_PASSPHRASE: 'a long enough passphrase' };
  expect((await run(env, 'backup', encrypted)).code).toBe(0);
  expect((await run(sourceEnv, 'restore', encrypted, '--verify')).err).toContain('BACKUP_PASSPHRASE');
  expect((await run({ ...env, BACKUP_PASSPHRASE: 'another long passphrase' }, 'restore', encrypted, '--verify')).err).toContain(
    'passphrase is wrong',
  );
  expect((await run({ ...env, BACKUP_PASSPHRASE: 'short' }, 'restore', encrypted, '--verify')).err).toContain(
    'BACKUP_PASSPHRASE: must have 12',
  );
  const badArguments = [
    ['backup'],
    ['backup', 'a', 'b'],
    ['backup', folder, '--keep', '0'],
    ['restore'],
    ['restore', 'a', '--verify', '--live'],
  ];
  for (const args of badArguments) expect((await run(sourceEnv, ...args)).code, args.join(' ')).toBe(2);
  const rows = await source.withDatabase((db) =>
    query<{ n: number }>(db, sql`select count(*)::int as n from emails where sent_at is null`),
  );
  expect(rows).toEqual([{ n: 1 }]);
});
