/** Backups of shops in use, restored into databases of either kind: PostgreSQL to embedded and back, on the embedded one alone to another. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { makeShipTo } from '../../../../../tests/support/addresses.ts';
import { holdAt } from '../../../../../tests/support/hold-at.ts';
import { openTestServer, toServerEnv } from '../../../../../tests/support/open-test-server.ts';
import { createDatabase, dropDatabase } from '../../../../../tests/support/postgres.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { isFullRun } from '../../../../../tests/support/projects.ts';
import { renderSmallImage } from '../../../../../tests/support/seed-small-demo.ts';
import { makeDataDir, startShop } from '../../../../../tests/support/shop-process.ts';
import { createTestDatabase } from '../../../../../tests/support/test-database.ts';
import { createTestUser } from '../../../../../tests/support/users.ts';
import { startCheckout } from '../../../../contract/order.ts';
import { callRunningShop } from '../../../cli/operator-socket.ts';
import { type Database, openEmbedded } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { readConfig } from '../../../platform/settings/read-config.ts';
import { openDownloadStores } from '../../../platform/storage/piece-store.ts';
import { openImageStores } from '../../content/media/store-image.ts';
import { fieldFiles } from '../../database/schema/field-file.ts';
import { addFile } from '../../fields/field-file.service.ts';
import { makeDemoImages } from '../../seed/demo-images.ts';
import { seedDemo } from '../../seed/seed.ts';
import { verifyShop } from '../verify.service.ts';
import { type BackupOptions, createBackup } from './create-backup.ts';
import { LEFT_OUT, listAllTables, listTables, qualify, readSequences } from './dump-database.ts';
import { confirmationWords, restore } from './restore.ts';
import { isRestoredCopy } from './restored-copy.repository.ts';

const server = inject('server');
const warnings: string[] = [];
const log = { warn: (_details: object, message: string) => void warnings.push(message) };
const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

interface Place {
  env: Record<string, string>;
  dataDir: string;
  use: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
}

async function makePlace(kind: 'embedded' | 'server'): Promise<Place> {
  const dataDir = makeDataDir();
  closing.push(() => rmSync(dataDir, { recursive: true, force: true }));
  if (kind === 'embedded' || !server) {
    const use: Place['use'] = async (work) => {
      const { db, close } = await openEmbedded({ dataDir }, log);
      try {
        return await work(db);
      } finally {
        await close();
      }
    };
    return { dataDir, env: { DATA_DIR: dataDir }, use };
  }
  const url = await createDatabase(server.url, 'template0');
  closing.push(() => dropDatabase(server.url, url));
  const use: Place['use'] = async (work) => {
    const { db, close } = await openTestServer(url, log, 2);
    try {
      return await work(db);
    } finally {
      await close();
    }
  };
  return { dataDir, env: { DATA_DIR: dataDir, ...toServerEnv(url) }, use };
}

const toContext = (env: Record<string, string>) => ({ config: readConfig(env), log, report: () => undefined });
const backUp = (env: Record<string, string>, to: string, options: Partial<BackupOptions> = {}) =>
  createBackup({ to, passphrase: null, s3Keys: null, check: false, keep: null, copyFromShop: null, ...options }, toContext(env));
const bring = (env: Record<string, string>, from: string, options: Partial<Parameters<typeof restore>[0]> = {}) =>
  restore({ from, passphrase: null, s3Keys: null, mode: 'restore', replace: null, ...options }, toContext(env));

/** All rows of all tables, and where the sequences are. */
async function readAll(db: Database) {
  const runner = {
    run: async (text: string) => void (await db.execute(sql.raw(text))),
    query: <Row>(text: string) => query<Row>(db, sql.raw(text)),
  };
  const tables: Record<string, unknown> = {};
  for (const { name, columns } of await listTables(runner)) {
    const row = `row(${columns.map((it) => `"${it.name}"`).join()})::text`;
    [tables[name]] = await query(
      db,
      sql.raw(`select count(*)::int as rows, md5(string_agg(${row}, ',' order by ${row})) as hash from ${qualify(name)}`),
    );
  }
  return { tables, sequences: await readSequences(runner) };
}

const source = await createTestDatabase();
const sourceEnv = { DATA_DIR: source.dataDir, ...source.env };
const folder = makeDataDir();
closing.push(
  () => source.close(),
  () => rmSync(folder, { recursive: true, force: true }),
);
const PIECE = `${'ab'.repeat(16)}.bin`;
const [backupFile, productIds, tokens] = [path.join(folder, 'shop.tar.gz'), [] as string[], [] as string[]];

beforeAll(async () => {
  await source.withDatabase(async (db) => {
    const { current: images } = openImageStores(source.dataDir, { s3: null, writesTo: 'folder' });
    await seedDemo({ db, images, now: () => new Date() }, () => undefined);
    await makeDemoImages({ db, images }, { renderImage: renderSmallImage });
    const { current: downloads } = openDownloadStores(source.dataDir, { s3: null, writesTo: 'folder' });
    await downloads.put([{ name: PIECE, bytes: Buffer.from('a piece of a file') }]);
    await addFile({ db, downloads, now: () => new Date() }, 'Sizes.pdf', Readable.from([Buffer.from('a size chart')]));
    const categoryId = await makeCategory(db, 'Backup');
    const made = await makeProducts(db, [{ categoryId, name: 'Tab\tand "quotes" \\ and\nlines, 😀', quantity: 100_000 }]);
    productIds.push(...made.map(({ id }) => id));
    for (let n = 0; n < (isFullRun ? 20 : 8); n += 1) tokens.push((await createTestUser(db)).token);
  });
  await backUp(sourceEnv, backupFile);
}, 300_000);

test('[BACKUP-1] a backup made during checkouts restores to correct books, and delays nobody for long', async () => {
  const shop = await startShop({ env: { ...source.env, DEMO: 'on' }, dataDir: source.dataDir, keepData: true });
  closing.push(() => shop.kill());
  let isOver = false;
  let sold = 0;
  let slowest = 0;
  const buyers = tokens.map(async (authorization) => {
    while (!isOver) {
      const startedAt = performance.now();
      const { status } = await fetch(shop.origin + startCheckout.path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ products: productIds.map((_id) => ({ _id })), shipTo: makeShipTo() }),
      });
      if (status === 200) sold += 1;
      slowest = Math.max(slowest, performance.now() - startedAt);
    }
  });
  const copyFromShop = server
    ? null
    : async (to: string) => (await callRunningShop(source.dataDir, 'copy-database', { input: { to } })).heldMs;
  const rounds = isFullRun ? 10 : 1;
  for (let round = 0; round < rounds; round += 1) {
    await expect.poll(() => sold, { timeout: 60_000 }).toBeGreaterThan(10 * (round + 1));
    const { findings, rows, images } = await backUp(sourceEnv, `${folder}/in-use/`, { check: true, copyFromShop });
    expect(findings).toEqual([]);
    expect([rows > 2000, images > 500]).toEqual([true, true]);
  }
  const soldDuring = sold;
  await expect.poll(() => sold, { timeout: 60_000 }).toBeGreaterThan(soldDuring);
  isOver = true;
  await Promise.all(buyers);
  expect(await shop.stop()).toBe(0);
  expect(readdirSync(path.join(folder, 'in-use'))).toHaveLength(rounds);
  expect(readdirSync(path.join(source.dataDir, 'backup-work')).filter((it) => !it.startsWith('shop.lock'))).toEqual([]);
}, 600_000);

test('[BACKUP-2] [DOWNLOAD-13] [CFIELD-19] one file moves a shop between both databases and back: every row, id, sequence and image the same, verify clean', async () => {
  const before = await source.withDatabase(readAll);
  const first = path.join(folder, 'first.tar.gz');
  await backUp(sourceEnv, first);
  const middle = await makePlace('embedded');
  expect((await bring(middle.env, first)).findings).toEqual([]);
  expect(await middle.use(readAll)).toEqual(before);
  const second = path.join(folder, 'second.tar.gz');
  await backUp(middle.env, second, { passphrase: 'another long passphrase' });
  const last = await makePlace('server');
  expect((await bring(last.env, second, { passphrase: 'another long passphrase' })).findings).toEqual([]);
  expect(await last.use(readAll)).toEqual(before);
  expect(await last.use((db) => verifyShop(db, new Date()))).toEqual([]);
  const listFiles = (dataDir: string) => readdirSync(path.join(dataDir, 'uploads'), { recursive: true }).map(String).sort();
  expect(listFiles(last.dataDir)).toEqual(listFiles(source.dataDir));
  const [some = ''] = listFiles(source.dataDir).filter((it) => it.endsWith('.webp'));
  expect(readFileSync(path.join(last.dataDir, 'uploads', some)).equals(readFileSync(path.join(source.dataDir, 'uploads', some)))).toBe(
    true,
  );
  const readPiece = (name: string) => readFileSync(path.join(last.dataDir, 'downloads', name.slice(0, 2), name.slice(2, 4), name), 'utf8');
  expect(readPiece(PIECE)).toBe('a piece of a file');
  const [sheet] = await last.use((db) => db.select().from(fieldFiles));
  expect([sheet?.name, sheet?.pieces.map(readPiece)]).toEqual(['Sizes.pdf', ['a size chart']]);
  // Its triggers and foreign keys are those of any shop.
  const readSchema = (db: Database) =>
    query(
      db,
      sql`select conname as name from pg_constraint where connamespace = 'public'::regnamespace
      union all select tgname || tgenabled::text from pg_trigger where not tgisinternal order by 1`,
    );
  expect(await last.use(readSchema)).toEqual(await source.withDatabase(readSchema));
}, 300_000);

test('[BACKUP-3] every table is backed up or listed as left out, with the reason', async () => {
  const names = await source.withDatabase(async (db) =>
    (await listAllTables({ run: async () => undefined, query: (text) => query(db, sql.raw(text)) })).map((it) => it.name),
  );
  expect(Object.keys(LEFT_OUT).filter((it) => !names.includes(it))).toEqual([]);
  for (const reason of Object.values(LEFT_OUT)) expect(reason.length).toBeGreaterThan(10);
  const { header } = await bring(sourceEnv, backupFile, { mode: 'check' });
  expect(header.tables.map((it) => it.name)).toEqual(names.filter((it) => !Object.hasOwn(LEFT_OUT, it)));
}, 120_000);

test('[BACKUP-7] a restore needs an empty database, or a confirmation that names what is deleted', {
  tags: ['full'],
  timeout: 300_000,
}, async () => {
  const place = await makePlace(server ? 'server' : 'embedded');
  await bring(place.env, backupFile);
  const restored = await place.use(readAll);
  await place.use((db) => db.execute(sql`update products set price_cents = 1 where id = ${productIds[0]}`));
  const changed = await place.use(readAll);
  await expect(bring(place.env, backupFile)).rejects.toMatchObject({ code: 'not_empty' });
  await expect(bring(place.env, backupFile, { replace: 'delete everything' })).rejects.toMatchObject({ code: 'not_empty' });
  const name = server ? new URL(String(place.env.DATABASE_DIRECT_URL ?? place.env.DATABASE_URL)).pathname.slice(1) : place.dataDir;
  await place.use(async (db) => {
    await query(db, sql`select 1`);
    const refusal = expect(bring(place.env, backupFile, { replace: confirmationWords(name) })).rejects;
    await (server ? refusal.toMatchObject({ code: 'in_use' }) : refusal.toThrow('in use'));
  });
  expect(await place.use(readAll)).toEqual(changed);
  await bring(place.env, backupFile, { replace: confirmationWords(name) });
  expect(await place.use(readAll)).toEqual(restored);
});

test('[BACKUP-7] an interrupted restore leaves nothing that a shop would open, and can be repeated', async () => {
  const place = await makePlace(server ? 'server' : 'embedded');
  // Half of it is there when the images can't be stored.
  writeFileSync(path.join(place.dataDir, 'uploads'), 'a file where a folder belongs');
  await expect(bring(place.env, backupFile)).rejects.toThrow();
  if (server) await expect(place.use(async () => undefined)).rejects.toThrow('A restore into this database was interrupted');
  else expect(existsSync(path.join(place.dataDir, 'database'))).toBe(false);
  rmSync(path.join(place.dataDir, 'uploads'));
  expect((await bring(place.env, backupFile)).findings).toEqual([]);
  expect(await place.use(isRestoredCopy)).toBe(true);
}, 300_000);

test('[BACKUP-6] half a backup or a missing file is refused before anything is changed', async () => {
  const place = await makePlace(server ? 'server' : 'embedded');
  const half = path.join(folder, 'half.tar.gz');
  const bytes = readFileSync(backupFile);
  writeFileSync(half, bytes.subarray(0, bytes.length / 2));
  await expect(bring(place.env, half)).rejects.toMatchObject({ code: 'cut_short' });
  await expect(bring(place.env, path.join(folder, 'none.tar.gz'))).rejects.toMatchObject({ code: 'target' });
  expect(readdirSync(place.dataDir).filter((it) => it !== 'backup-work')).toEqual([]);
});

test('[BACKUP-4] an unwritable folder, an existing name or a second backup at once gives a clear error and leaves nothing behind', async () => {
  const taken = path.join(folder, 'taken.tar.gz');
  writeFileSync(taken, 'mine');
  await expect(backUp(sourceEnv, taken)).rejects.toThrow('is there already');
  expect(readFileSync(taken, 'utf8')).toBe('mine');
  await expect(backUp(sourceEnv, path.join(taken, 'below.tar.gz'))).rejects.toMatchObject({ code: 'target' });
  mkdirSync(path.join(folder, 'two'));
  const { begun, release } = holdAt('backup.begun');
  const first = backUp(sourceEnv, path.join(folder, 'two'));
  await Promise.race([begun, first]);
  // Of the same shop, and of one with the same database in another place.
  await expect(backUp(sourceEnv, path.join(folder, 'two'))).rejects.toMatchObject({ code: 'in_use' });
  const elsewhere = makeDataDir();
  closing.push(() => rmSync(elsewhere, { recursive: true, force: true }));
  if (server) await expect(backUp({ ...sourceEnv, DATA_DIR: elsewhere }, `${folder}/`)).rejects.toMatchObject({ code: 'in_use' });
  release();
  expect(await first).toMatchObject({ rows: expect.any(Number) });
  expect(readdirSync(path.join(folder, 'two'))).toHaveLength(1);
  expect(warnings).toEqual([]);
}, 120_000);
