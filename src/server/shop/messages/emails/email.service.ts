/** Sends queued emails. Safe to run in several processes at once. */
import { cutText, MINUTE } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Logger } from '../../../platform/log/logger.ts';
import { failpoint } from '../../../platform/process/failpoints.ts';
import type { EmailAttachment } from '../../database/schema/messages.ts';
import {
  claimNextEmail,
  GIVEN_UP,
  giveUpEmail,
  LINK_ENDED,
  MAX_ATTEMPTS,
  markEmailFailed,
  markEmailSent,
  type StoredEmail,
} from './email.repository.ts';
import { readEmailSender, readSenderDefaults } from './email-settings.service.ts';
import { type EmailFile, isOwnRefusal, type Mailer } from './mailer.ts';
import { openLinks } from './sealed-links.ts';

/** A run ends before its job counts as hanging (platform/jobs/queue.ts). */
const MAX_RUN = 4 * MINUTE;
/** Each has a connection of its own. A server that takes 100 ms for one gets 6,000 a minute. */
const AT_ONCE = 10;
/** After this many in a row that weren't the email's own fault the mail server is assumed to be down, and the rest waits for the next run. */
const MAX_CONSECUTIVE_FAILURES = 3;
const MAX_ERROR_LENGTH = 500;

type Context = Pick<Deps, 'db' | 'now'> & {
  mailer: Mailer;
  /** Makes the files of these; absent: none has any. */
  readFiles?: (db: Deps['db'], attachments: EmailAttachment[]) => Promise<EmailFile[]>;
};

interface Options {
  log: Pick<Logger, 'error' | 'warn'>;
  /** Aborted: no further email is started. */
  signal?: AbortSignal;
}

function describeError(error: unknown, attempts: number): string {
  const reason = cutText((error instanceof Error ? error.message : String(error)).replace(/\p{Cc}+/gu, ' '), MAX_ERROR_LENGTH);
  return attempts >= MAX_ATTEMPTS ? GIVEN_UP + reason : reason;
}

/** `not sent`: for a reason that concerns only this email: its link has expired, or its recipient was refused. */
type Outcome = 'taken' | 'server fails' | 'not sent';

async function sendEmail({ db, now, mailer, readFiles }: Context, email: StoredEmail, { log }: Options): Promise<Outcome> {
  try {
    // Outside of any transaction, so that a slow mail server keeps no row locked.
    const { sender } = await readEmailSender(db);
    const defaults = await readSenderDefaults(db);
    const content = await openLinks(db, email, now());
    if (!content) {
      await giveUpEmail(db, email.id, LINK_ENDED);
      return 'not sent';
    }
    const files = email.attachments && readFiles ? await readFiles(db, email.attachments) : [];
    await mailer.send({ ...email, ...content, sender, defaults, files });
    failpoint('email.sent');
  } catch (err) {
    await markEmailFailed(db, email.id, describeError(err, email.attempts));
    const isOwn = isOwnRefusal(err);
    // Not an error of the shop: strangers cause refusals by the addresses that they enter.
    log[isOwn ? 'warn' : 'error']({ err, emailId: email.id, attempts: email.attempts }, 'email could not be sent');
    return isOwn ? 'not sent' : 'server fails';
  }
  await markEmailSent(db, email.id, now(), mailer.savesToFiles === true);
  return 'taken';
}

/**
 * Returns the number of emails sent. Sends one alone at first and after each failure of the server, otherwise several at once, so that a
 * server that is down uses up an attempt of only a few emails. Each is claimed separately, so no other process sends it too. If anything
 * else fails, such as the database, throws that error after the running sends have ended.
 */
export async function sendQueuedEmails(context: Context, options: Options): Promise<number> {
  const { db, now, mailer } = context;
  const endsAt = performance.now() + MAX_RUN;
  const underWay = new Set<Promise<void>>();
  let sent = 0;
  let failures = 0;
  let isTaking = false;
  const errors: unknown[] = [];
  const start = (email: StoredEmail) => {
    const work = sendEmail(context, email, options)
      .then((outcome) => {
        if (outcome === 'not sent') return;
        isTaking = outcome === 'taken';
        failures = isTaking ? 0 : failures + 1;
        if (isTaking) sent += 1;
      })
      // Caught at once: while the next is claimed nobody waits for it, and an error without a listener ends the process.
      .catch((error: unknown) => {
        errors.push(error);
      })
      .finally(() => underWay.delete(work));
    underWay.add(work);
  };
  const mayStart = () => !errors.length && failures < MAX_CONSECUTIVE_FAILURES && !options.signal?.aborted && performance.now() < endsAt;
  try {
    for (;;) {
      while (underWay.size >= (isTaking ? AT_ONCE : 1)) await Promise.race(underWay);
      const email = mayStart() ? await claimNextEmail(db, now()) : null;
      if (email) start(email);
      else if (underWay.size) await Promise.race(underWay);
      else break;
    }
  } finally {
    await Promise.all(underWay);
    mailer.disconnect?.();
  }
  if (errors.length) throw errors[0];
  return sent;
}
