/** The company and billing address that were typed at the checkout, until the order is paid. Only the checkout loads it. */
import type { AddressFields } from '../../contract/address.ts';
import type { BillingInput, VatStatus } from '../../contract/company.ts';
import { isRecord } from '../../contract/values.ts';
import { parseAddress } from './order-draft.ts';
import { createStore } from './storage.ts';

/** Where the contract has it in a checkout. */
export const BILLING = 'billing.';

/** What the server said of a VAT ID, at a place. */
export interface CheckedVat {
  vatId: string;
  country: string;
  postcode: string;
  status: VatStatus;
}

export interface BillingDraft {
  /** Whose it is, by email: nobody else who logs in on this browser sees it. Empty: a guest's. */
  owner: string;
  isCompany: boolean;
  company: string;
  vatId: string;
  /** Null: as it is delivered. */
  address: AddressFields | null;
  checked: CheckedVat | null;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function parseChecked(stored: unknown): CheckedVat | null {
  if (!isRecord(stored)) return null;
  const { vatId, country, postcode, status } = stored;
  return { vatId: text(vatId), country: text(country), postcode: text(postcode), status: text(status) as VatStatus };
}

const parse = (stored: unknown): BillingDraft | null =>
  isRecord(stored)
    ? {
        owner: text(stored.owner),
        isCompany: stored.isCompany === true,
        company: text(stored.company),
        vatId: text(stored.vatId),
        address: parseAddress(stored.address),
        checked: parseChecked(stored.checked),
      }
    : null;

const draft = createStore<BillingDraft | null>('billing', null, parse, () => sessionStorage);

const createEmpty = (owner: string): BillingDraft => ({ owner, isCompany: false, company: '', vatId: '', address: null, checked: null });

const findOf = (stored: BillingDraft | null, owner: string) => (stored?.owner === owner ? stored : null);

/** Null: nothing was typed. */
export const useBillingDraft = (owner: string): BillingDraft | null => findOf(draft.use(), owner);

export function changeBillingDraft(owner: string, change: Partial<BillingDraft>): void {
  draft.write({ ...(findOf(draft.read(), owner) ?? createEmpty(owner)), ...change });
}

export function clearBillingDraft(): void {
  draft.write(null);
}

/** What an order is sent of it; null: nothing. */
export function toBillingInput(typed: BillingDraft | null): BillingInput | null {
  if (!typed || (!typed.isCompany && !typed.address)) return null;
  const { isCompany, company, vatId, address } = typed;
  const ofCompany = isCompany && { company: company.trim(), ...(vatId.trim() && { vatId: vatId.trim() }) };
  return { ...ofCompany, ...(address && { address }) };
}

/** What a cart is priced by: a VAT ID whose form the server has seen. */
export function toCartBilling(typed: BillingDraft | null): Omit<CheckedVat, 'status'> | null {
  if (!typed?.isCompany || !typed.checked || typed.checked.vatId !== typed.vatId.trim()) return null;
  const { status: _status, ...billing } = typed.checked;
  return billing;
}
