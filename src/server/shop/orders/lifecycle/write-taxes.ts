/** Writes the ledger of taxes after a change of an order, in the same transaction. */
import type { OrderStatus } from '../../../../contract/order-fields.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { StoredTax } from '../../database/schema/order.ts';
import type { LockedOrder } from '../rows/order-lock.repository.ts';
import { computeTaxesLeft } from '../rows/order-taxes.ts';
import type { OrderUpdate } from '../rows/order-write.repository.ts';
import { adjustTaxEntries, findRefundedOrder } from '../rows/tax-entry.repository.ts';

/** One on hold isn't sold yet. What was refunded in full stays in the ledger, with what took it back. */
const isTaxed = (status: OrderStatus) => status === 'paid' || status === 'shipped' || status === 'delivered' || status === 'refunded';

/** What the payment provider calculated, whose rates aren't known: one part, with all that was paid for but gift cards (`giftCents`). */
export function toProviderTaxes(
  { country }: Pick<LockedOrder, 'country'>,
  { taxCents, totalCents }: { taxCents: number; totalCents: number },
  giftCents = 0,
): StoredTax[] {
  const netCents = totalCents - taxCents - giftCents;
  return [{ ratePpm: null, country: country ?? '', region: '', netCents, taxCents, shippingCents: 0, shippingTaxCents: 0 }];
}

/**
 * The order was `order`, and now has the status `to` and these `fields`. What the ledger lacks is added as of now: a sale when it is paid, and what a refund
 * takes back on the day of the refund. An order without taxes costs nothing here.
 */
export async function writeTaxes(tx: Database, order: LockedOrder, to: OrderStatus, fields: OrderUpdate, at: Date): Promise<void> {
  const taxes = fields.taxes ?? order.taxes;
  if (!taxes || order.isTest) return;
  const { refundedCents = order.refundedCents } = fields;
  if (isTaxed(order.status) === isTaxed(to) && refundedCents === order.refundedCents && !refundedCents) return;
  const refunded = refundedCents > 0 ? await findRefundedOrder(tx, order.id) : null;
  const left = refunded ? computeTaxesLeft(refunded) : taxes;
  const toEntry = ({ ratePpm, country, region }: StoredTax, index: number) => {
    const { netCents = 0, taxCents = 0 } = (isTaxed(to) && left[index]) || {};
    return { ratePpm, country, region, netCents, taxCents };
  };
  await adjustTaxEntries(tx, order.id, taxes.map(toEntry), at);
}
