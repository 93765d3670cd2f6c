/** Records on an order that the customer's bank disputes its payment, and how the dispute ended. */

import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { DisputeReport } from '../../payments/provider.ts';
import { type DisputeNotification, notifyMerchant } from '../lifecycle/order-emails.ts';
import { formatCents, PROVIDER_ACTOR, recordInHistory } from '../lifecycle/update-order.service.ts';
import type { LockedOrder } from '../rows/order-lock.repository.ts';
import { type DisputeRow, findDispute, saveDispute } from '../rows/payment.repository.ts';

interface Report extends DisputeReport {
  amountCents: number;
  /** The provider's time of this state. */
  reportedAt: Date;
}

const hasEnded = ({ status }: Pick<DisputeReport, 'status'>) => status === 'won' || status === 'lost' || status === 'closed';

/** The provider's clock counts seconds, and it may report the opening and the withdrawal within the same one. */
function isNewer(report: Report, known: DisputeRow): boolean {
  const difference = report.reportedAt.getTime() - known.reportedAt.getTime();
  if (difference !== 0) return difference > 0;
  if (hasEnded(report) !== hasEnded(known)) return hasEnded(report);
  return report.movements > known.movements;
}

function describeStatus({ status, amountCents, reason }: Report, currency: string): string {
  const amount = formatCents(amountCents, currency);
  switch (status) {
    case 'needs_response':
      return `The customer's bank disputes ${amount}: ${reason.replaceAll('_', ' ')}`;
    case 'under_review':
      return `The bank reviews the dispute of ${amount}`;
    case 'won':
      return `The dispute of ${amount} was won`;
    case 'lost':
      return `The dispute of ${amount} was lost`;
    case 'closed':
      return `The dispute of ${amount} ended without a decision`;
  }
}

/** Text for the order's history; null if the report contains nothing new. */
function describeChange(report: Report, known: DisputeRow | null, currency: string): string | null {
  const status = report.status === known?.status ? null : describeStatus(report, currency);
  if (report.isWithdrawn === (known?.isWithdrawn ?? false)) return status;
  const money = `${formatCents(report.amountCents, currency)} was ${report.isWithdrawn ? 'taken from' : 'given back to'} the shop`;
  return status ? `${status}. ${money}` : `Dispute: ${money}`;
}

/** The merchant is notified when a response is needed and when the dispute ends, but not about the steps in between. */
function findNotification(report: Report, known: DisputeRow | null): DisputeNotification | null {
  if (report.status === known?.status) return null;
  if (hasEnded(report)) return { disputeEnd: report.status, amountCents: report.amountCents };
  const { amountCents, reason, respondBy } = report;
  return !known || report.status === 'needs_response' ? { disputed: reason, amountCents, respondBy } : null;
}

/** Changes neither money nor stock: the merchant decides what to do. False if this report, or a newer one, is known already. */
export async function recordDispute(
  tx: Database,
  deps: Pick<Deps, 'publicUrl' | 'now'>,
  order: LockedOrder,
  report: Report,
): Promise<boolean> {
  const known = await findDispute(tx, report.id);
  if (known && !isNewer(report, known)) return false;
  await saveDispute(tx, { ...report, orderId: order.id, closedAt: hasEnded(report) ? (known?.closedAt ?? report.reportedAt) : null });
  const why = describeChange(report, known, order.currency);
  if (!why) return false;
  const at = deps.now();
  await recordInHistory(tx, order, { ...PROVIDER_ACTOR, why, at });
  const notification = findNotification(report, known);
  if (notification) await notifyMerchant(tx, deps, order.id, notification, at);
  return true;
}
