/** An owner sets where and when the shop backs itself up: the place is tried, the passphrase is told once, and the schedule keeps to the shop's clocks. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, expect, test } from 'vitest';
import { findFreePort } from '../../../../../tests/support/free-port.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { type Failure, startS3 } from '../../../../../tests/support/s3.ts';
import { mountTinyDisk } from '../../../../../tests/support/tiny-disk.ts';
import {
  confirmBackupPassphrase,
  connectBackups,
  disconnectBackups,
  listBackups,
  readBackupConnection,
  readBackupProgress,
  renewBackupPassphrase,
  startBackup,
} from '../../../../contract/backups.ts';
import { readDashboardStats } from '../../../../contract/reports.ts';
import { readSetup } from '../../../../contract/setup.ts';
import { DAY, HOUR, MINUTE } from '../../../../contract/values.ts';
import { openConnections } from '../../connections/connections.ts';
import { settings } from '../../database/schema/content.ts';
import { emails } from '../../database/schema/messages.ts';
import { patchBackupState } from './backup-state.repository.ts';
import { isBackupDue } from './backup-state.ts';
import type { Attempt, MakeBackup } from './make-backup.ts';
import { runDueBackup } from './scheduled-backup.ts';

const home = mkdtempSync(path.join(os.tmpdir(), 'shop-backups-'));
const s3 = await startS3('shop-backups');
afterAll(async () => {
  await s3.close();
  rmSync(home, { recursive: true, force: true });
});
afterEach(() => s3.failRequests(null));

const s3Host = new URL(s3.config.endpoint).host;
const closedHost = `127.0.0.1:${await findFreePort()}`;
const environment = { to: null, every: DAY, keep: 14, passphrase: null, s3Keys: null, folder: home, hosts: [s3Host, closedHost] };
const shop = await openShop({ server: { backup: environment } });
const { db } = shop.deps;

const FOLDER = {
  destination: 'folder',
  folder: '',
  endpoint: '',
  bucket: '',
  prefix: '',
  region: '',
  accessKey: '',
  hour: 3,
  days: 7,
  weeks: 4,
} as const;
const BUCKET = {
  ...FOLDER,
  destination: 'bucket',
  endpoint: s3.config.endpoint,
  bucket: 'shop-backups',
  accessKey: 'S3RVER',
  secretKey: 'S3RVER',
} as const;

const signUpOwner = () => shop.signUp({ role: 1, teamRole: 'owner' });
const connect = (token: string, body: object) => shop.call(connectBackups, { token, body: { ...FOLDER, ...body } as never });
const confirm = (token: string, version: number) => shop.call(confirmBackupPassphrase, { token, body: { version } });
const read = async (token: string) => (await shop.call(readBackupConnection, { token })).body.connection;

/** Backups are on, and none waits to be made. */
async function turnOn(body: object = {}) {
  const owner = await signUpOwner();
  const { connection, passphrase } = (await connect(owner.token, body)).body;
  await confirm(owner.token, connection.version);
  return { ...owner, passphrase: String(passphrase) };
}

const toAttempt = (attempt: Partial<Attempt>): Attempt => ({ made: null, isBusy: false, error: null, complaint: '', ...attempt });
const good = toAttempt({
  made: { location: '/x/storefront-2026-11-26T03-00-00-000Z.tar.gz.enc', bytes: 4711, findings: 0, notDeleted: null },
});
const silent = { warn: () => undefined, error: () => undefined };
const run = (make: MakeBackup, signal = new AbortController().signal) => runDueBackup(shop.deps, { log: silent, signal, make });

test('[BACKUP-14] the passphrase is shown once; backups begin after the owner confirms that it is saved, and the first one starts at once', async () => {
  const { token } = await signUpOwner();
  expect(await read(token)).toMatchObject({ source: 'none', saved: null, passphrase: 'none', baseFolder: home });
  expect((await shop.call(startBackup, { token })).status).toBe(404);
  const saved = await connect(token, { version: 0 });
  expect(saved).toMatchObject({ status: 200, body: { connection: { source: 'saved', passphrase: 'unconfirmed', version: 1 } } });
  const passphrase = String(saved.body.passphrase);
  expect(passphrase).toMatch(/^([a-z2-9]{5}-){5}[a-z2-9]{5}$/);
  expect(shop.deps.connections.backupPlan).toBeNull();
  expect((await confirm(token, 1)).body.connection).toMatchObject({ passphrase: 'confirmed', version: 2 });
  expect(shop.deps.connections.backupPlan).toMatchObject({
    to: `${home}/`,
    passphrase,
    keep: { days: 7, weeks: 4 },
    schedule: { hour: 3 },
  });
  expect((await shop.call(readBackupProgress, { token })).body.progress.running).toMatchObject({ step: 'waiting' });
  // Saved again, it stays, and isn't told again.
  expect((await connect(token, { days: 3, version: 2 })).body).toMatchObject({ passphrase: null, connection: { passphrase: 'confirmed' } });
  expect(JSON.stringify(await read(token))).not.toContain(passphrase);
  const rows = JSON.stringify(await db.select().from(settings));
  expect(rows).not.toContain(passphrase);
});

test('[BACKUP-14] a passphrase whose answer was lost is made again; a replacement counts after it is confirmed', async () => {
  const { token } = await signUpOwner();
  const lost = (await connect(token, {})).body;
  const again = (await shop.call(renewBackupPassphrase, { token, body: {} })).body;
  expect(again.passphrase).not.toBe(lost.passphrase);
  // Whoever has the lost one doesn't confirm the new one.
  expect(await confirm(token, lost.connection.version)).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
  expect((await confirm(token, again.connection.version)).status).toBe(200);
  const renewed = (await shop.call(renewBackupPassphrase, { token, body: {} })).body;
  expect(renewed.connection.passphrase).toBe('renewing');
  expect(shop.deps.connections.backupPlan?.passphrase).toBe(again.passphrase);
  await confirm(token, renewed.connection.version);
  expect(shop.deps.connections.backupPlan?.passphrase).toBe(renewed.passphrase);
  expect((await confirm(token, renewed.connection.version + 1)).status).toBe(404);
});

test('[BACKUP-15] owners can choose only folders below the server’s own folder, with names that lead nowhere else', async () => {
  const { token } = await signUpOwner();
  for (const folder of ['/etc', '../other', 'a/../../etc', '..', '.hidden', 'a//b', 'a\\b', '~', 'a b', 'ä', `a/${'b/'.repeat(9)}`]) {
    const { status, body } = await connect(token, { folder });
    expect({ status, path: body.issues?.[0]?.path }, folder).toEqual({ status: 409, path: 'folder' });
  }
  symlinkSync('/tmp', path.join(home, 'link'));
  expect(await connect(token, { folder: 'link' })).toMatchObject({ status: 409, body: { issues: [{ path: 'folder' }] } });
  writeFileSync(path.join(home, 'file'), 'mine');
  expect(await connect(token, { folder: 'file' })).toMatchObject({ status: 409, body: { issues: [{ path: 'folder' }] } });
  expect((await connect(token, { folder: 'shops/lamps' })).status).toBe(200);
  expect(readdirSync(path.join(home, 'shops/lamps'))).toEqual([]);
  expect((await connect(token, { folder: 'x'.repeat(101) })).status).toBe(400);
});

test('[BACKUP-15] a full disk is reported at its field', async () => {
  const disk = mountTinyDisk('64k');
  if (!disk) return;
  const full = await openShopAt(disk.folder);
  disk.fill();
  const answer = await full('tiny');
  disk.free();
  disk.unmount();
  expect(answer).toMatchObject({ status: 409, body: { message: expect.stringContaining('no room left'), issues: [{ path: 'folder' }] } });
});

/** The same shop, whose server has another folder for backups. */
async function openShopAt(folder: string | null) {
  const { connectBackups: connectBy } = await import('./backup-connection.service.ts');
  const { now, memoize } = shop.deps;
  const server = { ...shop.deps.connections.server, backup: { ...environment, folder } };
  const connections = await openConnections(server, { db, now, memoize, deliver: async () => 503 });
  return async (name: string) => {
    try {
      await connectBy({ db, now, connections }, { ...FOLDER, folder: name });
      return { status: 200 };
    } catch (error) {
      const { code, message, issues } = error as { code: string; message: string; issues: unknown };
      return { status: code === 'connection_failed' ? 409 : 500, body: { message, issues } };
    }
  };
}

test('[BACKUP-15] a server that allows no folder accepts only buckets', async () => {
  expect(await (await openShopAt(null))('')).toMatchObject({ status: 409, body: { issues: [{ path: 'destination' }] } });
});

const failing = (method: string, failure: Failure, isMatch: (url: string) => boolean = () => true) =>
  s3.failRequests((requested, url) => (requested === method && isMatch(url) ? failure : null));

test('[BACKUP-16] a bucket is tested with a write, a read, a list and a delete before it is saved; an error is shown at its field', async () => {
  const { token } = await signUpOwner();
  const denied = { status: 403, code: 'AccessDenied' };
  const cases: [what: string, change: object, path: string, words: string, fail?: () => void][] = [
    ['an unknown key', { accessKey: 'NOBODY' }, 'accessKey', "doesn't know this access key"],
    ['a wrong secret', { secretKey: 'wrong' }, 'secretKey', "doesn't belong to this access key"],
    ['no such bucket', { bucket: 'another-one' }, 'bucket', 'There is no bucket'],
    ['another region', {}, 'region', 'in another region', () => failing('POST', { status: 400, code: 'AuthorizationHeaderMalformed' })],
    ['no right to write', {}, 'accessKey', 'may not write', () => failing('PUT', denied)],
    ['no right to read', {}, 'accessKey', 'may not read', () => failing('GET', denied, (url) => !url.includes('prefix'))],
    ['no right to list', {}, 'accessKey', 'may not list', () => failing('GET', denied, (url) => url.includes('prefix'))],
    ['a full bucket', {}, 'bucket', 'is full', () => failing('PUT', { status: 507, code: 'XMinioStorageFull' })],
    ['an answer of something else', {}, 'endpoint', "doesn't answer as a store", () => failing('POST', { status: 500, code: 'Odd' })],
    ['a connection that is cut', {}, 'endpoint', 'breaks it off', () => failing('POST', 'cut')],
    ['nobody there', { endpoint: `http://${closedHost}` }, 'endpoint', 'refuses the connection'],
    ['a plain connection', { endpoint: 'http://store.example' }, 'endpoint', 'https://'],
    ['a host of the own network', { endpoint: 'https://169.254.169.254' }, 'endpoint', "isn't in the public internet"],
    ['the shop’s own machine', { endpoint: 'https://localhost:5432' }, 'endpoint', "isn't in the public internet"],
    ['no host', { endpoint: 'https://store.invalid' }, 'endpoint', 'There is no host'],
    ['keys in the address', { endpoint: 'https://a:b@store.example' }, 'endpoint', 'without keys'],
    ['a name that is none', { bucket: 'Upper_Case' }, 'bucket', 'lower case'],
    ['a prefix that leads out', { prefix: '../others' }, 'prefix', 'Use letters'],
    ['a region that is none', { region: 'eu central' }, 'region', 'such as eu-central-1'],
    ['no access key', { accessKey: '' }, 'accessKey', 'Enter the access key'],
    ['no secret key', { secretKey: '' }, 'secretKey', 'Enter the secret key'],
  ];
  for (const [what, change, field, words, fail] of cases) {
    s3.failRequests(null);
    fail?.();
    const { status, body } = await connect(token, { ...BUCKET, ...change });
    expect({ status, path: body.issues?.[0]?.path, message: body.message }, what).toEqual({
      status: 409,
      path: field,
      message: expect.stringContaining(words),
    });
    for (const secret of ['secret details', 'S3RVER']) expect(JSON.stringify(body)).not.toContain(secret);
  }
  s3.failRequests(null);
  expect(await read(token)).toMatchObject({ saved: null, version: 0 });
  const { connection } = (await connect(token, { ...BUCKET, prefix: '/lamps/' })).body;
  expect(connection).toMatchObject({ saved: { prefix: 'lamps', hasSecretKey: true, canDelete: true } });
  expect(JSON.stringify(connection)).not.toContain('secretKey"');
  expect(s3.requests.filter((it) => it.startsWith('DELETE')).at(-1)).toContain('lamps/storefront-trial.txt');
});

test('[BACKUP-16] a store that doesn’t answer is abandoned after ten seconds', async () => {
  const { token } = await signUpOwner();
  failing('POST', 'hang');
  const startedAt = performance.now();
  expect(await connect(token, BUCKET)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("didn't answer within 10") },
  });
  expect(performance.now() - startedAt).toBeLessThan(30_000);
});

test('[BACKUP-16] a bucket that refuses to delete is accepted, because it protects backups from an intruder', async () => {
  const { token } = await signUpOwner();
  failing('DELETE', { status: 403, code: 'AccessDenied' });
  expect((await connect(token, BUCKET)).body.connection.saved).toMatchObject({ canDelete: false });
});

test('[BACKUP-16] the saved secret key is never sent to another store or with another access key', async () => {
  const { token } = await turnOn(BUCKET);
  const { secretKey: _kept, ...rest } = BUCKET;
  expect((await connect(token, { ...rest, days: 3 })).status).toBe(200);
  for (const change of [{ accessKey: 'OTHER' }, { endpoint: `http://${closedHost}` }])
    expect(await connect(token, { ...rest, ...change })).toMatchObject({ status: 409, body: { issues: [{ path: 'secretKey' }] } });
});

test('[BACKUP-14] if two owners save at once, one gets a conflict; staff can’t see backups or start one', async () => {
  const { token } = await turnOn();
  const { version } = await read(token);
  const both = await Promise.all([connect(token, { days: 1, version }), connect(token, { days: 2, version })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'version_conflict' });
  const { token: staff } = await shop.signUp({ role: 1, teamRole: 'staff' });
  for (const endpoint of [readBackupConnection, readBackupProgress, listBackups, startBackup])
    expect((await shop.call(endpoint as typeof startBackup, { token: staff })).status).toBe(403);
});

test('[BACKUP-14] the server’s settings win, are shown without their secrets, and can’t be changed here', async () => {
  const fixed = {
    ...environment,
    to: 's3://set-by-server/',
    passphrase: 'a passphrase of the server',
    s3Keys: { accessKey: 'AKIA', secretKey: 'hidden' },
  };
  const { now, memoize } = shop.deps;
  const { token } = await turnOn();
  const server = { ...shop.deps.connections.server, backup: fixed };
  const connections = await openConnections(server, { db, now, memoize, deliver: async () => 503 });
  expect(connections.backupPlan).toMatchObject({
    to: 's3://set-by-server/',
    keep: { newest: 14 },
    schedule: { every: DAY },
    isOwners: false,
  });
  const service = await import('./backup-connection.service.ts');
  const described = await service.describeBackupConnection({ db, now, connections });
  expect(described).toMatchObject({
    source: 'server',
    server: { location: 's3://set-by-server/', everyHours: 24, keep: 14, isEncrypted: true },
  });
  for (const secret of ['hidden', 'AKIA', 'a passphrase']) expect(JSON.stringify(described)).not.toContain(secret);
  for (const change of [service.renewPassphrase, service.disconnectBackups])
    await expect(change({ db, now, connections })).rejects.toMatchObject({ code: 'set_by_server' });
  await expect(service.connectBackups({ db, now, connections }, FOLDER)).rejects.toMatchObject({ code: 'set_by_server' });
  expect((await read(token)).source).toBe('saved');
});

test('[BACKUP-14] if the key that encrypted the settings is lost, no backup is made, the page says so, and they can be set up again', async () => {
  const { token } = await turnOn(BUCKET);
  await db
    .update(settings)
    .set({ value: { sealed: 'AAAA' } })
    .where(eq(settings.key, 'private:connection:backups:secret'));
  await shop.deps.connections.reload();
  expect(await read(token)).toMatchObject({ problem: 'key_lost', passphrase: 'none', saved: { hasSecretKey: false } });
  expect(shop.deps.connections.backupPlan).toBeNull();
  expect((await shop.call(readDashboardStats, { token })).body.figures.warnings).toEqual(
    expect.arrayContaining(['keys_lost', 'no_backups']),
  );
  expect((await shop.call(listBackups, { token })).body).toMatchObject({ backups: [], problem: null });
  expect(await connect(token, BUCKET)).toMatchObject({
    status: 200,
    body: { passphrase: expect.any(String), connection: { problem: null } },
  });
});

test('[BACKUP-17] a backup is made daily at its hour in the shop’s time zone, and after a failure every quarter of an hour', () => {
  const plan = { schedule: { hour: 3 } };
  const at = (text: string) => Date.parse(text);
  const state = (goodAt: string, more: object = {}) => ({
    every: DAY,
    attemptedAt: at(goodAt),
    goodAt: at(goodAt),
    bytes: 1,
    failures: 0,
    ...more,
  });
  const isDue = (state_: Parameters<typeof isBackupDue>[0], now: string) => isBackupDue(state_, plan, at(now), 'Europe/Berlin');
  const yesterday = state('2026-11-25T02:00:00Z');
  // 03:00 in Berlin is 02:00 UTC in winter, 01:00 in summer.
  expect([isDue(yesterday, '2026-11-26T01:59:00Z'), isDue(yesterday, '2026-11-26T02:00:00Z')]).toEqual([false, true]);
  const summer = state('2026-07-01T01:00:00Z');
  expect([isDue(summer, '2026-07-02T00:59:00Z'), isDue(summer, '2026-07-02T01:00:00Z')]).toEqual([false, true]);
  // In the night in which clocks are put forward 02:00 to 03:00 there is none.
  expect(isBackupDue(state('2026-03-28T01:30:00Z'), { schedule: { hour: 2 } }, at('2026-03-29T01:30:00Z'), 'Europe/Berlin')).toBe(true);
  const failed = { ...yesterday, attemptedAt: at('2026-11-25T10:00:00Z'), failures: 1 };
  expect([isDue(failed, '2026-11-25T10:14:00Z'), isDue(failed, '2026-11-25T10:15:00Z')]).toEqual([false, true]);
  expect(isDue({ ...yesterday, requestedAt: at('2026-11-25T02:01:00Z') }, '2026-11-25T02:01:02Z')).toBe(true);
  expect(isDue(null, '2026-11-25T02:01:02Z')).toBe(true);
});

test('[BACKUP-17] a running backup shows its step; meanwhile no other begins, here or in another process', async () => {
  const { token } = await turnOn();
  const steps: unknown[] = [];
  let others = 0;
  await run(async (plan, _signal, onStep) => {
    expect(plan).toMatchObject({ to: `${home}/`, isOwners: true });
    for (const step of ['reading', 'restoring', 'storing'] as const) {
      onStep(step);
      await expect.poll(async () => (await shop.call(readBackupProgress, { token })).body.progress.running?.step).toBe(step);
      steps.push(step);
    }
    const answer = await shop.call(startBackup, { token });
    expect(answer.body.message).toBe('A backup is being made already');
    await run(async () => {
      others += 1;
      return good;
    });
    return good;
  });
  expect([steps.length, others]).toEqual([3, 0]);
  const { progress } = (await shop.call(readBackupProgress, { token })).body;
  expect(progress).toMatchObject({ running: null, failure: null, isLate: false });
  expect(progress.lastGoodAt).not.toBeNull();
});

test('[BACKUP-17] if two processes find a backup due at the same moment, one makes it', async () => {
  await turnOn();
  let made = 0;
  const make: MakeBackup = async () => {
    made += 1;
    return good;
  };
  await Promise.all([run(make), run(make), run(make)]);
  expect(made).toBe(1);
});

test('[BACKUP-18] a failed backup says why and is tried again; after three in a row the owners get one email', async () => {
  const { token } = await turnOn();
  const refuse = toAttempt({ error: { code: 'target', message: 'There is no room left for a backup in /backups/' } });
  const readFailure = async () => (await shop.call(readBackupProgress, { token })).body.progress.failure;
  const countEmails = () => db.$count(emails, eq(emails.kind, 'backup failed'));
  for (const attempts of [1, 2, 3, 4]) {
    await run(async () => refuse);
    expect(await readFailure()).toMatchObject({ reason: 'destination', detail: refuse.error?.message, attempts });
    expect(await countEmails()).toBe(attempts < 3 ? 0 : 1);
    shop.advanceClock(16 * MINUTE);
  }
  await run(async () => good);
  expect(await readFailure()).toBeNull();
  const reasons: [Attempt, string][] = [
    [toAttempt({ made: { location: '/x', bytes: 1, findings: 2, notDeleted: null } }), 'problems'],
    [toAttempt({ error: { code: 'damaged', message: 'x' } }), 'unreadable'],
    [toAttempt({ complaint: 'out of memory' }), 'failed'],
  ];
  for (const [attempt, reason] of reasons) {
    await shop.call(startBackup, { token });
    await run(async () => attempt);
    expect(await readFailure()).toMatchObject({ reason });
  }
});

test('[BACKUP-18] a backup that was killed counts as failed and is made again; one interrupted by a restart starts over', async () => {
  const { token } = await turnOn();
  const progress = async () => (await shop.call(readBackupProgress, { token })).body.progress;
  const stopping = new AbortController();
  await run(async () => {
    stopping.abort();
    return toAttempt({});
  }, stopping.signal);
  expect(await progress()).toMatchObject({ failure: null, running: { step: 'waiting' } });
  const startedAt = shop.deps.now().getTime();
  await patchBackupState(db, { requestedAt: null, attemptedAt: startedAt, running: { startedAt, step: 'restoring', seenAt: startedAt } });
  expect(await progress()).toMatchObject({ running: { step: 'restoring' } });
  shop.advanceClock(2 * MINUTE);
  expect(await progress()).toMatchObject({ running: null, failure: { reason: 'interrupted', attempts: 1 } });
  shop.advanceClock(15 * MINUTE);
  let made = 0;
  await run(async () => {
    made += 1;
    return good;
  });
  expect([made, (await progress()).failure]).toEqual([1, null]);
});

test('[BACKUP-18] the overview says that backups are overdue, and stops when they are turned off', async () => {
  const { token } = await turnOn();
  const readFigures = async () => (await shop.call(readDashboardStats, { token })).body.figures;
  const readStep = async () => (await shop.call(readSetup, { token })).body.setup.steps.find(({ step }) => step === 'backups')?.state;
  expect((await readFigures()).warnings).not.toContain('no_backups');
  expect(await readStep()).toBe('open');
  await run(async () => good);
  expect(await readStep()).toBe('done');
  expect((await readFigures()).warnings).not.toContain('backups_late');
  shop.advanceClock(2 * DAY + 2 * HOUR);
  expect((await readFigures()).warnings).toContain('backups_late');
  // The login of two days ago would be asked for its password.
  const { token: recent } = await signUpOwner();
  expect((await shop.call(disconnectBackups, { token: recent, body: {} })).body.connection).toMatchObject({ saved: null, source: 'none' });
  expect(await readFigures()).toMatchObject({ backup: null, warnings: expect.arrayContaining(['no_backups']) });
  expect((await readFigures()).warnings).not.toContain('backups_late');
});

test('[BACKUP-17] the list shows each backup with its size, and whether a test restore succeeded', async () => {
  const { token } = await turnOn({ folder: 'list' });
  const folder = path.join(home, 'list');
  mkdirSync(path.join(folder, 'storefront-2026-11-20T03-00-00-000Z.tar.gz'));
  const names = ['26T03-00-00-000Z.tar.gz.enc', '25T03-00-00-000Z-unproven.tar.gz.enc', '24T03-00-00-000Z.tar.gz'].map(
    (it) => `storefront-2026-11-${it}`,
  );
  for (const name of [...names, 'notes.txt', '.storefront-1.partial']) writeFileSync(path.join(folder, name), 'abc');
  await run(async () => good);
  const { backups, problem } = (await shop.call(listBackups, { token })).body;
  expect([problem, backups.map(({ name, check, isEncrypted, bytes }) => [name, check, isEncrypted, bytes])]).toEqual([
    null,
    [
      [names[0], 'good', true, 3],
      [names[1], 'problems', true, 3],
      [names[2], 'unchecked', false, 3],
    ],
  ]);
  expect(backups[0]?.madeAt).toBe('2026-11-26T03:00:00.000Z');
});

test('[BACKUP-17] if the list of a bucket can’t be read, the page says so and stays usable', async () => {
  const { token } = await turnOn(BUCKET);
  failing('GET', { status: 403, code: 'AccessDenied' });
  expect((await shop.call(listBackups, { token })).body).toMatchObject({
    backups: [],
    problem: expect.stringContaining('403 AccessDenied'),
  });
});
