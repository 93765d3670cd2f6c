import { useState } from 'react';
import { REASON_MAX_LENGTH } from '../../../contract/limits.ts';
import { toCents, toDollars } from '../../../contract/money.ts';
import { refundOrder } from '../../../contract/order-admin.ts';
import type { AdminOrder, OrderPayment } from '../../../contract/order-fields.ts';
import type { Withdrawal } from '../../../contract/withdrawal-fields.ts';
import { api, isApiError } from '../../api.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { SwitchField, TextArea, TextField } from '../../kit/field.tsx';
import { formatPrice, formatTypedExample } from '../../shared/format.ts';
import { Form } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { common } from '../../shared/messages/common.ts';
import { calculateNetTotal } from '../../shared/orders/order-lines.tsx';
import { adminOrder as words } from '../orders/messages.ts';
import { parseNumber, toAmountInput } from '../parts/values.ts';
import { DialogButtons, type OrderActionDialogProps } from './dialog-buttons.tsx';
import { findOpenWithdrawal } from './order-actions.tsx';
import { RefundItems, useRefundSelection } from './refund-items.tsx';
import { withdrawalNotices } from './withdrawal-messages.ts';

/** A message where it is unknown whether the refund went through: trying again could refund twice. */
function describeUncertainRefund(error: unknown): string | null {
  if (!isApiError(error)) return words.refundUnclear;
  if (error.code === 'payment_provider_failed') return words.refundPending(error.message);
  return error.status === 0 || error.status >= 500 || error.status < 300 ? words.refundUnclear : null;
}

interface RefundDialogProps extends OrderActionDialogProps {
  /** A second payment, to be refunded instead of the one that paid the order. */
  payment?: OrderPayment;
  /** The withdrawal that is refunded; absent: the first open one, or the open request. */
  withdrawal?: Withdrawal | undefined;
}

/** What is left of the payment, in its own currency: it may be another one than the order's, and another sum. */
function calculateRefundable(order: AdminOrder, payment: OrderPayment | undefined): { refundable: number; currency: string } {
  const paid = payment ?? order.payments.find(({ extra, state }) => !extra && state === 'paid');
  // Balances and store credit have a part in it: what is left of the order, while it was paid in its currency.
  const isOwn = paid && !payment && paid.currency === order.currency && paid.amount === (order.balance?.due ?? order.total);
  if (!paid || isOwn) return { refundable: calculateNetTotal(order), currency: order.currency };
  return { refundable: toDollars(toCents(paid.amount) - toCents(paid.refunded)), currency: paid.currency };
}

export function RefundDialog({ order, payment, withdrawal: chosen, finish, onError, close }: RefundDialogProps) {
  const { refundable, currency } = calculateRefundable(order, payment);
  const hasItems = !payment && currency === order.currency;
  const withdrawal = payment ? undefined : (chosen ?? findOpenWithdrawal(order));
  const openRequest = !payment && !withdrawal && order.request?.status === 'open' ? order.request : null;
  const settled = withdrawal ?? openRequest;
  const isReturn = withdrawal !== undefined || openRequest?.kind === 'return';
  const selection = useRefundSelection(order, settled && isReturn ? settled.lines : [], withdrawal !== undefined);
  const isByAmount = !hasItems || selection.isEmpty;
  const [amount, setAmount] = useState(toAmountInput(refundable, currency));
  const form = useForm({
    onSubmit: async (values) => {
      const body = {
        amount: parseNumber(readField(values, 'amount')) ?? Number.NaN,
        ...(hasItems && selection.body),
        reason: readField(values, 'reason'),
        restock: values.has('restock'),
        ...(payment && { payment: payment._id }),
        ...(values.has('toStoreCredit') && { toStoreCredit: true }),
        version: order.version,
        ...(settled && values.has('approve') && { request: settled._id }),
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
        <p className="-mt-2 text-soft">{words.refundable(formatPrice(refundable, currency))}</p>
        {hasItems && <RefundItems order={order} selection={selection} error={errors.shipping} />}
        <TextField
          label={words.amount}
          name="amount"
          hint={isByAmount ? words.amountHint(currency, formatTypedExample()) : words.amountOfItems}
          error={errors.amount}
          inputMode="decimal"
          autoComplete="off"
          value={isByAmount ? amount : toAmountInput(selection.amount, currency)}
          readOnly={!isByAmount}
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
        {!payment && order.stock === 'sold' && isByAmount && (
          <SwitchField name="restock" label={words.restock} hint={words.restockHint} defaultChecked={openRequest?.kind === 'cancel'} />
        )}
        {hasItems && order.balance && <p className="text-small text-soft">{words.refundBalance}</p>}
        {hasItems && order.buyer._id !== null && (
          <SwitchField name="toStoreCredit" label={words.toStoreCredit} hint={words.toStoreCreditHint} />
        )}
        {settled && (
          <SwitchField
            name="approve"
            label={withdrawal ? withdrawalNotices.settles : words.approves}
            hint={withdrawal ? withdrawalNotices.settlesHint : words.approvesHint}
            defaultChecked
          />
        )}
        <DialogButtons state={form} label={words.submitRefund} isDanger close={close} />
      </Form>
    </Dialog>
  );
}
