/** Who gets the invoice of an order: with what is known of the VAT ID, and a form to correct it until the invoice is made. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import type { AddressFields as Address } from '../../../contract/address.ts';
import type { Billing } from '../../../contract/company.ts';
import { ADDRESS_PART_MAX_LENGTH, TAX_NUMBER_MAX_LENGTH } from '../../../contract/limits.ts';
import { changeBilling } from '../../../contract/order-admin.ts';
import type { AdminOrder } from '../../../contract/order-fields.ts';
import { api } from '../../api.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AddressFields, EMPTY_ADDRESS } from '../../shared/forms/address-fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { common } from '../../shared/messages/common.ts';
import { BillingLines } from '../../shared/orders/order-billing.tsx';
import { useShop } from '../../shared/shop-data.ts';
import { ActionButton } from '../parts/controls.tsx';
import { formatDateTime } from '../parts/values.ts';
import { adminBilling as words } from './billing-messages.ts';
import { DialogButtons } from './dialog-buttons.tsx';

interface OrderBillingProps {
  order: AdminOrder;
  reload: () => Promise<void>;
}

export function AdminOrderBilling({ order, reload }: OrderBillingProps) {
  const { billing, hasDocuments, isTest } = order;
  const [isOpen, setIsOpen] = useState(false);
  // Without invoices nobody is billed: then only what the customer named is shown.
  const { hasInvoices } = useShop().settings;
  const canChange = !hasDocuments && !isTest && (billing || hasInvoices);
  if (!billing && !canChange) return null;
  const finish = async () => {
    setIsOpen(false);
    toast.success(words.changed);
    await reload();
  };
  return (
    <Panel title={words.title} {...(!billing && { hint: words.none })}>
      {billing && <BillingLines billing={billing} />}
      {billing?.vatStatus && <VatProof billing={billing} />}
      {canChange && (
        <div className={billing && 'mt-3'}>
          <ActionButton variant="secondary" onClick={() => setIsOpen(true)}>
            {billing ? words.change : words.add}
          </ActionButton>
        </div>
      )}
      {isOpen && <BillingDialog order={order} finish={finish} reload={reload} close={() => setIsOpen(false)} />}
    </Panel>
  );
}

function VatProof({ billing: { vatStatus, checkedAt, consultation, confirmedLater } }: { billing: Billing }) {
  if (!vatStatus) return null;
  const isDoubtful = vatStatus === 'invalid' || vatStatus === 'unavailable';
  return (
    <div className="tabular-nums mt-3 grid gap-1 text-small">
      <p className={isDoubtful ? 'text-caution' : 'text-soft'}>
        {words.status[vatStatus]}
        {checkedAt && ` ${words.at(formatDateTime(checkedAt))}`}
      </p>
      {consultation && <p className="wrap-anywhere text-soft">{words.consultation(consultation)}</p>}
      {confirmedLater && <p>{words.confirmedLater(formatDateTime(confirmedLater))}</p>}
    </div>
  );
}

interface BillingDialogProps extends OrderBillingProps {
  finish: () => Promise<void>;
  close: () => void;
}

function BillingDialog({ order: { _id: id, billing, version, shipTo }, finish, reload, close }: BillingDialogProps) {
  const [address, setAddress] = useState<Address | null>(billing?.address ?? null);
  const form = useForm({
    onSubmit: async (values) => {
      const [company, vatId] = [readField(values, 'company'), readField(values, 'vatId')];
      const body = { company, vatId, ...(address && { address }), version };
      await api(changeBilling, { params: { id }, body });
      await finish();
      return 'leave';
    },
    onFailure: () => {
      void reload();
      return undefined;
    },
  });
  const { errors } = form;
  return (
    <Dialog title={words.change} close={close} closeLabel={common.close}>
      <Form state={form}>
        <p className="-mt-2 text-soft">{words.changeHint}</p>
        <TextField
          label={words.company}
          name="company"
          dir="auto"
          maxLength={ADDRESS_PART_MAX_LENGTH}
          defaultValue={billing?.company}
          error={errors.company}
        />
        <TextField
          label={words.vatId}
          name="vatId"
          maxLength={TAX_NUMBER_MAX_LENGTH}
          defaultValue={billing?.vatId}
          readOnly={billing?.reverseCharge}
          hint={billing?.reverseCharge ? words.vatIdStays : words.vatIdHint}
          error={errors.vatId}
          autoComplete="off"
        />
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={address !== null}
            onChange={({ target }) => setAddress(target.checked ? { ...EMPTY_ADDRESS, country: shipTo?.country ?? '' } : null)}
            className="size-5 shrink-0 accent-accent"
          />
          {words.otherAddress}
        </label>
        {address && <AddressFields prefix="address." value={address} onChange={setAddress} errors={errors} />}
        <DialogButtons state={form} label={words.save} close={close} />
      </Form>
    </Dialog>
  );
}
