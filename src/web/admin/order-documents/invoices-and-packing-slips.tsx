/** Invoices or packing slips of one order or of many, to be printed. */
import { useSearchParams } from 'react-router';
import { formatDelivery } from '../../../contract/estimated-delivery.ts';
import { readAnyOrder } from '../../../contract/order-admin.ts';
import type { AdminOrder } from '../../../contract/order-fields.ts';
import { isUuid } from '../../../contract/values.ts';
import { type Api, isInvalidOrNotFound } from '../../api.ts';
import { FETCH_CONCURRENCY } from '../../constants.ts';
import { Button } from '../../kit/button.tsx';
import { SkeletonText } from '../../kit/loading.tsx';
import { BagIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { AsyncContent } from '../../shared/dashboard-layout/async-content.tsx';
import { BackLink, DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { cellClass, DocumentAddress, DocumentSheet } from '../../shared/documents/document-sheet.tsx';
import { Invoice } from '../../shared/documents/invoice.tsx';
import { documents as words } from '../../shared/documents/messages.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { orders } from '../../shared/messages/orders.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { LineParts } from '../../shared/orders/line-parts.tsx';
import { adminOrder } from '../orders/messages.ts';
import { DOCUMENTS_MAX } from '../orders/order-links.tsx';
import { SlipWords } from './slip-words.tsx';

/** What goes into the parcel, without prices; what was refunded stays out of it. */
function PackingSlip({ order }: { order: AdminOrder }) {
  const lines = order.lines
    .map((line) => ({ ...line, left: line.quantity - (line.refunded ?? 0) }))
    .filter(({ left, isShipped }) => left > 0 && isShipped !== false);
  const delivery = order.estimatedDelivery && `${orders.estimatedDelivery}: ${formatDelivery(order.estimatedDelivery)}`;
  const shipment = [order.shippingName, delivery, [order.carrier, order.tracking].filter(Boolean).join(', ')].filter(Boolean).join('\n');
  return (
    <DocumentSheet title={words.slip} order={order}>
      <div className="mt-8 grid gap-6 sm:grid-cols-2 print:grid-cols-2">
        <div className="text-large">
          <DocumentAddress title={words.shipTo} {...(!order.shipTo && { name: order.buyer.name })} lines={order.address} />
        </div>
        {shipment && <DocumentAddress title={words.shipping} lines={shipment} />}
      </div>
      <SlipWords order={order} />
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
              <th scope="col" className={`${cellClass} text-right whitespace-nowrap sm:w-24 print:w-24`}>
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
                  <LineParts parts={line.parts} count={line.left} hasSku className="mt-1" />
                  {line.promise && <span className="block text-small font-[560]">{line.promise.text}</span>}
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

export const meta = createTitleMeta(words.invoices);

/** Null: the order doesn't exist, or is a checkout that was never paid. */
async function loadOrder(api: Api, id: string, signal: AbortSignal): Promise<AdminOrder | null> {
  try {
    const { order } = await api(readAnyOrder, { params: { id }, signal });
    return order.number === null ? null : order;
  } catch (error) {
    if (isInvalidOrNotFound(error)) return null;
    throw error;
  }
}

/** A few at a time, in the order of the ids. */
async function loadOrders(api: Api, ids: string[], signal: AbortSignal): Promise<AdminOrder[]> {
  const loaded: (AdminOrder | null)[] = [];
  for (let start = 0; start < ids.length; start += FETCH_CONCURRENCY)
    loaded.push(...(await Promise.all(ids.slice(start, start + FETCH_CONCURRENCY).map((id) => loadOrder(api, id, signal)))));
  return loaded.filter((order) => order !== null);
}

export default function OrderDocumentsPage() {
  const [search] = useSearchParams();
  const isSlip = search.get('kind') === 'slip';
  const ids = [...new Set((search.get('orders') ?? '').split(',').filter(isUuid))].slice(0, DOCUMENTS_MAX);
  const loaded = useLoad(`order documents ${ids.join()}`, async (it, signal) => {
    const found = await loadOrders(it, ids, signal);
    // There is nothing to pack of what isn't shipped.
    return isSlip ? found.filter(({ needsShipping }) => needsShipping !== false) : found;
  });
  const [onlyId] = ids;
  const back = ids.length === 1 ? `/dashboard/admin/orders/${onlyId}` : '/dashboard/admin/orders';
  return (
    <>
      <BackLink to={back}>{ids.length === 1 ? adminOrder.title : adminOrder.all}</BackLink>
      <div className="print:hidden">
        <DashboardHeader
          title={isSlip ? words.slips : words.invoices}
          lead={words.lead}
          actions={
            loaded.data?.length !== 0 && (
              // While they load, its row is kept.
              <Button disabled={!loaded.data} onClick={() => window.print()}>
                {words.print}
              </Button>
            )
          }
        />
      </div>
      <AsyncContent state={loaded} skeleton={<SkeletonText lines={12} className="max-w-text space-y-5" />}>
        {(orders) =>
          orders.length === 0 ? (
            <EmptyState icon={<BagIcon size={22} />} title={words.none}>
              {words.noneHint}
            </EmptyState>
          ) : (
            orders.map((order) =>
              isSlip ? <PackingSlip key={order._id} order={order} /> : <Invoice key={order._id} order={order} buyer={order.buyer} />,
            )
          )
        }
      </AsyncContent>
    </>
  );
}
