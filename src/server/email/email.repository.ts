import { and, asc, desc, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Email } from '../../contract/email.ts';
import type { Database } from '../database/connect.ts';
import { mails } from '../database/schema/email.ts';

/** After so many tries a letter is given up. */
export const MAX_ATTEMPTS = 10;

export type StoredEmail = typeof mails.$inferSelect;

export async function createEmail(tx: Database, email: typeof mails.$inferInsert): Promise<void> {
  await tx.insert(mails).values(email);
}

/**
 * Takes the letter that has been due the longest: counts the try, and puts the next one off before this one is made. Whoever dies
 * on the way so leaves it to be tried again later, and two never have the same one. The pause doubles: 2 minutes, 4, 8 …
 */
export async function claimNextEmail(db: Database, now: Date): Promise<StoredEmail | null> {
  const next = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(isNull(mails.sentAt), lt(mails.tries, MAX_ATTEMPTS), lte(mails.dueAt, now)))
    .orderBy(asc(mails.dueAt), asc(mails.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [email] = await db
    .update(mails)
    .set({
      tries: sql`${mails.tries} + 1`,
      dueAt: sql`${now.toISOString()}::timestamptz + make_interval(mins => power(2, ${mails.tries} + 1)::int)`,
    })
    .where(eq(mails.id, sql`(${next})`))
    .returning();
  return email ?? null;
}

export async function markEmailSent(db: Database, id: string, sentAt: Date): Promise<void> {
  await db.update(mails).set({ sentAt, lastError: null }).where(eq(mails.id, id));
}

export async function markEmailFailed(db: Database, id: string, lastError: string): Promise<void> {
  await db
    .update(mails)
    .set({ lastError: lastError })
    .where(and(eq(mails.id, id), isNull(mails.sentAt)));
}

function getDeliveryState({ sentAt, tries, lastError }: Pick<StoredEmail, 'sentAt' | 'tries' | 'lastError'>): Email['state'] {
  if (sentAt) return 'sent';
  // The last try may still be under way: only with its fault written it is over.
  return tries >= MAX_ATTEMPTS && lastError ? 'failed' : 'waiting';
}

/** Newest first. */
export async function listEmails(db: Database, page: number, limit: number): Promise<Email[]> {
  const rows = await db
    .select({
      _id: mails.id,
      kind: mails.kind,
      recipient: mails.recipient,
      subject: mails.subject,
      text: mails.text,
      createdAt: mails.createdAt,
      sentAt: mails.sentAt,
      tries: mails.tries,
      fault: mails.lastError,
    })
    .from(mails)
    .orderBy(desc(mails.createdAt), asc(mails.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return rows.map((row) => ({
    ...row,
    state: getDeliveryState({ ...row, lastError: row.fault }),
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
  }));
}

export async function countEmails(db: Database): Promise<number> {
  return db.$count(mails);
}
