/** Sends what waits in the outbox. Any number may do so at once. */
import type { Deps } from '../deps.ts';
import { failpoint } from '../failpoints.ts';
import { claimMail, MAX_TRIES, markFault, markSent } from './mail.repository.ts';
import type { Mailer } from './mailer.ts';

/** So many letters in one go; the rest waits for the next. */
const MOST = 200;
/** So many failures in a row, and it is the server rather than the letters. */
const PATIENCE = 3;
const FAULT_LENGTH = 500;

interface Options {
  log: { error: (details: object, message: string) => void };
  /** Aborted: no further letter is begun. */
  signal?: AbortSignal;
}

function describe(error: unknown, tries: number): string {
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\p{Cc}+/gu, ' ').slice(0, FAULT_LENGTH);
  return tries >= MAX_TRIES ? `Given up after ${MAX_TRIES} tries: ${reason}` : reason;
}

/** Gives how many were sent. */
export async function sendMails({ db, now, mailer }: Pick<Deps, 'db' | 'now'> & { mailer: Mailer }, options: Options): Promise<number> {
  let sent = 0;
  let failures = 0;
  for (let n = 0; n < MOST && failures < PATIENCE && !options.signal?.aborted; n += 1) {
    const mail = await claimMail(db, now());
    if (!mail) break;
    try {
      // Outside of any transaction: a slow mail server holds nothing up.
      await mailer.send(mail);
      failpoint('letter.sent');
    } catch (err) {
      failures += 1;
      await markFault(db, mail.id, describe(err, mail.tries));
      options.log.error({ err, mail: mail.id, tries: mail.tries }, 'a letter could not be sent');
      continue;
    }
    await markSent(db, mail.id, now());
    failures = 0;
    sent += 1;
  }
  return sent;
}
