/** Failed emails are sent again: by the team, or by an operator's command. The log says who did it. */
import type { Email } from '../../../../contract/email.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { addResentEntry, findSealedEmail, giveUpEmail, LINK_ENDED, requeueFailedEmails } from './email.repository.ts';
import { announceEmails } from './outbox.ts';
import { readEmail } from './read-email.ts';
import { openLinks } from './sealed-links.ts';

type Context = Pick<Deps, 'db' | 'now'>;

const createEndedError = () => new AppError('email_link_ended', 'This email isn’t sent again: the link in it has expired');

/** One that can't be decrypted is sent again, too: its sender then reports why it wasn't sent. */
async function hasLinkEnded(tx: Database, id: string, now: Date): Promise<boolean> {
  const email = await findSealedEmail(tx, id);
  return email !== null && (await openLinks(tx, email, now).catch(() => undefined)) === null;
}

/** Returns how many: of all that failed, or the one with this id. Those whose links are known to have ended stay as they are. */
export async function resendFailedEmails({ db, now }: Context, id?: string): Promise<number> {
  const queued = await db.transaction(async (tx) => {
    const count = await requeueFailedEmails(tx, now(), id);
    if (count) await addResentEntry(tx, { id: id ?? 'all', count });
    return count;
  });
  if (queued) announceEmails();
  return queued;
}

/** One that waits already stays as it is, so that asking twice sends it once. Throws `not_found`, `email_not_failed` and `email_link_ended`. */
export async function resendEmail(context: Context, id: string): Promise<Email> {
  const { db, now } = context;
  const { state, isLinkEnded } = await readEmail(db, id);
  if (state === 'sent' || state === 'saved')
    throw new AppError('email_not_failed', 'This email has been sent. Only failed ones are sent again.');
  if (isLinkEnded) throw createEndedError();
  if (state === 'failed' && (await hasLinkEnded(db, id, now()))) {
    await giveUpEmail(db, id, LINK_ENDED);
    throw createEndedError();
  }
  await resendFailedEmails(context, id);
  const email = await readEmail(db, id);
  if (email.state === 'failed') throw new AppError('email_not_failed', 'This email is being sent right now. Look again in a minute.');
  return email;
}
