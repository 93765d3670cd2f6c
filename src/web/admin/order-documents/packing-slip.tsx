/** What goes into the parcel, without prices; what was refunded stays out of it. */
import type { AdminOrder } from '../../../contract/order-fields.ts';
import { cellClass, DocumentAddress, DocumentSheet } from '../../shared/documents/document-sheet.tsx';
import { documents as words } from '../../shared/documents/messages.ts';
import { orders } from '../../shared/messages/orders.ts';

export function PackingSlip({ order }: { order: AdminOrder }) {
  const lines = order.lines.map((line) => ({ ...line, left: line.quantity - (line.refunded ?? 0) })).filter(({ left }) => left > 0);
  const shipment = [order.carrier, order.tracking].filter(Boolean).join(', ');
  return (
    <DocumentSheet title={words.slip} order={order}>
      <div className="mt-8 grid gap-6 sm:grid-cols-2 print:grid-cols-2">
        <div className="text-large">
          <DocumentAddress title={words.shipTo} {...(!order.shipTo && { name: order.buyer.name })} lines={order.address} />
        </div>
        {(order.shippingName || shipment) && (
          <DocumentAddress title={words.shipping} lines={[order.shippingName, shipment].filter(Boolean).join('\n')} />
        )}
      </div>
      {lines.length === 0 || order.status === 'refunded' ? (
        <p className="mt-8 font-[560]">{words.nothingToPack}</p>
      ) : (
        <table className="mt-8 w-full border-separate border-spacing-0">
          <thead>
            <tr className="text-left text-small">
              <th scope="col" className={cellClass}>
                {words.item}
              </th>
              <th scope="col" className={`${cellClass} text-right whitespace-nowrap`}>
                {words.quantity}
              </th>
              <th scope="col" className={`${cellClass} text-right sm:w-24 print:w-24`}>
                {words.packed}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change, and a deleted product has no id
              <tr key={index} className="break-inside-avoid">
                <td className={cellClass}>
                  <bdi className="font-[560] wrap-anywhere">{line.name}</bdi>
                  {line.options && <span className="block">{line.options}</span>}
                  {line.sku && <span className="block text-small wrap-anywhere">{orders.sku(line.sku)}</span>}
                </td>
                <td className={`${cellClass} text-right text-large tabular-nums`}>{line.left}</td>
                <td className={`${cellClass} text-right`}>
                  <span aria-hidden="true" className="inline-block size-5 border border-edge print:border-black" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </DocumentSheet>
  );
}
