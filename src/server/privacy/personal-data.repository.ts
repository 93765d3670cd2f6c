import { desc, eq, sql } from 'drizzle-orm';
import type { PersonalData } from '../../contract/privacy.ts';
import type { Database } from '../database/connect.ts';
import { emails } from '../database/schema/email.ts';

/** Newest first. */
export async function listEmailsTo(db: Database, recipient: string): Promise<PersonalData['emails']> {
  const rows = await db
    .select({ subject: emails.subject, text: emails.text, createdAt: emails.createdAt, sentAt: emails.sentAt })
    .from(emails)
    .where(eq(sql`lower(${emails.recipient})`, sql`lower(${recipient})`))
    .orderBy(desc(emails.createdAt), emails.id);
  return rows.map(({ createdAt, sentAt, ...email }) => ({
    ...email,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }));
}
