/** Who gets the invoice of an order: the company with its VAT ID, and why no tax was charged. */
import { type Billing, REVERSE_CHARGE_NOTE } from '../../../contract/company.ts';
import { Panel } from '../../kit/panel.tsx';
import { billing as words } from '../messages/billing.ts';

export function OrderBilling({ billing }: { billing: Billing }) {
  return (
    <Panel title={words.title}>
      <BillingLines billing={billing} />
    </Panel>
  );
}

export function BillingLines({ billing: { company, vatId, text, reverseCharge } }: { billing: Billing }) {
  return (
    <>
      <p className="address-lines">{[company, text].filter(Boolean).join('\n')}</p>
      {vatId && <p className="tabular-nums wrap-anywhere">{words.vatId(vatId)}</p>}
      {reverseCharge && <p className="mt-2 text-small text-soft">{REVERSE_CHARGE_NOTE}</p>}
    </>
  );
}
