import { useState } from 'react';
import { REASON_MAX_LENGTH } from '../../../../contract/limits.ts';
import { refundOrder } from '../../../../contract/order-admin.ts';
import { api, isApiError } from '../../../api.ts';
import { Form } from '../../../components/form.tsx';
import { calculateNetTotal } from '../../../components/orders/order-totals.tsx';
import { formatPrice } from '../../../format.ts';
import { readField, useForm } from '../../../hooks/use-form.ts';
import { adminOrder as words } from '../../../messages/admin-orders.ts';
import { common } from '../../../messages/common.ts';
import { parseNumber, toInput } from '../../../parse-number.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { DialogButtons } from './dialog-buttons.tsx';
import type { OrderActionDialogProps } from './order-action-dialog-props.ts';
import { RefundItems } from './refund-items.tsx';
import { useRefundSelection } from './use-refund-selection.ts';

/** A message where it is unknown whether the refund went through: trying again could refund twice. */
function describeUncertainRefund(error: unknown): string | null {
  if (!isApiError(error)) return words.refundUnclear;
  if (error.code === 'payment_provider_failed') return words.refundPending(error.message);
  return error.status === 0 || error.status >= 500 || error.status < 300 ? words.refundUnclear : null;
}

const toAmountInput = (amount: number) => toInput(amount.toFixed(2));

export function RefundDialog({ order, finish, onError, close }: OrderActionDialogProps) {
  const refundable = calculateNetTotal(order);
  const openRequest = order.request?.status === 'open' ? order.request : null;
  const selection = useRefundSelection(order);
  const [amount, setAmount] = useState(toAmountInput(refundable));
  const form = useForm({
    onSubmit: async (values) => {
      const body = {
        amount: parseNumber(readField(values, 'amount')) ?? Number.NaN,
        ...selection.body,
        reason: readField(values, 'reason'),
        restock: values.has('restock'),
        version: order.version,
        ...(openRequest && values.has('approve') && { request: openRequest._id }),
      };
      try {
        await api(refundOrder, { params: { id: order._id }, body });
      } catch (error) {
        const warning = describeUncertainRefund(error);
        if (warning === null) throw error;
        console.error(error);
        await finish({ warning });
        return 'leave';
      }
      await finish({ done: words.refunded });
      return 'leave';
    },
    onFailure: onError,
  });
  const { errors } = form;
  return (
    <Dialog title={words.refundTitle} close={close} closeLabel={common.close}>
      <Form state={form}>
        <p className="-mt-2 text-soft">{words.refundable(formatPrice(refundable, order.currency))}</p>
        <RefundItems order={order} selection={selection} error={errors.shipping} />
        <TextField
          label={words.amount}
          name="amount"
          hint={selection.isEmpty ? words.amountHint(order.currency) : words.amountOfItems}
          error={errors.amount}
          inputMode="decimal"
          autoComplete="off"
          value={selection.isEmpty ? amount : toAmountInput(selection.amount)}
          readOnly={!selection.isEmpty}
          onChange={(event) => setAmount(event.target.value)}
          required
        />
        <TextArea
          label={words.reason}
          name="reason"
          hint={words.reasonHint}
          error={errors.reason}
          rows={2}
          required
          maxLength={REASON_MAX_LENGTH}
        />
        {order.stock === 'sold' && selection.isEmpty && (
          <SwitchField name="restock" label={words.restock} hint={words.restockHint} defaultChecked={openRequest?.kind === 'cancel'} />
        )}
        {openRequest && <SwitchField name="approve" label={words.approves} hint={words.approvesHint} defaultChecked />}
        <DialogButtons state={form} label={words.submitRefund} isDanger close={close} />
      </Form>
    </Dialog>
  );
}
