/** Gift cards as the team works on them. Their codes are shown only when they are issued, and by a call that the activity log names. */
import { isDeepStrictEqual } from 'node:util';
import { normalizeGiftCode } from '../../../contract/balance-fields.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { AdminBalanceEntry, changeGiftCard, GiftCard, issueGiftCard } from '../../../contract/gift-card.ts';
import { toCents, toDollars } from '../../../contract/money.ts';
import { addDays, fromZonedTime } from '../../../contract/time-zone.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { retryTransaction } from '../../platform/database/query.ts';
import { AppError, createIssuesError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/authorize.ts';
import { writeCsvRow } from '../../platform/http/csv.ts';
import { createSecurityEvent } from '../integrity/audit/audit.repository.ts';
import { readShopDetails } from '../settings/shop-details.service.ts';
import { checkWholeAmounts, readCurrency } from '../settings/whole-amounts.service.ts';
import * as repository from './balance.repository.ts';
import { isUsable } from './balance-source.repository.ts';
import { type CardFilter, countCards, findCard, listCards } from './gift-card.repository.ts';
import { digestCodes, loadGiftSealer } from './gift-code.ts';
import { issueCard, toSendTime } from './issue-gift-cards.ts';

type Context = Pick<Deps, 'db' | 'now' | 'memoize'>;
type Actor = Pick<Caller, 'id' | 'name'>;

const DEFAULT_LIMIT = 20;
const HISTORY_LIMIT = 200;

const createNotFoundError = () => new AppError('gift_card_not_found', 'There is no gift card with this code that can be spent');

const createBalanceError = (currency: string, left: number): AppError =>
  new AppError('insufficient_balance', `Only ${left.toFixed(2)} ${currency.toUpperCase()} is left on this balance`, {
    issues: [{ path: 'amount', code: 'too_large', message: 'is more than is left', limit: left }],
  });

export async function listGiftCards(
  { db, now }: Context,
  { page = 1, limit = DEFAULT_LIMIT, ...filter }: CardFilter & { page?: number; limit?: number },
) {
  const at = now();
  return { cards: await listCards(db, filter, at, (page - 1) * limit, limit), total: await countCards(db, filter, at), page, limit };
}

export const toAdminEntries = async (db: Database, accountId: string): Promise<AdminBalanceEntry[]> =>
  (await repository.listEntries(db, accountId, HISTORY_LIMIT)).map(({ orderId, orderNumber, available, held, ...entry }) => ({
    ...entry,
    amount: toDollars(available),
    held: toDollars(held),
    ...(orderId !== null && { order: orderId }),
    ...(orderNumber !== null && { orderNumber }),
  }));

async function requireCard(db: Database, id: string, now: Date): Promise<GiftCard> {
  const card = await findCard(db, id, now);
  if (!card) throw createNotFoundError();
  return card;
}

export async function readGiftCard({ db, now }: Context, id: string) {
  return { card: await requireCard(db, id, now()), entries: await toAdminEntries(db, id) };
}

/** The first moment at which it can't be spent any more. */
const toExpiry = (day: string, timeZone: string): Date | null => fromZonedTime(`${addDays(day, 1)}T00:00`, timeZone);

async function requireExpiry(db: Database, day: string, now: Date): Promise<Date> {
  const { timeZone } = await readShopDetails(db);
  const expiresAt = toExpiry(day, timeZone);
  if (expiresAt && expiresAt > now) return expiresAt;
  throw createIssuesError([{ path: 'expiresOn', code: 'not_allowed', message: 'must be a day to come' }]);
}

/** Throws `invalid_request`, and `gift_card_issued` if the same form was sent before: its code was shown then. */
export async function issueByHand(
  deps: Context,
  actor: Actor,
  { amount, reason, expiresOn, sendOn, key, ...receiver }: BodyOf<typeof issueGiftCard>,
): Promise<{ card: GiftCard; code: string }> {
  const at = deps.now();
  const currency = await readCurrency(deps);
  checkWholeAmounts(currency, { amount });
  return retryTransaction(deps.db, async (tx) => {
    if (key && (await repository.hasKey(tx, key))) throw new AppError('gift_card_issued', 'This gift card is issued already');
    const expiresAt = expiresOn ? await requireExpiry(tx, expiresOn, at) : null;
    const { recipientEmail = '', recipientName = '', senderName = '', message = '' } = receiver;
    const isSent = recipientEmail.trim() !== '';
    const { timeZone } = await readShopDetails(tx);
    const card = {
      ...{ currency: currency.toLowerCase(), initialCents: toCents(amount), expiresAt, reason: reason.trim() },
      ...{
        recipientEmail: recipientEmail.trim(),
        recipientName: recipientName.trim(),
        senderName: senderName.trim(),
        message: message.trim(),
      },
      sendAt: isSent ? toSendTime(sendOn, at, timeZone) : null,
    };
    const { id, code } = await issueCard(tx, card, { actorId: actor.id, by: actor.name, why: reason.trim(), at }, key ?? null);
    return { card: await requireCard(tx, id, at), code };
  });
}

export async function showCode({ db }: Pick<Deps, 'db'>, id: string): Promise<string> {
  const card = await repository.findAccount(db, id);
  if (!card?.sealed) throw createNotFoundError();
  await createSecurityEvent(db, { action: 'gift_card_code_shown', objectType: 'balance', objectId: id });
  return (await loadGiftSealer(db)).open(id, card.sealed);
}

/** Idempotent. A disabled card pays nothing from that moment on; what open checkouts hold of it already, they may still spend. */
export async function changeCard(deps: Context, id: string, { isDisabled, expiresOn }: BodyOf<typeof changeGiftCard>): Promise<GiftCard> {
  const at = deps.now();
  return retryTransaction(deps.db, async (tx) => {
    const card = await repository.lockAccount(tx, id);
    if (card?.kind !== 'gift_card') throw createNotFoundError();
    const expiresAt = expiresOn ? await requireExpiry(tx, expiresOn, at) : null;
    const change = {
      ...(isDisabled !== undefined && { disabledAt: isDisabled ? (card.disabledAt ?? at) : null }),
      ...(expiresOn !== undefined && { expiresAt }),
    };
    if (Object.keys(change).length && !isDeepStrictEqual({ ...card, ...change }, card)) await repository.updateAccount(tx, id, change);
    return requireCard(tx, id, at);
  });
}

interface Adjustment {
  amount: number;
  reason: string;
  key?: string | undefined;
}

/** In the transaction, with the account locked. Throws `invalid_request` and `insufficient_balance`. */
export async function adjustAccount(
  tx: Database,
  account: repository.BalanceAccount,
  actor: Actor,
  { amount, reason, key }: Adjustment,
  at: Date,
): Promise<void> {
  if (amount === 0) throw createIssuesError([{ path: 'amount', code: 'not_allowed', message: 'must not be 0' }]);
  checkWholeAmounts(account.currency, { amount });
  if (key && (await repository.hasKey(tx, key))) return;
  const cents = toCents(amount);
  if (account.balanceCents + cents < 0) throw createBalanceError(account.currency, toDollars(account.balanceCents));
  const cause = { actorId: actor.id, by: actor.name, why: reason.trim(), at };
  await repository.moveBalances(tx, [{ accountId: account.id, kind: 'adjust', cents, key: key ?? null }], cause);
}

export async function adjustCard(deps: Context, actor: Actor, id: string, adjustment: Adjustment): Promise<GiftCard> {
  const at = deps.now();
  return retryTransaction(deps.db, async (tx) => {
    const card = await repository.lockAccount(tx, id);
    if (card?.kind !== 'gift_card') throw createNotFoundError();
    await adjustAccount(tx, card, actor, adjustment, at);
    return requireCard(tx, id, at);
  });
}

/** The job sends it. Throws `invalid_request` where nobody is to get it. */
export async function sendAgain(deps: Context, id: string, email: string | undefined): Promise<GiftCard> {
  const at = deps.now();
  return retryTransaction(deps.db, async (tx) => {
    const card = await repository.lockAccount(tx, id);
    if (card?.kind !== 'gift_card') throw createNotFoundError();
    const recipientEmail = email?.trim() || card.recipientEmail;
    if (!recipientEmail) throw createIssuesError([{ path: 'email', code: 'required', message: 'is required' }]);
    await repository.updateAccount(tx, id, { recipientEmail, sendAt: at });
    return requireCard(tx, id, at);
  });
}

/** One answer for all that can't be spent: `gift_card_not_found`. */
export async function checkCode({ db, now }: Pick<Deps, 'db' | 'now'>, typed: string) {
  const [digest = null] = await digestCodes(db, [normalizeGiftCode(typed)]);
  const [card] = digest === null ? [] : await repository.findByDigests(db, [digest]);
  if (!card || !isUsable(card, now())) throw createNotFoundError();
  return {
    lastFour: card.lastFour ?? '',
    balance: toDollars(card.balanceCents),
    currency: card.currency.toUpperCase(),
    expiresAt: card.expiresAt?.toISOString() ?? null,
  };
}

const COLUMNS = 'last_four,currency,initial,balance,held,state,expires,recipient_name,recipient_email,sent,order,reason,created'.split(',');
const BATCH = 500;

/** Newest first, read and sent batch by batch. */
export async function* exportCards({ readFromReplica, now }: Pick<Deps, 'readFromReplica' | 'now'>): AsyncGenerator<string> {
  yield writeCsvRow(COLUMNS);
  const at = now();
  for (let offset = 0; ; offset += BATCH) {
    const start = offset;
    const cards = await readFromReplica((db) => listCards(db, {}, at, start, BATCH));
    yield cards
      .map((it) =>
        writeCsvRow([
          ...[it.lastFour, it.currency, it.initial, it.balance, it.held, it.state, it.expiresAt ?? '', it.recipientName, it.recipientEmail],
          ...[it.sentAt ?? '', it.order?.number ?? it.order?._id ?? '', it.reason, it.createdAt],
        ]),
      )
      .join('');
    if (cards.length < BATCH) return;
  }
}
