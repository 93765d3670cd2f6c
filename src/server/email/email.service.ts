/** Sends what waits in the outbox. Any number may do so at once. */
import type { Deps } from '../deps.ts';
import { failpoint } from '../failpoints.ts';
import { claimNextEmail, MAX_ATTEMPTS, markEmailFailed, markEmailSent } from './email.repository.ts';
import type { Mailer } from './mailer.ts';

/** So many letters in one go; the rest waits for the next. */
const MAX_PER_RUN = 200;
/** So many failures in a row, and it is the server rather than the letters. */
const MAX_CONSECUTIVE_FAILURES = 3;
const MAX_ERROR_LENGTH = 500;

interface Options {
  log: { error: (details: object, message: string) => void };
  /** Aborted: no further letter is begun. */
  signal?: AbortSignal;
}

function describeError(error: unknown, tries: number): string {
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\p{Cc}+/gu, ' ').slice(0, MAX_ERROR_LENGTH);
  return tries >= MAX_ATTEMPTS ? `Given up after ${MAX_ATTEMPTS} tries: ${reason}` : reason;
}

/** Gives how many were sent. */
export async function sendQueuedEmails(
  { db, now, mailer }: Pick<Deps, 'db' | 'now'> & { mailer: Mailer },
  options: Options,
): Promise<number> {
  let sent = 0;
  let failures = 0;
  for (let n = 0; n < MAX_PER_RUN && failures < MAX_CONSECUTIVE_FAILURES && !options.signal?.aborted; n += 1) {
    const email = await claimNextEmail(db, now());
    if (!email) break;
    try {
      // Outside of any transaction: a slow mail server holds nothing up.
      await mailer.send(email);
      failpoint('letter.sent');
    } catch (err) {
      failures += 1;
      await markEmailFailed(db, email.id, describeError(err, email.attempts));
      options.log.error({ err, mail: email.id, attempts: email.attempts }, 'a letter could not be sent');
      continue;
    }
    await markEmailSent(db, email.id, now());
    failures = 0;
    sent += 1;
  }
  return sent;
}
