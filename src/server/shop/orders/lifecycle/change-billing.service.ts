/** Who gets the invoice of an order, corrected by the team until it is made. */
import type { BillingInput } from '../../../../contract/company.ts';
import type { AdminOrder } from '../../../../contract/order-fields.ts';
import { formatVatId, type VatId } from '../../../../contract/vat-id.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { checkBilling } from '../../customers/companies/billing.service.ts';
import { findKnownVat } from '../../customers/companies/vat-check.service.ts';
import type { StoredBilling } from '../../database/schema/order.ts';
import { findBilling, lockOrderById } from '../rows/order-lock.repository.ts';
import { createHistoryEntry, updateOrder } from '../rows/order-write.repository.ts';
import { readAnyOrder, requireVersion } from './order.service.ts';

type Known = Pick<StoredBilling, 'vatStatus' | 'checkedAt' | 'consultation' | 'confirmedLater'>;

/** What was known when the order was made stays; of another VAT ID it is that it wasn't confirmed then, whatever is known now. */
async function toKnown(context: Pick<Deps, 'db' | 'now'>, id: VatId, before: StoredBilling | null): Promise<Known> {
  if (before?.vatId === formatVatId(id)) {
    const { company: _company, vatId: _vatId, address: _address, ...known } = before;
    return known;
  }
  const { status, checkedAt, consultation } = await findKnownVat(context, id);
  if (status !== 'confirmed') return { vatStatus: status };
  return { vatStatus: 'unavailable', ...(checkedAt && { confirmedLater: checkedAt }), ...(consultation && { consultation }) };
}

/** Throws `order_not_found`, `wrong_order_status`, `version_conflict` and `invalid_request`. Taxes and the status stay. */
export async function changeBilling(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Pick<Caller, 'id' | 'name'>,
  id: string,
  { version, ...input }: BillingInput & { version?: number },
): Promise<AdminOrder> {
  await retryTransaction(db, (tx) => change(tx, { now, caller, id, version, input }));
  return readAnyOrder(db, id);
}

interface Change {
  now: Deps['now'];
  caller: Pick<Caller, 'id' | 'name'>;
  id: string;
  version: number | undefined;
  input: BillingInput;
}

async function change(tx: Database, { now, caller, id, version, input }: Change): Promise<void> {
  const order = await lockOrderById(tx, id);
  if (!order) throw new AppError('order_not_found', 'There is no such order');
  if (order.hasDocuments)
    throw new AppError('wrong_order_status', 'Its invoice is made, and says who bought. Refund the order and make a new one.');
  await requireVersion(tx, order, version);
  const { billing: before, postcode } = await findBilling(tx, id);
  const deliveredTo = order.country === null ? null : { country: order.country, postcode: postcode ?? '' };
  const checked = checkBilling(input, { deliveredTo, prefix: '', needsPlace: false });
  const isReversed = order.taxes?.some(({ reverseCharge }) => reverseCharge) ?? false;
  if (isReversed && checked?.stored.vatId !== before?.vatId)
    throw new AppError('wrong_order_status', 'No tax was charged because of this VAT ID, so it stays');
  const known = checked?.vatId ? await toKnown({ db: tx, now }, checked.vatId, before) : {};
  await updateOrder(tx, id, { billing: checked && { ...checked.stored, ...known } });
  const cause = { actorId: caller.id, by: caller.name, why: 'Billing details changed', at: now() };
  await createHistoryEntry(tx, { orderId: id, from: order.status, to: order.status, ...cause });
}
