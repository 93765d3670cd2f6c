/**
 * Whether the shop is open. A new shop is closed until an owner opens it; shops that have no such setting are open. The password is a setting
 * of its own, whose value the audit log hides by its name (`private:…secret`). Each save changes both, and as the first one's name isn't private,
 * all processes know it at once.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { Opening } from '../../../contract/opening.ts';
import { isRecord } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { createVersionConflict } from '../../platform/errors.ts';
import { generatePassword } from '../../platform/secrets/random.ts';
import { findVersionedSettings, saveSetting, saveSettingAtVersion } from './settings.repository.ts';

const KEY = 'opening';
const SECRET_KEY = 'private:opening:secret';

export interface StoredOpening extends Opening {
  /** With which cookies of this shop are made; null: as long as there is no password. */
  cookieKey: string | null;
  version: number;
}

const readText = (value: unknown, name: string): string | null => (isRecord(value) && typeof value[name] === 'string' ? value[name] : null);

async function findOpening(db: Database): Promise<StoredOpening> {
  const [row, secret] = await findVersionedSettings(db, [KEY, SECRET_KEY]);
  return {
    isOpen: !(isRecord(row?.value) && row.value.isOpen === false),
    since: readText(row?.value, 'since'),
    passphrase: readText(secret?.value, 'passphrase'),
    cookieKey: readText(secret?.value, 'cookieKey'),
    version: row?.version ?? 0,
  };
}

/** As it is now. Costs no query until settings or catalog change. */
export const readOpening = ({ db, memoize }: Pick<Deps, 'db' | 'memoize'>): Promise<StoredOpening> =>
  memoize('opening', () => findOpening(db));

const toReply = ({ isOpen, since, passphrase, version }: StoredOpening) => ({ opening: { isOpen, since, passphrase }, version });

/** What an owner sees, past every cache. */
export const loadOpening = async (db: Database) => toReply(await findOpening(db));

type Change = { [Name in 'isOpen' | 'passphrase']?: Opening[Name & keyof Opening] | undefined };

/** Throws `version_conflict` if it was changed after that version. Without one, the last to save wins. */
export async function updateOpening({ db, now }: Pick<Deps, 'db' | 'now'>, change: Change, version?: number) {
  const isSaved = await db.transaction(async (tx) => {
    const stored = await findOpening(tx);
    const isOpen = change.isOpen ?? stored.isOpen;
    const passphrase = change.passphrase ?? stored.passphrase ?? generatePassword();
    const isUnchanged = isOpen === stored.isOpen && passphrase === stored.passphrase;
    if (isUnchanged && (version === undefined || version === stored.version)) return true;
    const changedAt = now().toISOString();
    const value = { isOpen, since: isOpen === stored.isOpen ? stored.since : changedAt, changedAt };
    const saved = version === undefined ? await saveSetting(tx, KEY, value) : await saveSettingAtVersion(tx, KEY, value, version);
    if (saved === null) return false;
    await saveSetting(tx, SECRET_KEY, { passphrase, cookieKey: stored.cookieKey ?? randomBytes(32).toString('base64url') });
    return true;
  });
  const current = await loadOpening(db);
  if (!isSaved) throw createVersionConflict(current);
  return current;
}

/** What a browser keeps that was let in: another password, or another shop, makes another. Null: nobody is let in by a password. */
export function createPass({ passphrase, cookieKey }: Pick<StoredOpening, 'passphrase' | 'cookieKey'>): string | null {
  return passphrase !== null && cookieKey !== null ? createHmac('sha256', cookieKey).update(passphrase).digest('base64url') : null;
}
