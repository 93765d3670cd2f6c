/** Personal data of gift cards and store credit: what belongs to a person, and erasing it. */
import { and, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { toDollars } from '../../../../contract/money.ts';
import type { PersonalData } from '../../../../contract/privacy.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { balanceAccounts } from '../../database/schema/balance.ts';
import { orderLines } from '../../database/schema/order.ts';
import type { AccountEmail } from '../../team/login/user.repository.ts';

type Person = Pick<AccountEmail, 'id' | 'email' | 'emailConfirmedAt'>;

/** To whom gift cards were to be sent: the books don't need it, and the cards that are still to be sent have it themselves. */
export async function forgetRecipients(tx: Database, orderIds: string[]): Promise<void> {
  if (!orderIds.length) return;
  await tx
    .update(orderLines)
    .set({ recipient: null })
    .where(and(inArray(orderLines.orderId, orderIds), isNotNull(orderLines.recipient)));
}

export const isGivenTo = (email: string) => sql`lower(${balanceAccounts.recipientEmail}) = lower(${email})`;

/** Gift cards stay, for whoever has their codes. One that is still to be sent keeps its recipient until then. */
export async function forgetCards(tx: Database, condition: SQL): Promise<void> {
  await tx
    .update(balanceAccounts)
    .set({ recipientEmail: '', recipientName: '', senderName: '', message: '' })
    .where(and(condition, isNull(balanceAccounts.sendAt), ne(balanceAccounts.recipientEmail, '')));
}

/** The store credit of an account, and the gift cards that were sent to its confirmed address; absent: none. */
export async function findBalances(
  db: Database,
  { id, email, emailConfirmedAt }: Person,
): Promise<Pick<PersonalData, 'storeCredit' | 'giftCards'>> {
  const isOwn = and(eq(balanceAccounts.kind, 'store_credit'), eq(balanceAccounts.userId, id));
  const credits = await db.select().from(balanceAccounts).where(isOwn);
  const cards = emailConfirmedAt ? await db.select().from(balanceAccounts).where(isGivenTo(email)) : [];
  const storeCredit = credits.map(({ balanceCents, currency }) => ({ balance: toDollars(balanceCents), currency: currency.toUpperCase() }));
  const giftCards = cards.map((it) => ({
    ...{ lastFour: it.lastFour ?? '', recipientName: it.recipientName, senderName: it.senderName, message: it.message },
    createdAt: it.createdAt.toISOString(),
  }));
  return { ...(storeCredit.length && { storeCredit }), ...(giftCards.length && { giftCards }) };
}
