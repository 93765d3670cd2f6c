/**
 * The tokens of links that are emailed to an account's owner. Each is an HMAC over its purpose and over the state that the link changes. So
 * it becomes invalid once that state has changed, by the link or otherwise, and nothing has to be stored.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Database } from '../../../platform/database/connect.ts';
import { loadAccountSecret } from '../../settings/sealed-text.ts';

/** A UUID, a time, an HMAC. */
const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-z]{1,12})\.([\w-]{43})$/;

export interface AccountLink {
  kind: 'reset' | 'confirm' | 'second-factor';
  userId: string;
  /** The current value of what the link changes. */
  state: string;
}

const sign = (secret: string, { kind, userId, state }: AccountLink, expires: string) =>
  createHmac('sha256', secret).update([kind, userId, expires, state].join('\n')).digest();

export async function createAccountLink(db: Database, link: AccountLink, expiresAt: Date): Promise<string> {
  const expires = expiresAt.getTime().toString(36);
  return `${link.userId}.${expires}.${sign(await loadAccountSecret(db), link, expires).toString('base64url')}`;
}

/**
 * The account that the token claims to be for. It must be looked up, and the token checked against it. Null if the token has another form.
 */
export function readAccountId(token: string): string | null {
  return TOKEN.exec(token)?.[1] ?? null;
}

export async function isAccountLink(db: Database, link: AccountLink, token: string, now: Date): Promise<boolean> {
  const [, userId, expires = '', signature = ''] = TOKEN.exec(token) ?? [];
  if (userId !== link.userId || Number.parseInt(expires, 36) <= now.getTime()) return false;
  return timingSafeEqual(Buffer.from(signature, 'base64url'), sign(await loadAccountSecret(db), link, expires));
}
