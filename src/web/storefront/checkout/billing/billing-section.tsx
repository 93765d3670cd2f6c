/** Who gets the invoice, in shops that sell to companies: loaded only there. */
import { lazy, Suspense } from 'react';
import { BILLING, type BillingDraft, toBillingInput } from '../../../state/billing-draft.ts';
import { listMissingFields } from '../use-delivery-address.ts';
import type { BillingFieldsProps } from './billing-fields.tsx';

const BillingFields = lazy(async () => ({ default: (await import('./billing-fields.tsx')).BillingFields }));

export function BillingSection(props: BillingFieldsProps) {
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
