import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DELAY_PATH } from '../../../../contract/shop-pages.ts';
import { DAY, HOUR, isRecord } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { createSecretError } from '../../settings/sealed-text.ts';
import { findOrCreateSetting } from '../../settings/settings.repository.ts';
import { getIpNetwork } from '../../team/login/rate-limits.ts';
import { normalizeEmail } from '../../team/login/user.repository.ts';

/**
 * The link of a guest's order contains a signature, an HMAC with the shop's own secret, which proves that its holder may see the order. The
 * signed text begins differently for each purpose, so that no signature can be used for another one.
 */
const SECRET_KEY = 'private:guest-secret';
export const CLAIM_DURATION = DAY;

/** The random secret in the database; created on first use. */
export async function loadGuestSecret(db: Database): Promise<string> {
  const value = await findOrCreateSetting(db, SECRET_KEY, { secret: randomBytes(32).toString('hex') });
  if (isRecord(value) && typeof value.secret === 'string' && value.secret.length >= 32) return value.secret;
  throw createSecretError(
    `The setting ${SECRET_KEY} is invalid: delete it, and a new one is created. Existing links to guest orders then stop working`,
  );
}

const sign = (secret: string, kind: 'order' | 'claim' | 'network' | 'download' | 'ticket' | 'withdrawal' | 'delay', text: string) =>
  createHmac('sha256', secret).update(`${kind}:${text}`).digest('base64url');

function isSame(actual: string, expected: string): boolean {
  const [left, right] = [Buffer.from(actual), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

export const signOrder = (secret: string, orderId: string): string => sign(secret, 'order', orderId.toLowerCase());

export const isOrderSignature = (secret: string, orderId: string, signature: string): boolean =>
  isSame(signature, signOrder(secret, orderId));

/** Opens the form to withdraw from an order, a guest's or an account's, and nothing else of it. */
export const signWithdrawal = (secret: string, orderId: string): string => sign(secret, 'withdrawal', orderId.toLowerCase());

export const isWithdrawalSignature = (secret: string, orderId: string, signature: string): boolean =>
  isSame(signature, signWithdrawal(secret, orderId));

/** Opens one delay of an order, to wait or to cancel; a later delay has another signature. */
export const signDelay = (secret: string, delayId: string): string => sign(secret, 'delay', delayId.toLowerCase());

export const isDelaySignature = (secret: string, delayId: string, signature: string): boolean =>
  isSame(signature, signDelay(secret, delayId));

export const buildDelayUrl = (publicUrl: string, orderId: string, delayId: string, signature: string): string =>
  `${publicUrl}${DELAY_PATH}#${orderId}.${delayId}.${signature}`;

/** The signature is in the URL's fragment (#), which browsers don't send, so it isn't in any log or proxy on the way. */
export const buildGuestOrderUrl = (publicUrl: string, orderId: string, signature: string): string =>
  `${publicUrl}/guest/orders/${orderId}#${signature}`;

/** The link of one file that an order has. */
export const signDownload = (secret: string, id: string): string => sign(secret, 'download', id.toLowerCase());

export const isDownloadSignature = (secret: string, id: string, signature: string): boolean => isSame(signature, signDownload(secret, id));

export const buildDownloadUrl = (publicUrl: string, id: string, signature: string): string => `${publicUrl}/download/${id}#${signature}`;

/** How long a file can be fetched after its download was counted: as long as a slow line takes, with its interruptions. */
const TICKET_DURATION = 6 * HOUR;

/** Stands in a URL, where logs and proxies see it, so it ends soon and opens one file only. */
export function createTicket(secret: string, id: string, now: Date): string {
  const expires = (now.getTime() + TICKET_DURATION).toString(36);
  return `${id}.${expires}.${sign(secret, 'ticket', `${id}\n${expires}`)}`;
}

/** The id of the file; null: no ticket of this shop, or one that has ended. */
export function readTicket(secret: string, ticket: string, now: Date): string | null {
  const [id = '', expires = '', signature = '', ...rest] = ticket.split('.');
  if (rest.length || !isSame(signature, sign(secret, 'ticket', `${id}\n${expires}`))) return null;
  return Number.parseInt(expires, 36) > now.getTime() ? id : null;
}

/** The form in which orders store a guest's network. */
export const hashNetwork = (secret: string, ip: string): string => sign(secret, 'network', getIpNetwork(ip));

interface Claimant {
  id: string;
  email: string;
}

const signClaim = (secret: string, { id, email }: Claimant, expires: string) =>
  sign(secret, 'claim', [id, expires, normalizeEmail(email)].join('\n'));

/** Emailed to the account's address. Whoever returns the token can read that mailbox and is logged in to that account. */
export function createClaimToken(secret: string, claimant: Claimant, now: Date): string {
  const expires = (now.getTime() + CLAIM_DURATION).toString(36);
  return `${expires}.${signClaim(secret, claimant, expires)}`;
}

export function isClaimToken(secret: string, claimant: Claimant, token: string, now: Date): boolean {
  const [expires = '', signature = '', ...rest] = token.split('.');
  return !rest.length && isSame(signature, signClaim(secret, claimant, expires)) && Number.parseInt(expires, 36) > now.getTime();
}
