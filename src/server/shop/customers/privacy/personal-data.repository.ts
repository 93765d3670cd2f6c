/** What belongs to a person besides the account's own rows: one definition of it for the export and for the erasure. */
import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PersonalData } from '../../../../contract/privacy.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { teamInvitations } from '../../database/schema/account.ts';
import { emails } from '../../database/schema/messages.ts';
import { withoutSecrets } from '../../messages/emails/email.repository.ts';
import type { AccountEmail } from '../../team/login/user.repository.ts';

type Person = Pick<AccountEmail, 'id' | 'email' | 'isEmailUnconfirmed' | 'emailConfirmedAt'>;

/**
 * Emails about the account, whichever address they went to: its own, a former or a pending one. What went to its address otherwise, such as
 * to a guest, is the account's only if `isAddressProven`: anybody can register somebody else's address.
 */
const belongsTo = ({ id, email }: Pick<Person, 'id' | 'email'>, isAddressProven: boolean): SQL | undefined =>
  or(
    eq(emails.userId, id),
    isAddressProven ? and(isNull(emails.userId), eq(sql`lower(${emails.recipient})`, sql`lower(${email})`)) : undefined,
  );

/** Newest first, without the links that only the mailbox has. */
export async function listEmailsOf(db: Database, person: Person): Promise<PersonalData['emails']> {
  const rows = await db
    .select({ subject: emails.subject, text: withoutSecrets(emails.text), createdAt: emails.createdAt, sentAt: emails.sentAt })
    .from(emails)
    .where(belongsTo(person, person.emailConfirmedAt !== null))
    .orderBy(desc(emails.createdAt), emails.id);
  return rows.map(({ createdAt, sentAt, ...email }) => ({
    ...email,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }));
}

const isInvited = (email: string) => eq(sql`lower(${teamInvitations.email})`, sql`lower(${email})`);

/** To the account's address, if that is proven to be its own. */
export async function listInvitationsTo(db: Database, { email, emailConfirmedAt }: Person): Promise<PersonalData['invitations']> {
  if (!emailConfirmedAt) return [];
  const { role, by, createdAt, expiresAt } = teamInvitations;
  const rows = await db.select({ role, by, createdAt, expiresAt }).from(teamInvitations).where(isInvited(email));
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString(), expiresAt: row.expiresAt.toISOString() }));
}

/** A stranger who registered somebody's address, and hasn't confirmed it, takes nothing of theirs along. */
export async function deleteMessagesTo(tx: Database, person: Person): Promise<void> {
  await tx.delete(emails).where(belongsTo(person, !person.isEmailUnconfirmed));
  if (!person.isEmailUnconfirmed) await tx.delete(teamInvitations).where(isInvited(person.email));
}
