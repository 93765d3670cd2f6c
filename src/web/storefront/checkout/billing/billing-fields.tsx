/** A company with its VAT ID, and a billing address apart from delivery. Folded away until somebody needs them. */
import { type ReactNode, useEffect, useId } from 'react';
import type { AddressFields as Address } from '../../../../contract/address.ts';
import type { CartPrice } from '../../../../contract/cart.ts';
import { readSavedBilling } from '../../../../contract/company.ts';
import { ADDRESS_PART_MAX_LENGTH, TAX_NUMBER_MAX_LENGTH } from '../../../../contract/limits.ts';
import { toCents, toDollars } from '../../../../contract/money.ts';
import { api } from '../../../api.ts';
import { TextField } from '../../../kit/field.tsx';
import { formatPrice } from '../../../shared/format.ts';
import { AddressFields, EMPTY_ADDRESS } from '../../../shared/forms/address-fields.tsx';
import { BILLING, type BillingDraft, changeBillingDraft, useBillingDraft } from '../../../state/billing-draft.ts';
import { billing as words } from './billing-messages.ts';
import { useVatCheck } from './use-vat-check.ts';
import { VatStatusLine } from './vat-status-line.tsx';

export interface BillingFieldsProps {
  /** The account's email; empty: a guest's. */
  owner: string;
  /** As far as it is known. */
  deliveredTo: Address | null;
  price: CartPrice | null;
  /** By the field's name. */
  errors: Record<string, string>;
}

/** What the account has kept, unless something was typed in this tab. */
function useSaved(owner: string, isTyped: boolean): void {
  useEffect(() => {
    if (!owner || isTyped) return;
    const controller = new AbortController();
    api(readSavedBilling, { signal: controller.signal })
      .then(({ billing }) => {
        if (billing && !controller.signal.aborted) changeBillingDraft(owner, { ...billing, isCompany: billing.company !== '' });
      })
      .catch((error: unknown) => !controller.signal.aborted && console.error(error));
    return () => controller.abort();
  }, [owner, isTyped]);
}

export function BillingFields({ owner, deliveredTo, price, errors }: BillingFieldsProps) {
  const id = useId();
  const draft = useBillingDraft(owner);
  useSaved(owner, draft !== null);
  const { isCompany = false, company = '', vatId = '', address = null } = draft ?? {};
  const place = address ?? deliveredTo;
  const check = useVatCheck(owner, draft, place);
  const change = (typed: Partial<BillingDraft>) => changeBillingDraft(owner, typed);
  const net = price && price.tax > 0 && !price.taxAutomatic ? toDollars(toCents(price.total) - toCents(price.tax)) : null;
  return (
    <section aria-labelledby={id} className="grid gap-4 border-t border-line pt-5">
      <h2 id={id} className="text-title">
        {words.title}
      </h2>
      <Toggle checked={isCompany} onChange={(is) => change({ isCompany: is })}>
        {words.isCompany}
      </Toggle>
      {isCompany && (
        <>
          <TextField
            label={words.company}
            name={`${BILLING}company`}
            required
            dir="auto"
            maxLength={ADDRESS_PART_MAX_LENGTH}
            autoComplete="billing organization"
            value={company}
            onChange={({ target }) => change({ company: target.value })}
            error={errors[`${BILLING}company`]}
          />
          <div className="grid gap-2">
            <TextField
              label={words.vatId}
              name={`${BILLING}vatId`}
              hint={words.vatHint(check.example)}
              maxLength={TAX_NUMBER_MAX_LENGTH}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={vatId}
              onChange={({ target }) => {
                check.edit();
                change({ vatId: target.value });
              }}
              onBlur={check.ask}
              error={check.problem ?? errors[`${BILLING}vatId`]}
            />
            <VatStatusLine check={check} isReversed={price?.vat?.reverseCharge === true} />
          </div>
          {net !== null && (
            <p className="tabular-nums flex justify-between gap-4 text-soft">
              <span>{words.net}</span> <span>{formatPrice(net)}</span>
            </p>
          )}
        </>
      )}
      <Toggle
        checked={address !== null}
        onChange={(is) => change({ address: is ? { ...EMPTY_ADDRESS, country: deliveredTo?.country ?? '' } : null })}
      >
        {words.otherAddress}
      </Toggle>
      {address && (
        <AddressFields prefix={`${BILLING}address.`} value={address} onChange={(typed) => change({ address: typed })} errors={errors} />
      )}
    </section>
  );
}

function Toggle({ checked, onChange, children }: { checked: boolean; onChange: (is: boolean) => void; children: ReactNode }) {
  return (
    <label className="flex min-h-10 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 shrink-0 accent-accent"
      />
      {children}
    </label>
  );
}
