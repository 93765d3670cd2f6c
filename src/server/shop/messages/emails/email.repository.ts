import { and, asc, count, desc, eq, gt, inArray, isNull, like, lt, lte, min, ne, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Email } from '../../../../contract/email.ts';
import type { EmailKind } from '../../../../contract/email-settings.ts';
import { MINUTE } from '../../../../contract/values.ts';
import { takeSubjectLock } from '../../../platform/database/advisory-locks.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { type KeysetQuery, listByKeyset, toInOrder } from '../../../platform/database/keyset-pagination.ts';
import { users } from '../../database/schema/account.ts';
import { emails, isFailed, LINK_ENDED, MAX_ATTEMPTS } from '../../database/schema/messages.ts';
import { SECRET_LINK } from './sealed-links.ts';

export { LINK_ENDED, MAX_ATTEMPTS };

export type StoredEmail = typeof emails.$inferSelect;

export async function createEmail(tx: Database, email: typeof emails.$inferInsert): Promise<void> {
  await tx.insert(emails).values(email);
}

/** Kinds of emails that anybody can trigger without paying. */
const NOTICE_KINDS: EmailKind[] = [
  'password changed',
  'login attempts',
  'new login',
  'second factor on',
  'second factor off',
  'second factor removed',
  'recovery code used',
  'email taken',
  'claim orders',
];

/** Until the transaction ends, no other transaction queues a notice to that address. */
export async function lockRecipient(tx: Database, recipient: string): Promise<void> {
  await takeSubjectLock(tx, 'email', recipient.toLowerCase());
}

/** Whether it is the address of an account whose owner hasn't confirmed it. */
export async function isUnconfirmed(tx: Database, recipient: string): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, sql`lower(${recipient})`), users.isEmailUnconfirmed));
  return rows.length > 0;
}

interface NoticeHistory {
  /** Whether one of this kind was queued since then. */
  hasSameKind: boolean;
  /** When the latest notice is, or was, due to be sent; null if none was sent since then and none is waiting. */
  lastDueAt: Date | null;
}

export async function readNoticeHistory(
  tx: Database,
  { recipient, kind }: Pick<StoredEmail, 'recipient' | 'kind'>,
  since: Date,
): Promise<NoticeHistory> {
  // If the mail server refused one, it keeps becoming due again, so the time when it was queued counts.
  const dueAt = sql<Date>`coalesce(${emails.sentAt}, case when ${emails.attempts} = 0 then ${emails.nextAttemptAt} else ${emails.createdAt} end)`;
  const rows = await tx
    .select({ kind: emails.kind, createdAt: emails.createdAt, dueAt: dueAt.mapWith(emails.nextAttemptAt) })
    .from(emails)
    .where(
      and(
        eq(sql`lower(${emails.recipient})`, sql`lower(${recipient})`),
        inArray(emails.kind, NOTICE_KINDS),
        gt(dueAt, sql`${since.toISOString()}::timestamptz`),
      ),
    )
    .orderBy(desc(dueAt));
  return { hasSameKind: rows.some((row) => row.kind === kind && row.createdAt > since), lastDueAt: rows[0]?.dueAt ?? null };
}

/**
 * Claims the email that has been due the longest. Counts the attempt and schedules the next one before sending, so that two senders never
 * claim the same email, and an email that a crashed sender had claimed is retried. Delays double: 2 minutes, 4, 8 …
 */
export async function claimNextEmail(db: Database, now: Date): Promise<StoredEmail | null> {
  const next = db
    .select({ id: emails.id })
    .from(emails)
    .where(and(isNull(emails.sentAt), lt(emails.attempts, MAX_ATTEMPTS), lte(emails.nextAttemptAt, now)))
    .orderBy(asc(emails.nextAttemptAt), asc(emails.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [email] = await db
    .update(emails)
    .set({
      attempts: sql`${emails.attempts} + 1`,
      nextAttemptAt: sql`${now.toISOString()}::timestamptz + make_interval(mins => power(2, ${emails.attempts} + 1)::int)`,
    })
    .where(eq(emails.id, sql`(${next})`))
    .returning();
  return email ?? null;
}

/** The column without secrets, which emails that a version before has queued still hold. */
export const withoutSecrets = (column: AnyPgColumn): SQL<string> =>
  sql<string>`regexp_replace(${column}, ${sql.raw(`'${SECRET_LINK}'`)}, '\\1#…', 'g')`;

/** Its links are wiped: only the recipient has them from now on. */
export async function markEmailSent(db: Database, id: string, sentAt: Date, isSavedToFile: boolean): Promise<void> {
  const kept = { sealed: null, text: withoutSecrets(emails.text), html: withoutSecrets(emails.html) };
  await db
    .update(emails)
    .set({ ...kept, sentAt, isSavedToFile, lastError: null })
    .where(eq(emails.id, id));
}

export async function markEmailFailed(db: Database, id: string, lastError: string): Promise<void> {
  await db
    .update(emails)
    .set({ lastError })
    .where(and(eq(emails.id, id), isNull(emails.sentAt)));
}

/** How the error of the last attempt begins, once it is over. */
export const GIVEN_UP = `Failed after ${MAX_ATTEMPTS} attempts: `;

/**
 * The last attempt isn't under way: it has failed, or began more than a minute ago, which its sender can't have outlived. Until it ends, the
 * email has the error of the attempt before.
 */
const isLastAttemptOver = (now: Date) => {
  const dueAfterMinute = new Date(now.getTime() + (2 ** MAX_ATTEMPTS - 1) * MINUTE);
  return or(like(emails.lastError, `${GIVEN_UP}%`), lt(emails.nextAttemptAt, dueAfterMinute));
};

/** Failed emails are to be sent as if they were new; one alone, or all. Returns how many. Those whose links have ended stay as they are. */
export async function requeueFailedEmails(db: Database, now: Date, id?: string): Promise<number> {
  const rows = await db
    .update(emails)
    .set({ attempts: 0, nextAttemptAt: now, lastError: null })
    .where(
      and(isFailed(emails), ne(emails.lastError, LINK_ENDED), isLastAttemptOver(now), id === undefined ? undefined : eq(emails.id, id)),
    )
    .returning({ id: emails.id });
  return rows.length;
}

/** As the outbox stores it, with its links sealed. */
export async function findSealedEmail(db: Database, id: string): Promise<Pick<StoredEmail, 'id' | 'text' | 'html' | 'sealed'> | null> {
  const { text, html, sealed } = emails;
  const [row] = await db.select({ id: emails.id, text, html, sealed }).from(emails).where(eq(emails.id, id));
  return row ?? null;
}

/** The audit log's entry: the outbox itself isn't logged, because customers and jobs write it all the time. */
export async function addResentEntry(tx: Database, { id, count: resent }: { id: string; count: number }): Promise<void> {
  const changes = JSON.stringify({ emails: { after: resent } });
  await tx.execute(sql`select write_audit_row('change', 'sent_again', 'email', ${id}, null, null, ${changes}::jsonb, '{}')`);
}

/** It is never sent: its link has ended. */
export async function giveUpEmail(db: Database, id: string, lastError: string): Promise<void> {
  await db
    .update(emails)
    .set({ attempts: MAX_ATTEMPTS, lastError, sealed: null })
    .where(and(eq(emails.id, id), isNull(emails.sentAt)));
}

type Delivery = Pick<StoredEmail, 'sentAt' | 'isSavedToFile' | 'attempts' | 'lastError'>;

function getDeliveryState({ sentAt, isSavedToFile, attempts, lastError }: Delivery): Email['state'] {
  if (sentAt) return isSavedToFile ? 'saved' : 'sent';
  // Without an error, the last attempt may still be running.
  return attempts >= MAX_ATTEMPTS && lastError ? 'failed' : 'waiting';
}

const listedColumns = {
  _id: emails.id,
  kind: emails.kind,
  recipient: emails.recipient,
  subject: emails.subject,
  text: withoutSecrets(emails.text),
  createdAt: emails.createdAt,
  sentAt: emails.sentAt,
  isSavedToFile: emails.isSavedToFile,
  tries: emails.attempts,
  fault: emails.lastError,
};

type ListedRow = Omit<Email, 'state' | 'createdAt' | 'sentAt' | 'isLinkEnded'> &
  Pick<StoredEmail, 'createdAt' | 'sentAt' | 'isSavedToFile'>;

const toListedEmail = ({ isSavedToFile, ...row }: ListedRow): Email => ({
  ...row,
  state: getDeliveryState({ ...row, isSavedToFile, attempts: row.tries, lastError: row.fault }),
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
  ...(row.fault === LINK_ENDED && { isLinkEnded: true }),
});

export async function findEmail(db: Database, id: string): Promise<Email | null> {
  const [row] = await db.select(listedColumns).from(emails).where(eq(emails.id, id));
  return row ? toListedEmail(row) : null;
}

/** How many emails of this kind were queued to an address since then, and when the first one was. */
export async function countEmailsSince(
  tx: Database,
  { recipient, kind }: Pick<StoredEmail, 'recipient' | 'kind'>,
  since: Date,
): Promise<{ count: number; firstAt: Date | null }> {
  const [found] = await tx
    .select({ count: count(), firstAt: min(emails.createdAt) })
    .from(emails)
    .where(and(eq(sql`lower(${emails.recipient})`, sql`lower(${recipient})`), eq(emails.kind, kind), gt(emails.createdAt, since)));
  return found ?? { count: 0, firstAt: null };
}

/** Newest first. */
export async function listEmails(db: Database, { state, ...listQuery }: KeysetQuery & { state?: 'failed' | undefined }) {
  const rowsOfList = sql`select id, created_at from emails where ${state === 'failed' ? isFailed(emails) : sql`true`}`;
  const { ids, ...found } = await listByKeyset(db, { table: 'emails', rows: rowsOfList }, listQuery);
  const rows = await db.select(listedColumns).from(emails).where(inArray(emails.id, ids));
  return { emails: toInOrder(ids, rows.map(toListedEmail), ({ _id }) => _id), ...found };
}
