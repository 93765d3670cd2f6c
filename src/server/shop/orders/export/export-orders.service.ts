/** Exports orders as CSV. Read and sent batch by batch, so that a million orders need no more memory than one batch. */
import { describePart } from '../../../../contract/bundle.ts';
import { findMinimumAge } from '../../../../contract/checkout-fields.ts';
import { toCents, toDollars } from '../../../../contract/money.ts';
import type { AdminOrder } from '../../../../contract/order-fields.ts';
import { toZonedTime } from '../../../../contract/time-zone.ts';
import type { ReadFromReplica } from '../../../platform/database/replica.ts';
import { writeCsvRow } from '../../../platform/http/csv.ts';
import { listFields } from '../../fields/field.repository.ts';
import { toFieldColumn, writeFieldCells } from '../../fields/field-values.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import { type FilterQuery, toFilter } from '../lifecycle/order.service.ts';
import { walkOrders } from '../rows/admin-order.repository.ts';

const EXPORT_BATCH = 200;

type Cell = string | number;

/** `2 × Tea set [4 × Cup, CUP-1; 2 × Pot]`: a bundle with its parts and their SKUs. */
function describeLine({ quantity, name, options, parts }: AdminOrder['lines'][number]): string {
  const named = `${quantity} × ${options ? `${name} (${options})` : name}`;
  const inside = parts?.map((part) => [describePart(part, quantity), part.sku].filter(Boolean).join(', '));
  return inside ? `${named} [${inside.join('; ')}]` : named;
}

const toExportedLine = ({ name, options, sku, quantity, price }: AdminOrder['lines'][number]) => ({
  name: options ? `${name} (${options})` : name,
  sku: sku ?? '',
  quantity,
  price,
});

/** `19% of 18.68 in DE: 3.54` */
const describeTax = ({ rate, net, tax, country, region }: NonNullable<AdminOrder['taxes']>[number]): string =>
  `${rate === null ? '' : `${rate}% of `}${net}${country && ` in ${region ? `${country}-${region}` : country}`}: ${tax}`;

/** Times are in the shop's time zone. */
const COLUMNS: [name: string, read: (order: AdminOrder, timeZone: string) => Cell | null][] = [
  ['number', (order) => order.number],
  ['status', (order) => order.status],
  ['placed', (order, timeZone) => toZonedTime(new Date(order.createdAt), timeZone)],
  ['paid', ({ paidAt }, timeZone) => paidAt && toZonedTime(new Date(paidAt), timeZone)],
  ['customer', (order) => order.buyer.name],
  ['email', (order) => order.buyer.email],
  ['guest', (order) => (order.buyer._id === null ? 'yes' : 'no')],
  ['address', (order) => order.address],
  ['items', (order) => order.lines.map(describeLine).join('; ')],
  ['currency', (order) => order.currency],
  ['subtotal', (order) => order.subtotal],
  ['discount', (order) => order.discount],
  ['code', (order) => order.code],
  ['shipping', (order) => order.shipping],
  ['shipping_rate', (order) => order.shippingName],
  ['tax', (order) => order.tax],
  ['tax_rate', (order) => order.taxRate],
  ['tax_included', (order) => (order.taxIncluded ? 'yes' : 'no')],
  ['total', (order) => order.total],
  ['refunded', (order) => order.refunded],
  ['net', ({ total, refunded }) => toDollars(toCents(total) - toCents(refunded))],
  ['carrier', (order) => order.carrier],
  ['tracking', (order) => order.tracking],
  ['provider', (order) => order.provider],
  ['id', (order) => order._id],
  ['tax_by_rate', ({ taxes = [] }) => taxes.map(describeTax).join('; ')],
  ['recipient', ({ shipTo }) => shipTo?.recipient ?? null],
  ['street', ({ shipTo }) => shipTo?.street ?? null],
  ['postcode', ({ shipTo }) => shipTo?.postcode ?? null],
  ['city', ({ shipTo }) => shipTo?.city ?? null],
  ['region', ({ shipTo }) => shipTo?.region ?? null],
  ['country', ({ shipTo }) => shipTo?.country ?? null],
  ['delivery_from', ({ estimatedDelivery }) => estimatedDelivery?.from ?? null],
  ['delivery_to', ({ estimatedDelivery }) => estimatedDelivery?.to ?? null],
  ['fee', (order) => order.fee ?? 0],
  ['payment_method', (order) => order.paymentMethod?.name ?? null],
  // As an import reads them.
  ['lines', (order) => JSON.stringify(order.lines.map(toExportedLine))],
  ['paid_by_balance', (order) => order.balance?.amount ?? 0],
  ['company', ({ billing }) => billing?.company ?? null],
  ['vat_id', ({ billing }) => billing?.vatId ?? null],
  ['reverse_charge', ({ billing }) => (billing?.reverseCharge ? 'yes' : 'no')],
  ['billing_address', ({ billing }) => billing?.text ?? null],
  ['local_fees', ({ charges = [] }) => toDollars(charges.reduce((sum, { amount }) => sum + toCents(amount), 0))],
  ['local_fee_names', ({ charges = [] }) => charges.map(({ name, amount }) => `${name}: ${amount}`).join('; ')],
  ['customer_note', (order) => order.customerNote ?? null],
  ['gift_message', (order) => order.giftMessage ?? null],
  ['confirmed', ({ confirmations = [] }) => confirmations.map(({ text, at }) => `${at} ${text}`).join('; ')],
  ['minimum_age', ({ lines }) => findMinimumAge(lines)],
];

export async function* exportOrders(read: ReadFromReplica, filter: FilterQuery): AsyncGenerator<string> {
  const { timeZone } = await read(readShopDetails);
  const fields = await read((db) => listFields(db, 'order'));
  yield writeCsvRow([...COLUMNS.map(([name]) => name), ...fields.map(toFieldColumn)]);
  const toCells = (order: AdminOrder) => [
    ...COLUMNS.map(([, read]) => read(order, timeZone) ?? ''),
    ...writeFieldCells(fields, order.customFields),
  ];
  for await (const orders of walkOrders(read, toFilter(filter, { withTests: false }), EXPORT_BATCH))
    yield orders.map((order) => writeCsvRow(toCells(order))).join('');
}
