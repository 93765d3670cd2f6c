/** Invites customers that an import made to set a password: all in one go, sent slowly. */
import { MINUTE } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../platform/http/authorize.ts';
import { createClosedError, requireImport } from '../catalog/import/runs/product-import.service.ts';
import { readEmailShop } from '../messages/emails/email-settings.service.ts';
import { queueEmail } from '../messages/emails/outbox.ts';
import { requireLinks } from '../team/login/account-link.ts';
import { addInvitedEntry, takeInvitable } from './imported-customer.repository.ts';

const PER_MINUTE = 20;
/** A transaction. */
const BATCH = 200;

type Context = Pick<Deps, 'db' | 'now' | 'publicUrl' | 'accounts'>;

/** Each customer once, whoever asks and how often. Throws `unavailable` where no links can be emailed, and `import_closed` before the import has ended. */
export async function inviteCustomers(context: Context, id: string, caller: Caller): Promise<{ invited: number; lastAt: string | null }> {
  const publicUrl = requireLinks(context);
  const { status, kind, fileName: name } = await requireImport(context, id, caller);
  if (kind !== 'customers' || status === 'running' || status === 'queued')
    throw createClosedError('Wait until the import has ended: then its customers can be invited');
  const { renderAccountMovedEmail } = await import('../messages/emails/templates/account-emails.ts');
  const start = context.now();
  let invited = 0;
  const toDue = (place: number) => new Date(start.getTime() + Math.floor(place / PER_MINUTE) * MINUTE);
  for (;;) {
    const first = invited;
    const taken = await context.db.transaction(async (tx) => {
      const shop = await readEmailShop(tx);
      const waiting = await takeInvitable(tx, id, BATCH, start);
      for (const [index, { id: userId, email }] of waiting.entries())
        await queueEmail(tx, renderAccountMovedEmail({ recipient: email, userId, publicUrl, shop }), start, toDue(first + index));
      if (waiting.length) await addInvitedEntry(tx, { id, name }, waiting.length);
      return waiting.length;
    });
    invited += taken;
    if (taken < BATCH) return { invited, lastAt: invited ? toDue(invited - 1).toISOString() : null };
  }
}
