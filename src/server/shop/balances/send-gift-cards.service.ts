/** The job that sends gift cards whose day has come: each once, because its email is queued in the transaction that notes it. */
import { and, asc, eq, isNotNull, lte } from 'drizzle-orm';
import { toDollars } from '../../../contract/money.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { retryTransaction } from '../../platform/database/query.ts';
import { failpoint } from '../../platform/process/failpoints.ts';
import { balanceAccounts } from '../database/schema/balance.ts';
import { readEmailShop } from '../messages/emails/email-settings.service.ts';
import { queueEmail } from '../messages/emails/outbox.ts';
import { type BalanceAccount, updateAccount } from './balance.repository.ts';
import { loadGiftSealer } from './gift-code.ts';

const BATCH = 200;

const isDue = (now: Date) => and(isNotNull(balanceAccounts.sendAt), lte(balanceAccounts.sendAt, now));

export async function hasGiftCardsToSend(db: Database, now: Date): Promise<boolean> {
  const rows = await db.select({ id: balanceAccounts.id }).from(balanceAccounts).where(isDue(now)).limit(1);
  return rows.length > 0;
}

/** Returns how many were sent. */
export async function sendGiftCards(deps: Pick<Deps, 'db' | 'now' | 'publicUrl'>, signal?: AbortSignal): Promise<number> {
  const { db, now } = deps;
  const due = await db
    .select({ id: balanceAccounts.id })
    .from(balanceAccounts)
    .where(isDue(now()))
    .orderBy(asc(balanceAccounts.sendAt))
    .limit(BATCH);
  let sent = 0;
  for (const { id } of due) {
    if (signal?.aborted) break;
    if (await retryTransaction(db, (tx) => sendOne(tx, deps, id))) sent += 1;
  }
  return sent;
}

/** False if another process has it, or nobody can spend it any more. */
async function sendOne(tx: Database, { now, publicUrl }: Pick<Deps, 'now' | 'publicUrl'>, id: string): Promise<boolean> {
  const at = now();
  const [card] = await tx
    .select()
    .from(balanceAccounts)
    .where(and(eq(balanceAccounts.id, id), isDue(at)))
    .for('update', { skipLocked: true });
  if (!card) return false;
  const isSent = card.disabledAt === null && card.balanceCents + card.heldCents > 0 && card.recipientEmail !== '';
  if (isSent) await queueCard(tx, card, publicUrl, at);
  await updateAccount(tx, id, { sendAt: null, ...(isSent && { sentAt: at }) });
  failpoint('gift-card.before-commit');
  return isSent;
}

async function queueCard(tx: Database, card: BalanceAccount, publicUrl: string | null, at: Date): Promise<void> {
  const sealer = await loadGiftSealer(tx);
  const { renderGiftCardEmail } = await import('../messages/emails/templates/gift-card-email.ts');
  const email = renderGiftCardEmail({
    recipient: card.recipientEmail,
    publicUrl,
    shop: await readEmailShop(tx),
    code: sealer.open(card.id, card.sealed ?? ''),
    amount: toDollars(card.balanceCents + card.heldCents),
    currency: card.currency,
    name: card.recipientName,
    from: card.senderName,
    message: card.message,
    expiresAt: card.expiresAt,
  });
  await queueEmail(tx, email, at);
}
