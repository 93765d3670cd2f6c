/** What became of the backups that the shop makes by itself: for metrics, the overview, and when the next one is due. */
import * as Type from 'typebox';
import { Check } from 'typebox/value';
import { HOUR, MINUTE } from '../../contract/time.ts';
import type { Database } from '../database/connect.ts';
import { findSetting, saveSetting } from '../settings/settings.repository.ts';

const KEY = 'private:backups';

const State = Type.Object({
  /** Milliseconds between two, as the process that made the last one was set. */
  every: Type.Number(),
  /** When the last one was begun; milliseconds, as all times here. */
  attemptedAt: Type.Number(),
  /** When the last good one was begun; 0: none yet. */
  goodAt: Type.Number(),
  /** Of the last good one. */
  bytes: Type.Number(),
  /** Since the last good one. */
  failures: Type.Number(),
});
export type BackupState = Type.Static<typeof State>;

/** Null where none was ever made by itself. */
export async function readBackupState(db: Database): Promise<BackupState | null> {
  const value = await findSetting(db, KEY);
  return Check(State, value) ? value : null;
}

export const writeBackupState = (db: Database, state: BackupState): Promise<number> => saveSetting(db, KEY, state);

/** After one that failed. */
const RETRY_AFTER = 15 * MINUTE;

export function isBackupDue(state: BackupState | null, every: number, now: number): boolean {
  if (!state) return true;
  return now - state.goodAt >= every && now - state.attemptedAt >= Math.min(every, RETRY_AFTER);
}

/** Twice the time between two has passed, and what one takes. */
export const isBackupLate = (state: BackupState, now: number): boolean => {
  const begunAt = state.goodAt || (state.failures ? 0 : state.attemptedAt);
  return now - begunAt > 2 * state.every + HOUR;
};
