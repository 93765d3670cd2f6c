import { and, asc, desc, eq } from 'drizzle-orm';
import type { AddressFields, SavedAddress } from '../../../../contract/address.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { addresses } from '../../database/schema/account.ts';
import { isCompleteAddress } from '../addresses/check-address.ts';
import { formatAddress } from '../addresses/print-address.ts';

type AddressRow = typeof addresses.$inferSelect;

function toSavedAddress({ id, userId: _userId, createdAt: _createdAt, ...fields }: AddressRow): SavedAddress {
  return { _id: id, ...fields, text: formatAddress(fields), isComplete: isCompleteAddress(fields) };
}

/** The default one first, then the oldest. */
export async function listAddresses(db: Database, userId: string): Promise<SavedAddress[]> {
  const rows = await db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(addresses.isDefault), asc(addresses.createdAt), asc(addresses.id));
  return rows.map(toSavedAddress);
}

export async function createAddress(tx: Database, row: typeof addresses.$inferInsert): Promise<SavedAddress> {
  const [created] = await tx.insert(addresses).values(row).returning();
  if (!created) throw new Error('an insert gave no row');
  return toSavedAddress(created);
}

/** The owner is part of the condition: another account's address isn't found. */
const isOwn = (userId: string, id: string) => and(eq(addresses.id, id), eq(addresses.userId, userId));

export async function updateAddress(
  tx: Database,
  userId: string,
  id: string,
  change: Partial<AddressFields & Pick<AddressRow, 'isDefault'>>,
): Promise<SavedAddress | null> {
  const [row] = await tx.update(addresses).set(change).where(isOwn(userId, id)).returning();
  return row ? toSavedAddress(row) : null;
}

export async function deleteAddress(tx: Database, userId: string, id: string): Promise<boolean> {
  const rows = await tx.delete(addresses).where(isOwn(userId, id)).returning({ id: addresses.id });
  return rows.length > 0;
}

export async function clearDefaultAddress(tx: Database, userId: string): Promise<void> {
  await tx
    .update(addresses)
    .set({ isDefault: false })
    .where(and(eq(addresses.userId, userId), eq(addresses.isDefault, true)));
}
