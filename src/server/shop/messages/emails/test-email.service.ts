/** An email that admins send to themselves. It goes through the outbox like all others, so it shows whether those arrive. */
import { TEST_EMAILS_PER_HOUR } from '../../../../contract/email-settings.ts';
import { HOUR, SECOND } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { countEmailsSince, lockRecipient } from './email.repository.ts';
import { readEmailShop } from './email-settings.service.ts';
import { queueEmail } from './outbox.ts';

/** Returns its id. Throws `too_many_attempts`. */
export async function queueTestEmail({ db, now, publicUrl }: Pick<Deps, 'db' | 'now' | 'publicUrl'>, recipient: string): Promise<string> {
  const { renderTestEmail } = await import('./templates/team-emails.ts');
  return db.transaction(async (tx) => {
    await lockRecipient(tx, recipient);
    const time = now();
    const { count, firstAt } = await countEmailsSince(tx, { kind: 'test', recipient }, new Date(time.getTime() - HOUR));
    if (count >= TEST_EMAILS_PER_HOUR) {
      const retryAfter = Math.max(1, Math.ceil(((firstAt ?? time).getTime() + HOUR - time.getTime()) / SECOND));
      throw new AppError('too_many_attempts', `${TEST_EMAILS_PER_HOUR} test emails an hour at most`, { retryAfter });
    }
    return queueEmail(tx, renderTestEmail({ recipient, publicUrl, shop: await readEmailShop(tx) }), time);
  });
}
