/** The company, VAT ID and billing address that an order or an account is given: checked, and as they are stored. */
import type { BillingInput, SavedBilling } from '../../../../contract/company.ts';
import { toDestination } from '../../../../contract/countries.ts';
import type { Issue } from '../../../../contract/errors.ts';
import { formatVatId, type VatId, type VatLocation } from '../../../../contract/vat-id.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError, createIssuesError } from '../../../platform/errors.ts';
import type { StoredBilling } from '../../database/schema/order.ts';
import { checkAddress } from '../addresses/address.ts';
import { writeSavedBilling } from './billing.repository.ts';
import { readVatId } from './vat-check.service.ts';

export interface CheckedBilling {
  stored: StoredBilling;
  /** Null: none was given. */
  vatId: VatId | null;
  /** Where the company is; null: nobody knows. */
  place: VatLocation | null;
}

interface BillingRules {
  /** Where the company is unless it has a billing address; null: nobody knows. */
  deliveredTo: VatLocation | null;
  /** Beginning of the paths of what is refused. */
  prefix: string;
  /** Without knowing where the company is, a VAT ID is refused. */
  needsPlace: boolean;
}

/** Null where nothing was given. Throws `invalid_request`. */
export function checkBilling(input: BillingInput, { deliveredTo, prefix, needsPlace }: BillingRules): CheckedBilling | null {
  const company = (input.company ?? '').normalize('NFC').trim();
  const address = input.address ? checkAddress(input.address, `${prefix}address.`) : null;
  const typed = (input.vatId ?? '').trim();
  const place = address ? toDestination(address) : deliveredTo;
  const read = typed ? readVatId(typed, place, `${prefix}vatId`) : null;
  const required = (path: string): Issue => ({ path: prefix + path, code: 'required', message: 'is required with a VAT ID' });
  const issues = [
    ...(read && 'issue' in read ? [read.issue] : []),
    ...(typed && !company ? [required('company')] : []),
    ...(typed && !place && needsPlace ? [required('address')] : []),
  ];
  if (issues.length) throw createIssuesError(issues);
  if (!company && !typed && !address) return null;
  const vatId = read && 'id' in read ? read.id : null;
  return { stored: { company, vatId: vatId ? formatVatId(vatId) : '', address }, vatId, place };
}

/** Without a billing address, the country of a VAT ID is checked with each order. Throws `invalid_request`. */
export async function saveBilling(db: Database, userId: string, input: SavedBilling | null): Promise<SavedBilling | null> {
  const { address = null, ...given } = input ?? {};
  const typed = { ...given, ...(address && { address }) };
  const billing = checkBilling(typed, { deliveredTo: null, prefix: 'billing.', needsPlace: false })?.stored ?? null;
  if (!(await writeSavedBilling(db, userId, billing))) throw new AppError('unauthorized', 'Please log in');
  return billing;
}
