/** The outbox of emails. */
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from './time.ts';

/** After this many attempts an email has failed for good. */
export const MAX_ATTEMPTS = 10;

/** Why an email isn't sent whatever anybody does: its link would lead nowhere. */
export const LINK_ENDED = 'Not sent: the link in it has expired';

/** Literally this condition: the index below is used only for the same one. */
export const isFailed = (t: { sentAt: AnyPgColumn; attempts: AnyPgColumn; lastError: AnyPgColumn }) =>
  sql`${t.sentAt} is null and ${t.attempts} >= ${sql.raw(String(MAX_ATTEMPTS))} and ${t.lastError} is not null`;

/** Emails are inserted in the transaction of the change that they report, and sent by the job `send-emails`. */
export const emails = pgTable(
  'emails',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    /**
     * The text and HTML with the links that only the recipient may have, sealed; null once it is sent, and if there are none. In `text` and
     * `html` such links end at the #.
     */
    sealed: text('sealed'),
    /** The account that it is about, whichever address it went to; null: of a guest, of the team, or by a version before. */
    userId: uuid('user_id'),
    createdAt: timestamptz('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** A sender moves this into the future before it sends, so that no other process picks the same email meanwhile. */
    nextAttemptAt: timestamptz('next_attempt_at').notNull(),
    sentAt: timestamptz('sent_at'),
    /** There is no mail server: `sentAt` is when the email was written to a file, and nobody has received it. */
    isSavedToFile: boolean('is_saved_to_file').notNull().default(false),
    lastError: text('last_error'),
  },
  (t) => [
    index('emails_recipient').on(sql`lower(${t.recipient})`, t.createdAt.desc()),
    // Without failed emails, which stay: each search for the next email would have to skip them.
    index('emails_unsent')
      .on(t.nextAttemptAt)
      .where(sql`${t.sentAt} is null and ${t.attempts} < ${sql.raw(String(MAX_ATTEMPTS))}`),
    index('emails_user').on(t.userId).where(sql`${t.userId} is not null`),
    index('emails_created').on(t.createdAt.desc(), t.id),
    // For the list of failed emails, which are few.
    index('emails_failed').on(t.createdAt.desc(), t.id).where(isFailed(t)),
  ],
);
