/** Converts Stripe's disputes to the port's. Every event of one carries all that it is by then. */
import { isRecord } from '../../../contract/is-record.ts';
import type { DisputeReport } from '../provider.ts';

/** A status that Stripe adds later is none of a person's work until it is known here. */
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

/** Stripe counts a dispute's money as up to two transactions of the account: taken, and given back. Their currency is the account's, so only the sign tells. */
function readMovements(transactions: unknown): Pick<DisputeReport, 'isWithdrawn' | 'movements'> {
  const amounts = Array.isArray(transactions)
    ? transactions.flatMap((it) => (isRecord(it) && typeof it.amount === 'number' ? [it.amount] : []))
    : [];
  return { isWithdrawn: amounts.reduce((sum, amount) => sum + amount, 0) < 0, movements: amounts.length };
}

/** Null for a status that isn't known here. `readTime`: of Unix time. */
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
