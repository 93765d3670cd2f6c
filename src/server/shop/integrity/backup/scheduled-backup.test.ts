/** Backups that the shop makes by itself, and what an admin and Prometheus are told of them. */
import { readdirSync, rmSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeCategory } from '../../../../../tests/support/products.ts';
import { runCommand } from '../../../../../tests/support/run-command.ts';
import { makeDataDir, root, startShop } from '../../../../../tests/support/shop-process.ts';
import { createTestDatabase } from '../../../../../tests/support/test-database.ts';
import { readDashboardStats } from '../../../../contract/reports.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../contract/values.ts';
import { lockDataDir } from '../../../platform/process/data-dir.ts';
import { readConfig } from '../../../platform/settings/read-config.ts';
import { createDatabaseStateReader } from '../../reports/metrics/database-state.ts';
import { readBackupState } from './backup-state.repository.ts';
import type { BackupState } from './backup-state.ts';
import type { Attempt, MakeBackup } from './make-backup.ts';
import { goLive } from './restored-copy.repository.ts';
import { runDueBackup } from './scheduled-backup.ts';

const backup = { to: '/backups/', every: DAY, keep: 7, passphrase: null, s3Keys: null, folder: null, hosts: [] };
const shop = await openShop({ server: { backup } });
const { db } = shop.deps;
const toAttempt = (attempt: Partial<Attempt>): Attempt => ({ made: null, isBusy: false, error: null, complaint: '', ...attempt });
const toMade = (bytes: number, findings: number) => toAttempt({ made: { location: '/somewhere', bytes, findings, notDeleted: null } });
const good = toMade(4711, 0);

/** The answer of each attempt, in turn. */
function createAttempts(...answers: (Attempt | Error)[]) {
  const errors: string[] = [];
  const calls: unknown[][] = [];
  const make: MakeBackup = async ({ to, keep }) => {
    const answer = answers[calls.push([to, keep]) - 1] ?? good;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const log = { warn: () => undefined, error: (_details: object, message: string) => void errors.push(message) };
  const run = () => runDueBackup(shop.deps, { log, signal: new AbortController().signal, make });
  return { run, calls, errors };
}

const loadBackup = async () => {
  const { token } = await shop.signUp({ role: 1 });
  return (await shop.call(readDashboardStats, { token })).body.figures;
};

test('[BACKUP-11] a backup is made when it is due, and its result is stored; a failed one is tried again after a quarter of an hour', async () => {
  const { run, calls, errors } = createAttempts(
    good,
    new Error('no such program'),
    toAttempt({ complaint: 'disk full' }),
    toMade(1, 2),
    toAttempt({ isBusy: true, complaint: 'Another backup is running' }),
  );
  expect((await loadBackup()).backup).toBe(null);
  await run();
  await run();
  expect(calls).toEqual([['/backups/', { newest: 7 }]]);
  const first = await readBackupState(db);
  expect(first).toMatchObject({ bytes: 4711, failures: 0, every: DAY });
  expect(first?.goodAt).toBe(first?.attemptedAt);

  shop.advanceClock(DAY);
  await run();
  await run();
  expect([calls.length, errors.length]).toEqual([2, 1]);
  for (const attempts of [3, 4]) {
    shop.advanceClock(15 * MINUTE);
    await run();
    expect(calls.length).toBe(attempts);
  }
  expect(await readBackupState(db)).toMatchObject({ goodAt: first?.goodAt, bytes: 4711, failures: 3 });
  expect(errors).toEqual([
    'the backup failed: docs/operations/backups.md, Backups',
    'the backup failed: docs/operations/backups.md, Backups',
    'verify finds 2 things in the backup: docs/operations/backups.md, Backups',
  ]);
  // Another process makes one: neither a failure nor a backup.
  shop.advanceClock(15 * MINUTE);
  await run();
  expect([calls.length, errors.length]).toEqual([5, 3]);
  expect(await readBackupState(db)).toMatchObject({ failures: 3, goodAt: first?.goodAt });
  shop.advanceClock(15 * MINUTE);
  await run();
  expect(await readBackupState(db)).toMatchObject({ failures: 0, bytes: 4711 });
});

test('[BACKUP-11] the overview and the metrics say when the last good backup was made, that it is late, and that a shop is a copy', async () => {
  const { run } = createAttempts();
  await run();
  const state = (await readBackupState(db)) as BackupState;
  expect((await loadBackup()).backup).toEqual({ lastGoodAt: new Date(state.goodAt).toISOString(), isLate: false });
  expect((await createDatabaseStateReader(db).read()).backup).toEqual(state);
  shop.advanceClock(2 * DAY + 2 * HOUR);
  expect((await loadBackup()).backup).toMatchObject({ isLate: true });
  expect((await loadBackup()).warnings).not.toContain('restored_copy');
  await db.execute(sql`create table drizzle.restored (state text not null, since timestamptz not null default now())`);
  await db.execute(sql`insert into drizzle.restored (state) values ('copy')`);
  onTestFinished(async () => void (await db.execute(sql`drop table drizzle.restored`)));
  expect((await loadBackup()).warnings).toContain('restored_copy');
  expect([await goLive(db), await goLive(db)]).toEqual([true, false]);
  expect((await loadBackup()).warnings).not.toContain('restored_copy');
});

test('[BACKUP-11] an open shop makes its first backup soon after its start, and it can be restored', {
  tags: ['full'],
  timeout: 240_000,
}, async () => {
  const source = await createTestDatabase();
  const folder = makeDataDir();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await source.withDatabase((it) => makeCategory(it, 'Lamps'));
  const env = { ...source.env, DEMO: 'off', BACKUP_TO: folder, BACKUP_EVERY: '24h', BACKUP_PASSPHRASE: 'a long enough passphrase' };
  const running = await startShop({ env, dataDir: source.dataDir, keepData: true });
  onTestFinished(async () => {
    await running.kill();
    await source.close();
  });
  const listGood = () => readdirSync(folder).filter((it) => it.endsWith('.tar.gz.enc') && !it.startsWith('.'));
  await expect.poll(listGood, { timeout: 120 * SECOND }).toHaveLength(1);
  const { code, err } = await runCommand(['restore', `${folder}/${listGood()[0]}`, '--verify'], {
    cwd: root,
    env: { ...env, DATA_DIR: makeDataDir() },
  });
  expect([code, err]).toEqual([0, '']);
  // What the job is told while another one is being made.
  const unlock = lockDataDir(`${source.dataDir}/backup-work`);
  const second = await runCommand(['backup', folder, '--json'], { cwd: root, env: { ...env, DATA_DIR: source.dataDir } });
  unlock();
  expect([second.code, JSON.parse(second.out)]).toMatchObject([1, { error: 'in_use' }]);
});

test('[BACKUP-11] invalid values of BACKUP_EVERY, BACKUP_KEEP and BACKUP_TO are refused', () => {
  const { every, keep, to } = readConfig({ BACKUP_TO: '/mnt/backups', BACKUP_EVERY: '90m', BACKUP_KEEP: '3' }).backup;
  expect([every, keep, to]).toEqual([90 * MINUTE, 3, '/mnt/backups/']);
  for (const text of ['soon', '0h', '5', '400d', '-1d'])
    expect(() => readConfig({ BACKUP_EVERY: text })).toThrow('BACKUP_EVERY: must be a time');
  expect(() => readConfig({ BACKUP_TO: 's3://Bad_Name' })).toThrow('BACKUP_TO: must name a bucket');
  expect(() => readConfig({ BACKUP_TO: 's3://backups' })).toThrow('BACKUP_TO: a bucket needs BACKUP_ACCESS_KEY');
});
