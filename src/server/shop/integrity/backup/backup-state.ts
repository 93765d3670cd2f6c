/** The state of the shop's own backups: for metrics, for the overview and the settings, and to know when the next one is due. */
import { and, eq, sql } from 'drizzle-orm';
import * as Type from 'typebox';
import { Check } from 'typebox/value';
import { BACKUP_FAILURES, BACKUP_STEPS, type BackupProgress } from '../../../../contract/backups.ts';
import { addDays, fromZonedTime, toDay } from '../../../../contract/time-zone.ts';
import { HOUR, isRecord, MINUTE } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { type BackupPlan, getInterval } from '../../connections/backup-plan.ts';
import { settings } from '../../database/schema/content.ts';
import { deleteSetting, findSetting, saveSetting } from '../../settings/settings.repository.ts';

const KEY = 'private:backups';
const CHECKED_KEY = 'private:backups:checked';

const OrNull = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

/** All times are in milliseconds. What an earlier version didn't write is optional. */
const State = Type.Object({
  /** The interval between backups that was set when the last one was made. */
  every: Type.Number(),
  /** Start of the last attempt. */
  attemptedAt: Type.Number(),
  /** Start of the last good backup; 0: none yet. */
  goodAt: Type.Number(),
  /** Size of the last good backup. */
  bytes: Type.Number(),
  /** Failed attempts since the last good backup. */
  failures: Type.Number(),
  /** Somebody wants one now. */
  requestedAt: OrNull(Type.Number()),
  /** What is being made. Its process writes `seenAt` anew every few seconds. */
  running: OrNull(Type.Object({ startedAt: Type.Number(), step: Type.Enum(BACKUP_STEPS), seenAt: Type.Number() })),
  /** Of the last attempt. */
  failure: OrNull(Type.Object({ at: Type.Number(), reason: Type.Enum(BACKUP_FAILURES), detail: Type.String() })),
  /** Old backups couldn't be deleted. */
  notDeleted: Type.Optional(Type.Boolean()),
  /** Owners were told of these failures. */
  isTold: Type.Optional(Type.Boolean()),
});
export type BackupState = Type.Static<typeof State>;

const NEW_STATE: BackupState = { every: 0, attemptedAt: 0, goodAt: 0, bytes: 0, failures: 0 };

/** Null if there has been no backup by the shop itself yet, and none was asked for. */
export async function readBackupState(db: Database): Promise<BackupState | null> {
  const value = await findSetting(db, KEY);
  return Check(State, value) ? value : null;
}

const merged = (patch: Partial<BackupState>) => sql`${settings.value} || ${JSON.stringify(patch)}::jsonb`;

/** Also where there is no state yet. */
export async function requestBackup(db: Database, now: number, every: number): Promise<void> {
  const patch = { requestedAt: now, every };
  await db
    .insert(settings)
    .values({ key: KEY, value: { ...NEW_STATE, ...patch } })
    .onConflictDoUpdate({ target: settings.key, set: { value: merged(patch) } });
}

/** True for one of several processes that found the same state. */
export async function claimAttempt(db: Database, before: BackupState | null, patch: Partial<BackupState>): Promise<boolean> {
  const rows = before
    ? await db
        .update(settings)
        .set({ value: merged(patch) })
        .where(and(eq(settings.key, KEY), sql`${settings.value} -> 'attemptedAt' = to_jsonb(${before.attemptedAt}::bigint)`))
        .returning({ key: settings.key })
    : await db
        .insert(settings)
        .values({ key: KEY, value: { ...NEW_STATE, ...patch } })
        .onConflictDoNothing()
        .returning({ key: settings.key });
  return rows.length > 0;
}

/** Nothing happens where it was forgotten meanwhile. */
export async function patchBackupState(db: Database, patch: Partial<BackupState>): Promise<void> {
  await db
    .update(settings)
    .set({ value: merged(patch) })
    .where(eq(settings.key, KEY));
}

export async function forgetBackupState(db: Database): Promise<void> {
  await deleteSetting(db, KEY);
  await deleteSetting(db, CHECKED_KEY);
}

/** For a look every few seconds. */
export async function isBackupRequested(db: Database): Promise<boolean> {
  const rows = await db
    .select({ key: settings.key })
    .from(settings)
    .where(and(eq(settings.key, KEY), sql`jsonb_typeof(${settings.value} -> 'requestedAt') = 'number'`));
  return rows.length > 0;
}

const MAX_CHECKED = 1000;

/** The names of backups that were restored as a check, and found good. */
export async function readChecked(db: Database): Promise<string[]> {
  const value = await findSetting(db, CHECKED_KEY);
  const names = isRecord(value) ? value.names : null;
  return Array.isArray(names) ? names.filter((it) => typeof it === 'string') : [];
}

export async function recordChecked(db: Database, name: string): Promise<void> {
  const names = [...(await readChecked(db)), name].slice(-MAX_CHECKED);
  await saveSetting(db, CHECKED_KEY, { names });
}

/** The next attempt after a failed one. */
const RETRY_AFTER = 15 * MINUTE;
/** Without a sign for so long its process is gone. */
const SILENT_AFTER = MINUTE;

export const isRunning = (state: BackupState, now: number): boolean => Boolean(state.running && now - state.running.seenAt < SILENT_AFTER);
/** Its process was killed. */
export const isInterrupted = (state: BackupState, now: number): boolean => Boolean(state.running) && !isRunning(state, now);

/** The last time before now at which a clock there showed this hour. */
function findLastTime(hour: number, timeZone: string, now: number): number {
  const today = toDay(new Date(now), timeZone);
  const times = [today, addDays(today, -1)].map((day) => fromZonedTime(`${day}T${String(hour).padStart(2, '0')}:00`, timeZone)?.getTime());
  return times.find((time) => time !== undefined && time <= now) ?? 0;
}

export function isBackupDue(state: BackupState | null, plan: Pick<BackupPlan, 'schedule'>, now: number, timeZone: string): boolean {
  if (!state) return true;
  if (isRunning(state, now)) return false;
  if (state.requestedAt) return true;
  if (now - state.attemptedAt < Math.min(getInterval(plan), RETRY_AFTER)) return false;
  if (state.failures > 0 || isInterrupted(state, now)) return true;
  const { schedule } = plan;
  return 'every' in schedule ? now - state.goodAt >= schedule.every : state.goodAt < findLastTime(schedule.hour, timeZone, now);
}

/** Late means that twice the interval has passed, plus the time that a backup takes. */
export const isBackupLate = (state: BackupState, now: number): boolean => {
  const begunAt = state.goodAt || (state.failures ? 0 : state.attemptedAt || state.requestedAt || 0);
  return now - begunAt > 2 * state.every + HOUR;
};

const toTime = (at: number) => new Date(at).toISOString();

function describeFailure(state: BackupState, now: number): BackupProgress['failure'] {
  const { running, failure, failures } = state;
  if (running && isInterrupted(state, now))
    return { at: toTime(running.seenAt), reason: 'interrupted', detail: '', attempts: failures + 1 };
  return failure ? { ...failure, at: toTime(failure.at), attempts: failures } : null;
}

export function describeProgress(state: BackupState | null, now: number): BackupProgress {
  if (!state) return { running: null, lastGoodAt: null, isLate: false, failure: null, notDeleted: false };
  const { running, requestedAt, goodAt, notDeleted = false } = state;
  const isAlive = running && isRunning(state, now);
  return {
    running: isAlive
      ? { step: running.step, startedAt: toTime(running.startedAt) }
      : requestedAt
        ? { step: 'waiting', startedAt: toTime(requestedAt) }
        : null,
    lastGoodAt: goodAt ? toTime(goodAt) : null,
    isLate: isBackupLate(state, now),
    failure: describeFailure(state, now),
    notDeleted,
  };
}
