/**
 * API keys: an owner creates one and is shown it once; only its hash is stored. Each call looks the key up, so that a revoked key is
 * refused from the next call on.
 */
import { randomUUID } from 'node:crypto';
import { API_KEY_SCOPES, type BodyOf } from '../../../../contract/endpoint.ts';
import { API_KEYS_MAX } from '../../../../contract/limits.ts';
import type { ApiKey, createApiKey as createCall } from '../../../../contract/team.ts';
import { DAY, MINUTE } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { ApiKeyCaller, Caller } from '../../../platform/http/authorize.ts';
import { generateApiKey, getKeyPrefix } from '../../../platform/secrets/api-key-format.ts';
import { lockTeam } from '../login/user.repository.ts';
import { hashToken } from '../sessions/session.service.ts';
import * as repository from './api-key.repository.ts';

type Context = Pick<Deps, 'db' | 'now'>;

/** The last use is written at most this often, so that reading doesn't cost a write each time. */
const TOUCH_INTERVAL = MINUTE;

function getStatus(isOfOwner: boolean, expiresAt: Date | null, now: Date): ApiKey['status'] {
  if (expiresAt && expiresAt <= now) return 'expired';
  return isOfOwner ? 'active' : 'paused';
}

export async function listApiKeys({ db, now }: Context): Promise<ApiKey[]> {
  const rows = await repository.listApiKeys(db);
  return rows.map(({ isOfOwner, createdAt, expiresAt, usedAt, ...row }) => ({
    ...row,
    status: getStatus(isOfOwner, expiresAt, now()),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    usedAt: usedAt?.toISOString() ?? null,
  }));
}

/** Returns the key, which can't be read again afterwards. Throws `too_many_api_keys`. */
export async function createApiKey(
  context: Context,
  caller: Caller,
  { name, scopes, expiresInDays }: BodyOf<typeof createCall>,
): Promise<string> {
  const [key, now] = [generateApiKey(), context.now()];
  await context.db.transaction(async (tx) => {
    await lockTeam(tx);
    const { length } = await repository.listApiKeys(tx);
    if (length >= API_KEYS_MAX)
      throw new AppError('too_many_api_keys', `A shop has up to ${API_KEYS_MAX} API keys. End one to make another`);
    await repository.createApiKey(tx, {
      id: randomUUID(),
      name: name.trim(),
      prefix: getKeyPrefix(key),
      keyHash: hashToken(key),
      scopes: API_KEY_SCOPES.filter((it) => scopes.includes(it)),
      userId: caller.id,
      createdAt: now,
      expiresAt: expiresInDays ? new Date(now.getTime() + expiresInDays * DAY) : null,
    });
  });
  return key;
}

/** Throws `api_key_not_found`. */
export async function endApiKey(db: Database, id: string): Promise<void> {
  if (!(await repository.deleteApiKey(db, id)))
    throw new AppError('api_key_not_found', 'There is no such API key: it may have been revoked');
}

/** The owner behind the key; histories and notes name the key. Null if the key isn't valid. */
export async function findApiKeyCaller(db: Database, key: string, now: Date): Promise<ApiKeyCaller | null> {
  const keyHash = hashToken(key);
  const found = await repository.findUsableKey(db, keyHash, now);
  if (!found) return null;
  const { id, name, userId, scopes, usedAt } = found;
  const due = new Date(now.getTime() - TOUCH_INTERVAL);
  if (!usedAt || usedAt < due) await repository.updateKeyUse(db, id, now, due);
  return {
    id: userId,
    name: `${name} (API key)`,
    email: '',
    phone: '',
    address: '',
    role: 1,
    teamRole: 'read-only',
    tokenHash: keyHash,
    // A key never counts as a recent login.
    authenticatedAt: new Date(0),
    testOrdersUntil: null,
    hasSecondFactor: false,
    secondFactorDueAt: null,
    scopes,
    key: { id, name },
  };
}
