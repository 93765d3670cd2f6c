/** The state of the shop's scheduled backups: for metrics, for the overview, and to know when the next one is due. */
import * as Type from 'typebox';
import { Check } from 'typebox/value';
import { HOUR, MINUTE } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { findSetting, saveSetting } from '../../settings/settings.repository.ts';

const KEY = 'private:backups';

const State = Type.Object({
  /** The interval between backups that was set when the last one was made, in milliseconds. */
  every: Type.Number(),
  /** Start of the last attempt. All times here are in milliseconds. */
  attemptedAt: Type.Number(),
  /** Start of the last good backup; 0: none yet. */
  goodAt: Type.Number(),
  /** Size of the last good backup. */
  bytes: Type.Number(),
  /** Failed attempts since the last good backup. */
  failures: Type.Number(),
});
export type BackupState = Type.Static<typeof State>;

/** Null if there has been no scheduled backup yet. */
export async function readBackupState(db: Database): Promise<BackupState | null> {
  const value = await findSetting(db, KEY);
  return Check(State, value) ? value : null;
}

export const writeBackupState = (db: Database, state: BackupState): Promise<number> => saveSetting(db, KEY, state);

/** The next attempt after a failed one. */
const RETRY_AFTER = 15 * MINUTE;

export function isBackupDue(state: BackupState | null, every: number, now: number): boolean {
  if (!state) return true;
  return now - state.goodAt >= every && now - state.attemptedAt >= Math.min(every, RETRY_AFTER);
}

/** Late means that twice the interval has passed, plus the time that a backup takes. */
export const isBackupLate = (state: BackupState, now: number): boolean => {
  const begunAt = state.goodAt || (state.failures ? 0 : state.attemptedAt);
  return now - begunAt > 2 * state.every + HOUR;
};
