/** The job that sends gift cards whose day has come: each once, because its email is queued in the transaction that notes it. */
import { toDollars } from '../../../contract/money.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { retryTransaction } from '../../platform/database/query.ts';
import { failpoint } from '../../platform/process/failpoints.ts';
import { readEmailShop } from '../messages/emails/email-settings.service.ts';
import { queueEmail } from '../messages/emails/outbox.ts';
import { type BalanceAccount, updateAccount } from './balance.repository.ts';
import { listDueCards, lockDueCard } from './gift-card.repository.ts';
import { loadGiftSealer } from './gift-code.ts';

const BATCH = 200;

/** Returns how many were sent. */
export async function sendGiftCards(deps: Pick<Deps, 'db' | 'now' | 'publicUrl'>, signal?: AbortSignal): Promise<number> {
  const { db, now } = deps;
  const due = await listDueCards(db, now(), BATCH);
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
  const card = await lockDueCard(tx, id, at);
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
