/** Makes gift cards: by hand, or those that an order has bought. Each is sent by a job, once its day has come. */
import { randomUUID } from 'node:crypto';
import type { GiftRecipient } from '../../../contract/balance-fields.ts';
import { fromZonedTime } from '../../../contract/time-zone.ts';
import type { Database } from '../../platform/database/connect.ts';
import { readShopDetails } from '../settings/shop-details.service.ts';
import { type BalanceAccount, type BalanceCause, createAccount, moveBalances } from './balance.repository.ts';
import { switchBalancesOn } from './balance-settings.ts';
import { createGiftCode, loadGiftSealer } from './gift-code.ts';

/** In the morning, so that it is there on its day and wakes nobody. */
const SENT_AT = '08:00';

/** When it is sent; what lies behind is due at once. */
export function toSendTime(day: string | undefined, at: Date, timeZone: string): Date {
  const time = day ? fromZonedTime(`${day}T${SENT_AT}`, timeZone) : null;
  return time && time > at ? time : at;
}

type NewCard = Pick<BalanceAccount, 'currency' | 'initialCents'> &
  Partial<
    Pick<
      BalanceAccount,
      'expiresAt' | 'recipientEmail' | 'recipientName' | 'senderName' | 'message' | 'sendAt' | 'orderId' | 'line' | 'piece' | 'reason'
    >
  >;

/** Returns its id and its code. */
export async function issueCard(
  tx: Database,
  card: NewCard,
  cause: BalanceCause,
  key: string | null = null,
): Promise<{ id: string; code: string }> {
  const id = randomUUID();
  const code = createGiftCode();
  const sealer = await loadGiftSealer(tx);
  await createAccount(tx, {
    ...card,
    ...{ id, kind: 'gift_card', sealed: sealer.seal(id, code), digest: sealer.digest(code), lastFour: code.slice(-4) },
    createdAt: cause.at,
  });
  await moveBalances(tx, [{ accountId: id, kind: 'issue', cents: card.initialCents, orderId: card.orderId ?? null, key }], cause);
  await switchBalancesOn(tx);
  return { id, code };
}

export interface SoldCards {
  line: number;
  quantity: number;
  priceCents: number;
  recipient: GiftRecipient | null;
}

/** One card for each piece, in the transaction that marks the order as paid. Without a recipient they go to its buyer. */
export async function issueSoldCards(
  tx: Database,
  { id: orderId, currency, email }: { id: string; currency: string; email: string },
  sold: readonly SoldCards[],
  cause: BalanceCause,
): Promise<void> {
  const { timeZone } = await readShopDetails(tx);
  for (const { line, quantity, priceCents, recipient } of sold) {
    const { email: to, name = '', from = '', message = '', sendOn } = recipient ?? {};
    const details = { recipientEmail: (to ?? email).trim(), recipientName: name.trim(), senderName: from.trim(), message: message.trim() };
    const sendAt = toSendTime(sendOn, cause.at, timeZone);
    for (let piece = 0; piece < quantity; piece += 1)
      await issueCard(tx, { currency, initialCents: priceCents, ...details, sendAt, orderId, line, piece }, cause);
  }
}
