/** Sends queued emails. Safe to run in several processes at once. */
import { cutText } from '../../contract/cut-text.ts';
import type { Deps } from '../deps.ts';
import { failpoint } from '../failpoints.ts';
import type { Logger } from '../logger.ts';
import { claimNextEmail, giveUpEmail, MAX_ATTEMPTS, markEmailFailed, markEmailSent } from './email.repository.ts';
import { readEmailSender } from './email-sender.service.ts';
import type { Mailer } from './mailer.ts';
import { openLinks } from './sealed-links.ts';

const MAX_PER_RUN = 200;
/** After this many in a row the mail server is assumed to be down, and the rest waits for the next run. */
const MAX_CONSECUTIVE_FAILURES = 3;
const MAX_ERROR_LENGTH = 500;
const LINK_ENDED = 'Not sent: the link in it has expired';

interface Options {
  log: Pick<Logger, 'error'>;
  /** Aborted: no further email is started. */
  signal?: AbortSignal;
}

function describeError(error: unknown, attempts: number): string {
  const reason = cutText((error instanceof Error ? error.message : String(error)).replace(/\p{Cc}+/gu, ' '), MAX_ERROR_LENGTH);
  return attempts >= MAX_ATTEMPTS ? `Failed after ${MAX_ATTEMPTS} attempts: ${reason}` : reason;
}

/** Returns the number of emails sent. */
export async function sendQueuedEmails(
  { db, now, mailer }: Pick<Deps, 'db' | 'now'> & { mailer: Mailer },
  options: Options,
): Promise<number> {
  let sent = 0;
  let failures = 0;
  for (let count = 0; count < MAX_PER_RUN && failures < MAX_CONSECUTIVE_FAILURES && !options.signal?.aborted; count += 1) {
    const email = await claimNextEmail(db, now());
    if (!email) break;
    try {
      // Outside of any transaction, so that a slow mail server keeps no row locked.
      const { sender } = await readEmailSender(db);
      const content = await openLinks(db, email, now());
      if (!content) {
        await giveUpEmail(db, email.id, LINK_ENDED);
        continue;
      }
      await mailer.send({ ...email, ...content, sender });
      failpoint('email.sent');
    } catch (err) {
      failures += 1;
      await markEmailFailed(db, email.id, describeError(err, email.attempts));
      options.log.error({ err, emailId: email.id, attempts: email.attempts }, 'email could not be sent');
      continue;
    }
    await markEmailSent(db, email.id, now(), mailer.savesToFiles === true);
    failures = 0;
    sent += 1;
  }
  return sent;
}
