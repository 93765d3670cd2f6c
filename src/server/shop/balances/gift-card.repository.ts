/** Gift cards as the team's lists have them. */
import { and, asc, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import type { GIFT_CARD_STATES, GiftCard } from '../../../contract/gift-card.ts';
import { toDollars } from '../../../contract/money.ts';
import type { Database } from '../../platform/database/connect.ts';
import { balanceAccounts } from '../database/schema/balance.ts';
import { orders } from '../database/schema/order.ts';
import type { BalanceAccount } from './balance.repository.ts';

export interface CardFilter {
  keyword?: string | undefined;
  state?: (typeof GIFT_CARD_STATES)[number] | undefined;
  order?: string | undefined;
}

type Row = BalanceAccount & { orderNumber: number | null };

function toState({ disabledAt, expiresAt, balanceCents, heldCents }: BalanceAccount, now: Date): GiftCard['state'] {
  if (disabledAt) return 'disabled';
  if (balanceCents + heldCents === 0) return 'spent';
  return expiresAt && expiresAt <= now ? 'expired' : 'active';
}

const toGiftCard = ({ orderNumber, ...card }: Row, now: Date): GiftCard => ({
  _id: card.id,
  lastFour: card.lastFour ?? '',
  currency: card.currency.toUpperCase(),
  initial: toDollars(card.initialCents),
  balance: toDollars(card.balanceCents),
  held: toDollars(card.heldCents),
  state: toState(card, now),
  expiresAt: card.expiresAt?.toISOString() ?? null,
  recipientEmail: card.recipientEmail,
  recipientName: card.recipientName,
  senderName: card.senderName,
  message: card.message,
  sendAt: card.sendAt?.toISOString() ?? null,
  sentAt: card.sentAt?.toISOString() ?? null,
  order: card.orderId === null ? null : { _id: card.orderId, number: orderNumber },
  reason: card.reason,
  createdAt: card.createdAt.toISOString(),
});

const isCard = eq(balanceAccounts.kind, sql`'gift_card'`);

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

function matchKeyword(keyword: string): SQL {
  const text = keyword.trim();
  const part = `%${escapeLike(text.toLowerCase())}%`;
  const lastFour = text
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
    .slice(-4);
  const number = /^#?(\d{1,9})$/.exec(text)?.[1];
  return sql`(${balanceAccounts.lastFour} = ${lastFour} or lower(${balanceAccounts.recipientEmail}) like ${part}
    or lower(${balanceAccounts.recipientName}) like ${part} or ${orders.number} = ${number === undefined ? null : Number(number)}::int)`;
}

function matchState(state: NonNullable<CardFilter['state']>, now: Date): SQL {
  const { disabledAt, expiresAt, balanceCents, heldCents } = balanceAccounts;
  const isEmpty = sql`${balanceCents} + ${heldCents} = 0`;
  const isOver = sql`coalesce(${expiresAt} <= ${now.toISOString()}::timestamptz, false)`;
  if (state === 'disabled') return sql`${disabledAt} is not null`;
  if (state === 'spent') return sql`${disabledAt} is null and ${isEmpty}`;
  return sql`${disabledAt} is null and not ${isEmpty} and ${state === 'expired' ? isOver : sql`not ${isOver}`}`;
}

const toCondition = ({ keyword, state, order }: CardFilter, now: Date): SQL | undefined =>
  and(
    isCard,
    keyword?.trim() ? matchKeyword(keyword) : undefined,
    state && matchState(state, now),
    order ? eq(balanceAccounts.orderId, order) : undefined,
  );

const select = (db: Database) =>
  db
    .select({ card: balanceAccounts, orderNumber: orders.number })
    .from(balanceAccounts)
    .leftJoin(orders, eq(orders.id, balanceAccounts.orderId));

export async function listCards(db: Database, filter: CardFilter, now: Date, offset: number, limit: number): Promise<GiftCard[]> {
  const rows = await select(db)
    .where(toCondition(filter, now))
    .orderBy(sql`${balanceAccounts.createdAt} desc nulls last`, balanceAccounts.id)
    .limit(limit)
    .offset(offset);
  return rows.map(({ card, orderNumber }) => toGiftCard({ ...card, orderNumber }, now));
}

export async function countCards(db: Database, filter: CardFilter, now: Date): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(balanceAccounts)
    .leftJoin(orders, eq(orders.id, balanceAccounts.orderId))
    .where(toCondition(filter, now));
  return row?.count ?? 0;
}

export async function findCard(db: Database, id: string, now: Date): Promise<GiftCard | null> {
  const [row] = await select(db).where(and(isCard, eq(balanceAccounts.id, id)));
  return row ? toGiftCard({ ...row.card, orderNumber: row.orderNumber }, now) : null;
}

const isDue = (now: Date) => and(isNotNull(balanceAccounts.sendAt), lte(balanceAccounts.sendAt, now));

/** Whether some are to be sent by now. */
export async function hasGiftCardsToSend(db: Database, now: Date): Promise<boolean> {
  return (await listDueCards(db, now, 1)).length > 0;
}

/** Those that are to be sent by now, the longest due first. */
export const listDueCards = (db: Database, now: Date, limit: number): Promise<{ id: string }[]> =>
  db.select({ id: balanceAccounts.id }).from(balanceAccounts).where(isDue(now)).orderBy(asc(balanceAccounts.sendAt)).limit(limit);

/** Undefined: another process has it. */
export async function lockDueCard(tx: Database, id: string, now: Date): Promise<BalanceAccount | undefined> {
  const where = and(eq(balanceAccounts.id, id), isDue(now));
  const [card] = await tx.select().from(balanceAccounts).where(where).for('update', { skipLocked: true });
  return card;
}
