/** When backups are made, what is seen of them meanwhile, and who is told that they fail. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { goodBackup, openBackupShop, toAttempt } from '../../../../../tests/support/backup-shop.ts';
import { disconnectBackups, listBackups, readBackupProgress, startBackup } from '../../../../contract/backups.ts';
import { readDashboardStats } from '../../../../contract/reports.ts';
import { readSetup } from '../../../../contract/setup.ts';
import { DAY, HOUR, MINUTE } from '../../../../contract/values.ts';
import { emails } from '../../database/schema/messages.ts';
import { patchBackupState } from './backup-state.repository.ts';
import { isBackupDue } from './backup-state.ts';
import type { Attempt, MakeBackup } from './make-backup.ts';

const { failing, home, shop, BUCKET, signUpOwner, turnOn, run } = await openBackupShop();
const { db } = shop.deps;

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
      return goodBackup;
    });
    return goodBackup;
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
    return goodBackup;
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
  await run(async () => goodBackup);
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
    return goodBackup;
  });
  expect([made, (await progress()).failure]).toEqual([1, null]);
});

test('[BACKUP-18] the overview says that backups are overdue, and stops when they are turned off', async () => {
  const { token } = await turnOn();
  const readFigures = async () => (await shop.call(readDashboardStats, { token })).body.figures;
  const readStep = async () => (await shop.call(readSetup, { token })).body.setup.steps.find(({ step }) => step === 'backups')?.state;
  expect((await readFigures()).warnings).not.toContain('no_backups');
  expect(await readStep()).toBe('open');
  await run(async () => goodBackup);
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
  await run(async () => goodBackup);
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
