/** The state of the shop's own backups is a setting, of which each process writes what it knows. */
import { and, eq, sql } from 'drizzle-orm';
import { Check } from 'typebox/value';
import { isRecord } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { settings } from '../../database/schema/content.ts';
import { deleteSetting, findSetting, saveSetting } from '../../settings/settings.repository.ts';
import { BackupState } from './backup-state.ts';

const KEY = 'private:backups';
const CHECKED_KEY = 'private:backups:checked';

const NEW_STATE: BackupState = { every: 0, attemptedAt: 0, goodAt: 0, bytes: 0, failures: 0 };

/** Null if there has been no backup by the shop itself yet, and none was asked for. */
export async function readBackupState(db: Database): Promise<BackupState | null> {
  const value = await findSetting(db, KEY);
  return Check(BackupState, value) ? value : null;
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

/** Does nothing if the state was deleted meanwhile. */
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

/** A small query, because it runs every few seconds. */
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
