/** The outbox. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from './time.ts';

/** Letters to people: written with what they tell of, sent by a job. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    tries: integer('tries').notNull().default(0),
    /** When it is tried next. Whoever tries moves it on first, so that nobody else takes it meanwhile. */
    dueAt: timestamptz('due_at').notNull(),
    sentAt: timestamptz('sent_at'),
    /** Why the last try failed. */
    lastError: text('fault'),
  },
  (t) => [index('mails_unsent').on(t.dueAt).where(sql`${t.sentAt} is null`), index('mails_newest').on(t.createdAt.desc(), t.id)],
);
