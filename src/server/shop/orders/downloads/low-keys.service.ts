/** Tells the team of lists of licence keys that run low, once until keys are added. */
import type { Deps } from '../../../deps.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { listUntoldLow, markLowTold } from '../../catalog/downloads/key-list.repository.ts';
import { readEmailShop } from '../../messages/emails/email-settings.service.ts';
import { queueEmail } from '../../messages/emails/outbox.ts';
import { findMerchant } from '../lifecycle/order-emails.ts';

/** Returns of how many lists it told. */
export async function tellLowKeys({ db, now, publicUrl }: Pick<Deps, 'db' | 'now' | 'publicUrl'>): Promise<number> {
  if (!(await listUntoldLow(db)).length) return 0;
  return retryTransaction(db, async (tx) => {
    const low = await listUntoldLow(tx);
    await markLowTold(
      tx,
      low.map(({ id }) => id),
      now(),
    );
    const recipient = await findMerchant(tx);
    if (!recipient || !low.length) return low.length;
    const { renderKeysLowEmail } = await import('../../messages/emails/templates/team-emails.ts');
    await queueEmail(tx, renderKeysLowEmail({ recipient, publicUrl, shop: await readEmailShop(tx), lists: low }), now());
    return low.length;
  });
}
