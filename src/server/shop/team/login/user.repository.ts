import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { User } from '../../../../contract/auth.ts';
import type { TeamRole } from '../../../../contract/endpoint.ts';
import { takeLock } from '../../../platform/database/advisory-locks.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { users } from '../../database/schema/account.ts';
import { customers } from '../../database/schema/customer.ts';

/** The columns that may leave the server: all but the hashes. */
export const publicUserColumns = {
  _id: users.id,
  name: users.name,
  email: users.email,
  phone: users.phone,
  address: users.address,
  role: users.role,
};

export interface Credentials {
  user: User;
  passwordHash: string;
  answerHash: string;
  isDisabled: boolean;
  isEmailUnconfirmed: boolean;
}

/** Normal form of an email: two spellings of one address are equal. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

export async function createUser(db: Database, user: typeof users.$inferInsert): Promise<User> {
  const [row] = await db.insert(users).values(user).returning(publicUserColumns);
  if (!row) throw new Error('an insert gave no row');
  return row;
}

export async function findCredentials(db: Database, email: string): Promise<Credentials | null> {
  const [row] = await db
    .select({
      ...publicUserColumns,
      passwordHash: users.passwordHash,
      answerHash: users.answerHash,
      disabledAt: users.disabledAt,
      isEmailUnconfirmed: users.isEmailUnconfirmed,
    })
    .from(users)
    .where(eq(sql`lower(${users.email})`, sql`lower(${email.trim()})`));
  if (!row) return null;
  // Some databases lower-case more than normalizeEmail ('İ' to 'i'). Such an email must not reach the account, since its
  // attempts are counted under another key.
  if (normalizeEmail(row.email) !== normalizeEmail(email)) return null;
  const { passwordHash, answerHash, disabledAt, isEmailUnconfirmed, ...user } = row;
  return { user, passwordHash, answerHash, isEmailUnconfirmed, isDisabled: disabledAt !== null };
}

export async function findCredentialsById(db: Database, id: string): Promise<Credentials | null> {
  const [row] = await db.select({ email: users.email }).from(users).where(eq(users.id, id));
  return row ? findCredentials(db, row.email) : null;
}

export interface AccountEmail {
  id: string;
  email: string;
  /** The address that replaces `email` once it is confirmed. */
  pendingEmail: string | null;
  isEmailUnconfirmed: boolean;
  /** Null: nobody has proven to read the mailbox; always null before that was kept. */
  emailConfirmedAt: Date | null;
}

const accountEmailColumns = {
  id: users.id,
  email: users.email,
  pendingEmail: users.pendingEmail,
  isEmailUnconfirmed: users.isEmailUnconfirmed,
  emailConfirmedAt: users.emailConfirmedAt,
};

export async function findAccountEmail(db: Database, id: string): Promise<AccountEmail | null> {
  const [row] = await db.select(accountEmailColumns).from(users).where(eq(users.id, id));
  return row ?? null;
}

/** Nobody else changes the account until the transaction ends. */
export async function lockAccountEmail(tx: Database, id: string): Promise<AccountEmail | null> {
  const [row] = await tx.select(accountEmailColumns).from(users).where(eq(users.id, id)).for('no key update');
  return row ?? null;
}

/**
 * If this still is the user's password hash, locks the row until the transaction ends; otherwise null. One login at a time holds the lock.
 */
export async function lockCurrentPassword(tx: Database, id: string, passwordHash: string): Promise<{ isDisabled: boolean } | null> {
  const [row] = await tx
    .select({ disabledAt: users.disabledAt })
    .from(users)
    .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash)))
    .for('no key update');
  return row ? { isDisabled: row.disabledAt !== null } : null;
}

interface UserChange {
  name?: string;
  phone?: string;
  address?: string;
  passwordHash?: string;
  answerHash?: string;
  role?: 0 | 1;
  teamRole?: TeamRole | null;
  disabledAt?: Date | null;
  secondFactorGraceFrom?: Date | null;
  email?: string;
  pendingEmail?: string | null;
  isEmailUnconfirmed?: boolean;
  emailConfirmedAt?: Date;
}

/** With the version that an edit form sends back. */
export interface VersionedUser {
  user: User;
  version: number;
}

const versionedUserColumns = { ...publicUserColumns, version: users.version };

const toVersionedUser = ({ version, ...user }: User & { version: number }): VersionedUser => ({ user, version });

export async function findUser(db: Database, id: string): Promise<VersionedUser | null> {
  const [row] = await db.select(versionedUserColumns).from(users).where(eq(users.id, id));
  return row ? toVersionedUser(row) : null;
}

/** Nobody else changes the account until the transaction ends. */
export async function lockUser(tx: Database, id: string): Promise<VersionedUser | null> {
  const [row] = await tx.select(versionedUserColumns).from(users).where(eq(users.id, id)).for('no key update');
  return row ? toVersionedUser(row) : null;
}

export async function updateUser(db: Database, id: string, change: UserChange): Promise<VersionedUser | null> {
  const [row] = await db.update(users).set(change).where(eq(users.id, id)).returning(versionedUserColumns);
  return row ? toVersionedUser(row) : null;
}

/** Does nothing if the week has begun already: if two first calls come at once, the earlier one counts. */
export async function beginSecondFactorGrace(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(users)
    .set({ secondFactorGraceFrom: now })
    .where(and(eq(users.id, id), isNull(users.secondFactorGraceFrom)));
}

/** The first one that was made. */
export async function findAdmin(db: Database): Promise<{ email: string } | null> {
  const [row] = await db.select({ email: users.email }).from(users).where(eq(users.role, 1)).orderBy(users.createdAt, users.id).limit(1);
  return row ?? null;
}

/** Until the transaction ends, nobody else makes the first admin, or changes who works here. */
export async function lockTeam(tx: Database): Promise<void> {
  await takeLock(tx, 'team');
}

export async function hasAdmin(db: Database): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.role, 1)).limit(1);
  return rows.length > 0;
}

/** When the account agreed to get offers by email; null: it didn't, or took it back. */
export async function findConsent(db: Database, id: string): Promise<Date | null> {
  const [row] = await db.select({ consentAt: customers.consentAt }).from(customers).where(eq(customers.id, id));
  return row?.consentAt ?? null;
}

/** Who agrees again keeps the first time. */
export async function saveConsent(tx: Database, id: string, consentAt: Date | null): Promise<void> {
  const isOtherwise = consentAt ? isNull(customers.consentAt) : isNotNull(customers.consentAt);
  await tx
    .update(customers)
    .set({ consentAt })
    .where(and(eq(customers.id, id), isOtherwise));
}

/** The accounts with these ids or emails, in any case. */
export async function listAccountEmails(
  db: Database,
  found: { ids: string[] } | { emails: string[] },
): Promise<{ id: string; email: string }[]> {
  const isMeant =
    'ids' in found
      ? inArray(users.id, found.ids)
      : inArray(
          sql`lower(${users.email})`,
          found.emails.map((it) => it.toLowerCase()),
        );
  return db.select({ id: users.id, email: users.email }).from(users).where(isMeant);
}
