/** Tells an account's owner that somebody keeps guessing the password, or that somebody logged in from a new device and network. */
import type { User } from '../../../../contract/auth.ts';
import { DAY } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { readEmailShop } from '../../messages/emails/email-words.service.ts';
import { queueNotice } from '../../messages/emails/outbox.ts';
import type { SessionOrigin } from '../sessions/auth-session.ts';
import { consumeAttempt, EMAIL_IP_LIMIT } from './attempt-limits.ts';
import { parseUserAgent } from './user-agent.ts';

const WARNING_LIMIT = { name: 'login-warning', maxAttempts: 1, windowMs: DAY };

/** At most once a day, and not if the network has caused too many emails already. */
export async function warnOwner(
  { db, now, publicUrl }: Pick<Deps, 'db' | 'now' | 'publicUrl'>,
  { _id, email }: User,
  network: string,
): Promise<void> {
  const { renderLoginAttemptsEmail } = await import('../../messages/emails/templates/login-attempts.ts');
  await db.transaction(async (tx) => {
    const warning = await consumeAttempt({ db: tx, now }, WARNING_LIMIT, _id);
    if (warning.isOverLimit) return;
    const networkEmail = await consumeAttempt({ db: tx, now }, EMAIL_IP_LIMIT, network);
    if (networkEmail.isOverLimit) return warning.release();
    await queueNotice(tx, renderLoginAttemptsEmail({ recipient: email, userId: _id, publicUrl, shop: await readEmailShop(tx) }), now());
  });
}

/** In the transaction of the login, so that no login succeeds without it. */
export async function queueNewLoginEmail(
  tx: Database,
  { now, publicUrl }: Pick<Deps, 'now' | 'publicUrl'>,
  { _id, email }: User,
  { ip, userAgent }: SessionOrigin,
): Promise<void> {
  const { renderNewLoginEmail } = await import('../../messages/emails/templates/new-login.ts');
  const login = { ...parseUserAgent(userAgent ?? null), ip, at: now() };
  await queueNotice(tx, renderNewLoginEmail({ recipient: email, userId: _id, publicUrl, shop: await readEmailShop(tx), ...login }), now());
}
