/** Exports what the shop stores about a person, as they may demand: https://gdpr-info.eu/art-15-gdpr/ */
import type { PersonalData } from '../../../../contract/privacy.ts';
import { HOUR } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { listOrdersOf } from '../../orders/lifecycle/order.repository.ts';
import { requireAttempt } from '../../team/login/attempt-limits.ts';
import { findAccountEmail, findUser } from '../../team/login/user.repository.ts';
import { listSessionsOf } from '../../team/sessions/session.service.ts';
import { findListedUser, listAddresses } from '../accounts/account.repository.ts';
import { listEmailsOf, listInvitationsTo } from './personal-data.repository.ts';

type Context = Pick<Deps, 'db' | 'now'>;

/** Each export reads everything that a person ever did. */
const EXPORT_LIMIT = { name: 'export-data', maxAttempts: 10, windowMs: HOUR };

/** Throws `too_many_attempts`. */
export async function requireExportAttempt(context: Context, { id }: Pick<Caller, 'id'>): Promise<void> {
  await requireAttempt(context, EXPORT_LIMIT, id);
}

/** Without password and answer, which are only stored as hashes, and without the team's notes. Throws `user_not_found`. */
export async function exportPersonalData({ db, now }: Context, id: string): Promise<PersonalData> {
  const found = await findUser(db, id);
  const listed = await findListedUser(db, id);
  const person = await findAccountEmail(db, id);
  if (!found || !listed || !person) throw new AppError('user_not_found', 'There is no such account');
  const sessions = await listSessionsOf({ db, now }, id);
  return {
    exportedAt: now().toISOString(),
    account: { ...found.user, pendingEmail: person.pendingEmail, createdAt: listed.createdAt },
    addresses: await listAddresses(db, id),
    sessions: sessions.map(({ isCurrent: _isCurrent, ...session }) => session),
    orders: await listOrdersOf(db, id),
    emails: await listEmailsOf(db, person),
    invitations: await listInvitationsTo(db, person),
  };
}
