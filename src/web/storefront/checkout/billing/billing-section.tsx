/** Who gets the invoice, in shops that sell to companies: loaded only there. */
import { lazy, Suspense } from 'react';
import type { AddressFields } from '../../../../contract/address.ts';
import type { CartPrice } from '../../../../contract/cart.ts';
import { type BillingDraft, toBillingInput } from '../../../state/billing-draft.ts';
import { listMissingFields } from '../use-delivery-address.ts';

/** Where the contract has it in a checkout. */
export const BILLING = 'billing.';

export interface BillingSectionProps {
  /** The account's email; empty: a guest's. */
  owner: string;
  /** As far as it is known. */
  deliveredTo: AddressFields | null;
  price: CartPrice | null;
  /** By the field's name. */
  errors: Record<string, string>;
}

const BillingFields = lazy(async () => ({ default: (await import('./billing-fields.tsx')).BillingFields }));

export function BillingSection(props: BillingSectionProps) {
  return (
    <Suspense fallback={<div className="h-32 border-t border-line" />}>
      <BillingFields {...props} />
    </Suspense>
  );
}

export function listMissingBilling(draft: BillingDraft | null): string[] {
  const input = toBillingInput(draft);
  if (!input) return [];
  return [
    ...(draft?.isCompany && !input.company ? [`${BILLING}company`] : []),
    ...(input.address ? listMissingFields(input.address).map((part) => `${BILLING}address.${part}`) : []),
  ];
}
