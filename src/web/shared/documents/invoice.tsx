/** What was bought, what it cost and what of it is tax, with who sold it to whom. */
import { REVERSE_CHARGE_NOTE } from '../../../contract/company.ts';
import type { Order } from '../../../contract/order-fields.ts';
import { formatPrice } from '../format.ts';
import { orders } from '../messages/orders.ts';
import { LineParts } from '../orders/line-parts.tsx';
import { calculateLineTotal, OrderTotals } from '../orders/order-lines.tsx';
import { PaymentInstructions } from '../orders/payment-instructions.tsx';
import { cellClass, DocumentAddress, DocumentSheet } from './document-sheet.tsx';
import { documents as words } from './messages.ts';

interface InvoiceProps {
  order: Order;
  buyer: { name: string; email: string };
}

const number = `${cellClass} text-right tabular-nums whitespace-nowrap`;
/** On a phone these stand below the name, which would have no room beside them. */
const wideNumber = `${number} max-sm:hidden print:table-cell`;

function listBilled({ billing, needsShipping, address }: Order, { name, email }: InvoiceProps['buyer']): string[] {
  const { company, text, vatId, reverseCharge } = billing ?? {};
  const place = text || (needsShipping === false ? address : '');
  const lines = [company && name, email, place, vatId && words.vatId(vatId), reverseCharge && REVERSE_CHARGE_NOTE];
  return lines.map((it) => it || '').filter(Boolean);
}

export function Invoice({ order, buyer }: InvoiceProps) {
  return (
    <DocumentSheet title={words.invoice} order={order}>
      <div className="mt-8 grid gap-6 sm:grid-cols-2 print:grid-cols-2">
        <DocumentAddress title={words.billTo} name={order.billing?.company ?? buyer.name} lines={listBilled(order, buyer).join('\n')} />
        {order.needsShipping !== false && <DocumentAddress title={words.shipTo} lines={order.address} />}
      </div>
      <table className="mt-8 w-full border-separate border-spacing-0">
        <thead>
          <tr className="text-left text-small">
            <th scope="col" className={cellClass}>
              {words.item}
            </th>
            <th scope="col" className={wideNumber}>
              {words.quantity}
            </th>
            <th scope="col" className={wideNumber}>
              {words.price}
            </th>
            <th scope="col" className={number}>
              {words.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change, and a deleted product has no id
            <tr key={index} className="break-inside-avoid">
              <td className={cellClass}>
                <bdi className="wrap-anywhere">{line.name}</bdi>
                {line.options && <span className="block text-small">{line.options}</span>}
                <LineParts parts={line.parts} count={line.quantity} className="text-small" />
                {(order.taxes?.length ?? 0) > 1 && line.taxRate !== undefined && (
                  <span className="block text-small">{words.taxRate(line.taxRate)}</span>
                )}
                {line.sku && <span className="block text-small wrap-anywhere">{orders.sku(line.sku)}</span>}
                <span className="block text-small tabular-nums sm:hidden print:hidden">
                  {line.quantity} × {formatPrice(line.price, order.currency)}
                </span>
              </td>
              <td className={wideNumber}>{line.quantity}</td>
              <td className={wideNumber}>{formatPrice(line.price, order.currency)}</td>
              <td className={number}>{formatPrice(calculateLineTotal(line), order.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="break-inside-avoid">
        <OrderTotals order={order} />
        <PaymentInstructions order={order} />
      </div>
    </DocumentSheet>
  );
}
