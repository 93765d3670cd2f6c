/** What people log in by besides their password. */
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { timestamptz } from './time.ts';

export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** What an authenticator app makes its codes of, encrypted (auth/second-factor-secret.ts). */
  secret: text('secret').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  /** Null: it is being set up, and isn't asked for. */
  confirmedAt: timestamptz('confirmed_at'),
  /** The time step of the last code that counted: it and those before it count no more. */
  lastStep: integer('last_step'),
});

/** Those that weren't used yet. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 in hex; the code itself is never stored. */
    codeHash: text('code_hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);
