/** Refunds that didn't reach the customer: somebody has to find another way. */
import type { AdminOrder } from '../../../contract/order-fields.ts';
import { formatPrice } from '../../shared/format.ts';
import { adminOrder as words } from '../orders/messages.ts';
import { formatDateTime } from '../parts/format-date.ts';

export function FailedRefunds({ order: { failedRefunds, currency } }: { order: AdminOrder }) {
  if (!failedRefunds.length) return null;
  return (
    <section aria-label={words.failedRefunds} className="rounded-card bg-caution/8 p-5 text-caution">
      <p className="font-[600]">{words.failedRefunds}</p>
      <ul className="mt-2">
        {failedRefunds.map(({ at, amount, reason }) => (
          <li key={`${at} ${amount}`}>
            {words.failedRefund(formatPrice(amount, currency), reason.replaceAll('_', ' '))} ·{' '}
            <time dateTime={at}>{formatDateTime(at)}</time>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-small">{words.failedRefundsHint}</p>
    </section>
  );
}
