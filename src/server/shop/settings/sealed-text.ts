/**
 * Texts that are stored encrypted by AES-256-GCM, with a key for each purpose that is derived from the shop's secret. Each is bound to the
 * row that it belongs to, so that copying it to another row is useless.
 */

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { isRecord } from '../../../contract/values.ts';
import type { Database } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { findOrCreateSetting } from './settings.repository.ts';

/** One of the shop's own secrets is malformed. The log tells the operator what to do; callers are told that it isn't their mistake. */
export const createSecretError = (recovery: string): AppError =>
  new AppError('unavailable', "The shop can't do this until its operator has mended a setting", { cause: new Error(recovery) });

/** Name of the setting. Links by email are signed with it, too. */
export const ACCOUNT_SECRET_KEY = 'private:account-link-secret';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** What is sealed; part of the key, so never changed. */
type Purpose = 'second factor' | 'email' | 'connection' | 'licence key' | 'gift card';

export async function loadAccountSecret(db: Database): Promise<string> {
  const value = await findOrCreateSetting(db, ACCOUNT_SECRET_KEY, { secret: randomBytes(32).toString('hex') });
  if (isRecord(value) && typeof value.secret === 'string' && value.secret.length >= 32) return value.secret;
  throw createSecretError(
    `The setting ${ACCOUNT_SECRET_KEY} is invalid: bring that row back from a backup, or delete it, and a new one is created. Links that were ` +
      'emailed end then, and second factors are set up anew',
  );
}

/** `serverKey`: what the server alone has, so that whoever has the database can't open it. It is the salt of the derivation. */
async function deriveKey(db: Database, purpose: Purpose, serverKey: string): Promise<Buffer> {
  return Buffer.from(hkdfSync('sha256', await loadAccountSecret(db), serverKey, purpose, 32));
}

function seal(key: Buffer, rowId: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(rowId));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
}

function open(key: Buffer, rowId: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(rowId))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}

/** `rowId`: of the row that it is stored in. */
export async function sealText(db: Database, purpose: Purpose, rowId: string, text: string, serverKey = ''): Promise<string> {
  return seal(await deriveKey(db, purpose, serverKey), rowId, text);
}

/** Throws if the shop's secret has changed since, or the text belongs to another row. */
export async function openSealedText(db: Database, purpose: Purpose, rowId: string, sealed: string, serverKey = ''): Promise<string> {
  return open(await deriveKey(db, purpose, serverKey), rowId, sealed);
}

/** The same for thousands of rows: the shop's secret is read once. `digest` makes an HMAC, by which equal texts are recognized. */
export async function loadSealer(db: Database, purpose: Purpose) {
  const key = await deriveKey(db, purpose, '');
  return {
    seal: (rowId: string, text: string) => seal(key, rowId, text),
    open: (rowId: string, sealed: string) => open(key, rowId, sealed),
    digest: (text: string) => createHmac('sha256', key).update(text).digest('base64url'),
  };
}
