/** The state of the shop's own backups: for metrics, for the overview and the settings, and to know when the next one is due. */
import * as Type from 'typebox';
import { BACKUP_FAILURES, BACKUP_STEPS, type BackupProgress } from '../../../../contract/backups.ts';
import { addDays, fromZonedTime, toDay } from '../../../../contract/time-zone.ts';
import { HOUR, MINUTE } from '../../../../contract/values.ts';
import { type BackupPlan, getInterval } from '../../connections/backup-plan.ts';

const OrNull = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

/** All times are in milliseconds. What an earlier version didn't write is optional. */
export const BackupState = Type.Object({
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
  /** The backup in progress. Its process updates `seenAt` every few seconds. */
  running: OrNull(Type.Object({ startedAt: Type.Number(), step: Type.Enum(BACKUP_STEPS), seenAt: Type.Number() })),
  /** Of the last attempt. */
  failure: OrNull(Type.Object({ at: Type.Number(), reason: Type.Enum(BACKUP_FAILURES), detail: Type.String() })),
  /** Old backups couldn't be deleted. */
  notDeleted: Type.Optional(Type.Boolean()),
  /** Owners got an email about these failures. */
  isTold: Type.Optional(Type.Boolean()),
});
export type BackupState = Type.Static<typeof BackupState>;

/** The next attempt after a failed one. */
const RETRY_AFTER = 15 * MINUTE;
/** After this long without an update, its process counts as dead. */
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
