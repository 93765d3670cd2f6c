/** Second factors, with which people log in besides their password. */
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { timestamptz } from './time.ts';

export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The secret from which an authenticator app makes its codes, encrypted (shop/team/second-factor/second-factor-secret.ts). */
  secret: text('secret').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  /** Null: it is being set up, and not required yet. */
  confirmedAt: timestamptz('confirmed_at'),
  /** The time step of the last accepted code: codes of this step and earlier ones are no longer accepted. */
  lastStep: integer('last_step'),
});

/** Recovery codes that haven't been used yet. */
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
