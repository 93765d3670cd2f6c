/** Converts Stripe's disputes to the shop's form. Every event of a dispute contains its whole current state. */
import { isRecord } from '../../../../contract/values.ts';
import type { DisputeReport } from '../provider.ts';

/** A status that Stripe adds later needs nobody's action until it is added here. */
const STATUSES: Readonly<Record<string, DisputeReport['status']>> = {
  // An inquiry: the bank asks, and takes no money yet.
  warning_needs_response: 'needs_response',
  warning_under_review: 'under_review',
  warning_closed: 'closed',
  needs_response: 'needs_response',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
  prevented: 'closed',
};

/**
 * Stripe records a dispute's money as up to two transactions of the account: withdrawn, and given back. They are in the account's currency,
 * so only their sign is used.
 */
function readMovements(transactions: unknown): Pick<DisputeReport, 'isWithdrawn' | 'movements'> {
  const amounts = Array.isArray(transactions)
    ? transactions.flatMap((it) => (isRecord(it) && typeof it.amount === 'number' ? [it.amount] : []))
    : [];
  return { isWithdrawn: amounts.reduce((sum, amount) => sum + amount, 0) < 0, movements: amounts.length };
}

/** Null for an unknown status. `readTime` reads Unix time. */
export function readDispute(
  id: string,
  object: Record<string, unknown>,
  readTime: (value: unknown) => Date | null,
  at: Date,
): DisputeReport | null {
  const { status, reason, created, evidence_details: evidence, balance_transactions: transactions } = object;
  if (typeof status !== 'string' || !Object.hasOwn(STATUSES, status)) return null;
  return {
    id,
    status: STATUSES[status] ?? 'needs_response',
    reason: typeof reason === 'string' && /^[\w ]{1,100}$/.test(reason) ? reason : 'general',
    openedAt: readTime(created) ?? at,
    respondBy: isRecord(evidence) ? readTime(evidence.due_by) : null,
    ...readMovements(transactions),
  };
}
