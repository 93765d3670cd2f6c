/** What came by hand for an order: all of it, or a part. */
import { useState } from 'react';
import { toCents, toDollars } from '../../../contract/money.ts';
import type { AdminOrder } from '../../../contract/order-fields.ts';
import { bookPayment, PAYMENT_NOTE_MAX_LENGTH } from '../../../contract/order-payment.ts';
import { toDay } from '../../../contract/time-zone.ts';
import { api, isApiError } from '../../api.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { formatPrice } from '../../shared/format.ts';
import { Form } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { common } from '../../shared/messages/common.ts';
import { useShop } from '../../shared/shop-data.ts';
import { adminOrder as words } from '../orders/messages.ts';
import { parseNumber, toAmountInput } from '../parts/values.ts';
import { DialogButtons, type OrderActionDialogProps } from './dialog-buttons.tsx';

function calculateLeft({ total, balance, payments, paidAt }: AdminOrder): number {
  if (paidAt !== null) return 0;
  const part = payments.find(({ extra, state }) => !extra && state === 'processing');
  return toDollars(toCents(balance?.due ?? total) - toCents(part?.amount ?? 0));
}

export function BookPaymentDialog({ order, finish, onError, close }: OrderActionDialogProps) {
  const { currency, status } = order;
  const left = calculateLeft(order);
  const isOver = status === 'cancelled' || status === 'expired';
  /** Asked for only once the server has said that it is too much, or too late. */
  const [isSurplus, setIsSurplus] = useState(false);
  const today = toDay(new Date(), useShop().settings.shop.timeZone);
  const form = useForm({
    onSubmit: async (values) => {
      const note = readField(values, 'note');
      const body = {
        amount: parseNumber(readField(values, 'amount')) ?? Number.NaN,
        receivedOn: readField(values, 'receivedOn'),
        ...(note && { note }),
        ...(values.has('booksSurplus') && { booksSurplus: true }),
        ...(values.has('reopens') && { reopens: true }),
        version: order.version,
      };
      try {
        await api(bookPayment, { params: { id: order._id }, body });
      } catch (error) {
        if (isApiError(error) && error.code === 'payment_mismatch') setIsSurplus(true);
        throw error;
      }
      await finish({ done: words.booked });
      return 'leave';
    },
    onFailure: onError,
  });
  const { errors } = form;
  return (
    <Dialog title={words.book} close={close} closeLabel={common.close}>
      <Form state={form}>
        <p className="-mt-2 text-soft">{words.bookHint(formatPrice(left, currency))}</p>
        <TextField
          label={words.bookAmount(currency)}
          name="amount"
          inputMode="decimal"
          required
          defaultValue={toAmountInput(left, currency)}
          error={errors.amount}
          autoComplete="off"
        />
        <TextField
          label={words.bookDay}
          name="receivedOn"
          type="date"
          required
          defaultValue={today}
          max={today}
          error={errors.receivedOn}
        />
        <TextField
          label={words.bookNote}
          name="note"
          hint={words.bookNoteHint}
          maxLength={PAYMENT_NOTE_MAX_LENGTH}
          error={errors.note}
          autoComplete="off"
        />
        {isOver && (
          <label className="flex min-h-11 items-center gap-3">
            <input type="checkbox" name="reopens" className="size-5 shrink-0 accent-accent" />
            {words.bookReopens}
          </label>
        )}
        {isSurplus && (
          <label className="flex min-h-11 items-center gap-3">
            <input type="checkbox" name="booksSurplus" className="size-5 shrink-0 accent-accent" />
            {words.bookSurplus}
          </label>
        )}
        <DialogButtons state={form} label={words.book} close={close} />
      </Form>
    </Dialog>
  );
}
