import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { paymentCustomers } from '../../database/schema/payment.ts';

/** Whose they are: of an account, in an account at the provider. */
interface CustomerKey {
  userId: string;
  providerAccount: string;
}

const isOf = ({ userId, providerAccount }: CustomerKey) =>
  and(eq(paymentCustomers.userId, userId), eq(paymentCustomers.providerAccount, providerAccount));

export async function findCustomerId(db: Database, key: CustomerKey): Promise<string | null> {
  const [row] = await db.select({ id: paymentCustomers.id }).from(paymentCustomers).where(isOf(key));
  return row?.id ?? null;
}

export const hasCustomers = async (db: Database, userId: string): Promise<boolean> =>
  (await db.$count(paymentCustomers, eq(paymentCustomers.userId, userId))) > 0;

/** Of two at once the first stays; the other is kept as nobody's, so that it is deleted at the provider. */
export async function saveCustomer(
  db: Database,
  { id, createdAt, ...key }: CustomerKey & { id: string; createdAt: Date },
): Promise<string> {
  const [row] = await db
    .insert(paymentCustomers)
    .values({ id, createdAt, ...key })
    .onConflictDoNothing()
    .returning({ id: paymentCustomers.id });
  if (row) return row.id;
  const first = await findCustomerId(db, key);
  if (!first) throw new Error('the account was erased meanwhile');
  const { providerAccount } = key;
  if (first !== id) await db.insert(paymentCustomers).values({ id, createdAt, providerAccount, userId: null }).onConflictDoNothing();
  return first;
}

/** The provider has deleted it. */
export async function forgetCustomer(db: Database, id: string): Promise<void> {
  await db.delete(paymentCustomers).where(eq(paymentCustomers.id, id));
}

export const hasErasedCustomers = async (db: Database): Promise<boolean> =>
  (await db.$count(paymentCustomers, isNull(paymentCustomers.userId))) > 0;

/** Those behind this one whose account was erased, by id. */
export const listErasedCustomers = (db: Database, after: string, limit: number) =>
  db
    .select({ id: paymentCustomers.id, providerAccount: paymentCustomers.providerAccount })
    .from(paymentCustomers)
    .where(and(isNull(paymentCustomers.userId), gt(paymentCustomers.id, after)))
    .orderBy(paymentCustomers.id)
    .limit(limit);
