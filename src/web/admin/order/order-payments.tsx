/** What was really paid, with the provider's ids. A second payment has a refund of its own. */
import type { AdminOrder, OrderPayment } from '../../../contract/order-fields.ts';
import { Panel } from '../../kit/panel.tsx';
import { formatPrice } from '../../shared/format.ts';
import { adminOrder as words } from '../orders/messages.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { formatDateTime } from '../parts/format-date.ts';

interface OrderPaymentsProps {
  order: AdminOrder;
  onRefund: (payment: OrderPayment) => void;
}

export function OrderPayments({ order: { payments, total, currency }, onRefund }: OrderPaymentsProps) {
  if (!payments.length) return null;
  return (
    <Panel title={words.payments}>
      <ul className="tabular-nums -mt-2 grid gap-4">
        {payments.map((payment) => {
          const { _id, amount, refunded, state, extra, at, session, payment: id } = payment;
          const isOther = !extra && state === 'paid' && (amount !== total || payment.currency !== currency);
          return (
            <li key={_id} className="grid gap-1">
              <p>
                <strong className="font-[600]">{formatPrice(amount, payment.currency)}</strong> · {words.paymentStates[state]} ·{' '}
                <time dateTime={at}>{formatDateTime(at)}</time>
              </p>
              {(extra || isOther) && (
                <p className="text-caution">{extra ? words.secondPayment : words.otherPayment(formatPrice(total, currency))}</p>
              )}
              {refunded > 0 && <p>{words.paymentRefunded(formatPrice(refunded, payment.currency))}</p>}
              <p className="text-small wrap-anywhere text-soft">{id ?? session}</p>
              {extra && refunded < amount && (
                <div className="mt-1">
                  <ActionButton variant="danger-quiet" onClick={() => onRefund(payment)}>
                    {words.refundPayment}
                  </ActionButton>
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
