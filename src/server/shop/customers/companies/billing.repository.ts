/** Whom invoices are made out to: of an account, and as orders show it. */
import { eq } from 'drizzle-orm';
import type { Billing, SavedBilling } from '../../../../contract/company.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { users } from '../../database/schema/account.ts';
import type { StoredBilling, StoredTax } from '../../database/schema/order.ts';
import { formatAddress } from '../addresses/address.ts';

export async function findSavedBilling(db: Database, userId: string): Promise<SavedBilling | null> {
  const [row] = await db.select({ billing: users.billing }).from(users).where(eq(users.id, userId));
  return row?.billing ?? null;
}

/** False: there is no such account any more. */
export async function writeSavedBilling(db: Database, userId: string, billing: StoredBilling | null): Promise<boolean> {
  const rows = await db.update(users).set({ billing }).where(eq(users.id, userId)).returning({ id: users.id });
  return rows.length > 0;
}

/** As orders show it. */
export function toBilling(billing: StoredBilling, taxes: readonly StoredTax[] | null): Billing {
  const { company, vatId, address, vatStatus, checkedAt, consultation, confirmedLater } = billing;
  return {
    ...(company && { company }),
    ...(vatId && { vatId }),
    address,
    text: address ? formatAddress(address) : '',
    ...(vatStatus && { vatStatus }),
    ...(checkedAt && { checkedAt }),
    ...(consultation && { consultation }),
    ...(confirmedLater && { confirmedLater }),
    ...(taxes?.some(({ reverseCharge }) => reverseCharge) && { reverseCharge: true }),
  };
}
