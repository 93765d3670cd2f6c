/** The ledger of taxes: what an order adds to it when it is paid, and what its refunds take back. */
import { asc, eq, sql } from 'drizzle-orm';
import { getCurrencyStep } from '../../../../contract/money.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { orderLines, orders, type StoredTax } from '../../database/schema/order.ts';
import type { RefundedOrder } from './order-taxes.ts';
import { getRefundedParts, listRefundedParts } from './refund.repository.ts';

/** With what its completed refunds gave back, for a locked order; null: it keeps no taxes. */
export async function findRefundedOrder(tx: Database, orderId: string): Promise<RefundedOrder | null> {
  const { taxes, totalCents, isTaxIncluded, currency, refundedCents } = orders;
  const columns = { taxes, totalCents, isTaxIncluded, currency, refundedCents };
  const [order] = await tx.select(columns).from(orders).where(eq(orders.id, orderId));
  if (!order?.taxes) return null;
  const refunded = getRefundedParts(await listRefundedParts(tx, [orderId]), orderId);
  const lines = await tx.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(asc(orderLines.position));
  return {
    ...order,
    taxes: order.taxes,
    step: getCurrencyStep(order.currency),
    lines: lines.map((line) => ({ ...line, refunded: refunded.lines.get(line.position) ?? 0 })),
    shippingRefundedCents: refunded.shippingCents,
  };
}

export type TaxesLeft = Pick<StoredTax, 'ratePpm' | 'country' | 'region' | 'netCents' | 'taxCents'>[];

/** Adds what the ledger lacks of the order, or has too much: nothing, if it is right. `left`: one for each rate of the order. */
export async function adjustTaxEntries(tx: Database, orderId: string, left: TaxesLeft, at: Date): Promise<void> {
  if (!left.length) return;
  await query(
    tx,
    sql`insert into tax_entries (order_id, at, rate_ppm, country, region, net_cents, tax_cents)
      select ${orderId}::uuid, ${at.toISOString()}::timestamptz, l."ratePpm", l.country, l.region, l."netCents" - coalesce(e.net, 0), l."taxCents" - coalesce(e.tax, 0)
      from jsonb_to_recordset(${JSON.stringify(left)}::jsonb)
        as l("ratePpm" int, country text, region text, "netCents" bigint, "taxCents" bigint)
      left join lateral (
        select sum(net_cents)::bigint as net, sum(tax_cents)::bigint as tax from tax_entries
        where order_id = ${orderId}::uuid and rate_ppm is not distinct from l."ratePpm"
      ) e on true
      where (l."netCents", l."taxCents") <> (coalesce(e.net, 0), coalesce(e.tax, 0))`,
  );
}
