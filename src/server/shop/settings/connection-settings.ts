/**
 * What owners save of the shop's connections: one setting for what may be seen (`connection:email`), beside it one with the secrets, sealed
 * (`private:connection:email:secret`, whose value the audit log hides by that name). Both change in one transaction; the version is the first one's.
 * Since its name isn't private, a change reaches every process at once, like that of any setting which pages show.
 */
import { isRecord } from '../../../contract/values.ts';
import type { Database } from '../../platform/database/connect.ts';
import { isUnavailable } from '../../platform/database/pg-errors.ts';
import { openSealedText, sealText } from './sealed-text.ts';
import { deleteSetting, findVersionedSettings, saveSetting, saveSettingAtVersion } from './settings.repository.ts';

export const CONNECTION_KINDS = ['payments', 'paypal', 'email', 'address', 'backups'] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

export interface SavedConnection {
  /** What may be seen; null: nothing is saved. Another version of the shop may have written it in another form. */
  visible: Record<string, unknown> | null;
  /** Null: it has none, or they can't be opened. */
  secrets: Record<string, unknown> | null;
  /** The secrets were sealed with a key that the shop doesn't have any more. */
  isKeyLost: boolean;
  version: number;
}

const toKey = (kind: ConnectionKind) => `connection:${kind}`;
const toSecretKey = (kind: ConnectionKind) => `private:connection:${kind}:secret`;

async function openSecrets(db: Database, kind: ConnectionKind, stored: unknown, serverKey: string) {
  if (!isRecord(stored) || typeof stored.sealed !== 'string') return { secrets: null, isKeyLost: false };
  try {
    const secrets: unknown = JSON.parse(await openSealedText(db, 'connection', kind, stored.sealed, serverKey));
    return { secrets: isRecord(secrets) ? secrets : null, isKeyLost: false };
  } catch (error) {
    // Without the database nothing can be said of the key.
    if (isUnavailable(error)) throw error;
    return { secrets: null, isKeyLost: true };
  }
}

export async function readSavedConnections(db: Database, serverKey: string): Promise<Record<ConnectionKind, SavedConnection>> {
  const keys = CONNECTION_KINDS.flatMap((kind) => [toKey(kind), toSecretKey(kind)]);
  const rows = await findVersionedSettings(db, keys);
  const read = async (kind: ConnectionKind): Promise<SavedConnection> => {
    const row = rows[keys.indexOf(toKey(kind))];
    const { secrets, isKeyLost } = await openSecrets(db, kind, rows[keys.indexOf(toSecretKey(kind))]?.value, serverKey);
    return { visible: isRecord(row?.value) && row.value.isSet === true ? row.value : null, secrets, isKeyLost, version: row?.version ?? 0 };
  };
  return {
    payments: await read('payments'),
    paypal: await read('paypal'),
    email: await read('email'),
    address: await read('address'),
    backups: await read('backups'),
  };
}

interface Saving {
  /** Null: it is forgotten. */
  visible: Record<string, unknown> | null;
  secrets: Record<string, unknown> | null;
  /** Absent: the last one to save wins. */
  version?: number | undefined;
  now: Date;
}

/** False, and nothing is saved, if it was changed after that version. */
export function saveConnection(db: Database, kind: ConnectionKind, saving: Saving, serverKey: string): Promise<boolean> {
  const { visible, secrets, version, now } = saving;
  // The time makes each save a change, so that of two who send the same fields with two passwords one is told.
  const value = { ...visible, isSet: visible !== null, savedAt: now.toISOString() };
  return db.transaction(async (tx) => {
    const saved =
      version === undefined ? await saveSetting(tx, toKey(kind), value) : await saveSettingAtVersion(tx, toKey(kind), value, version);
    if (saved === null) return false;
    if (secrets === null) await deleteSetting(tx, toSecretKey(kind));
    else await saveSetting(tx, toSecretKey(kind), { sealed: await sealText(tx, 'connection', kind, JSON.stringify(secrets), serverKey) });
    return true;
  });
}
