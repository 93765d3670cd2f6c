/** Sets a new day for one order or for several, and tells their customers. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { DELAY_DAYS_MAX, NOTE_MAX_LENGTH } from '../../../contract/limits.ts';
import { delayOrders } from '../../../contract/order-delay.ts';
import type { AdminOrder } from '../../../contract/order-fields.ts';
import { addDays, toDay } from '../../../contract/time-zone.ts';
import { api } from '../../api.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { SwitchField, TextArea, TextField } from '../../kit/field.tsx';
import { getTimeZone } from '../../shared/format.ts';
import { Form } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { common } from '../../shared/messages/common.ts';
import { useShop } from '../../shared/shop-data.ts';
import { delays as words } from './delay-messages.ts';
import { DialogButtons } from './dialog-buttons.tsx';

interface DelayDialogProps {
  orders: AdminOrder[];
  /** Those that have the new day; the others stay in the dialog with their reason. */
  onDone: (changed: AdminOrder[]) => void;
  close: () => void;
}

export function DelayDialog({ orders, onDone, close }: DelayDialogProps) {
  const { emailsLinks } = useShop().settings;
  const [isUnknown, setIsUnknown] = useState(false);
  const [failed, setFailed] = useState<{ order: AdminOrder; message: string }[]>([]);
  const today = toDay(new Date(), getTimeZone());
  const form = useForm({
    onSubmit: async (values) => {
      const body = {
        orders: orders.map(({ _id }) => _id),
        day: isUnknown ? null : readField(values, 'day'),
        message: readField(values, 'message'),
      };
      const { results } = await api(delayOrders, { body });
      const refused = orders.flatMap((order) => {
        const error = results.find((it) => it.order === order._id)?.error;
        return error ? [{ order, message: error.message }] : [];
      });
      const changed = orders.filter((order) => !refused.some((it) => it.order === order));
      setFailed(refused);
      if (changed.length) {
        toast.success(words.done(changed.length));
        onDone(changed);
      }
      return refused.length ? 'stay' : 'leave';
    },
  });
  return (
    <Dialog title={words.setTitle(orders.length)} close={close} closeLabel={common.close}>
      <Form state={form}>
        <p className="-mt-2 text-soft">{emailsLinks ? words.hint : words.hintUnsent}</p>
        {!isUnknown && (
          <TextField
            label={words.day}
            name="day"
            type="date"
            hint={words.dayHint}
            min={addDays(today, 1)}
            max={addDays(today, DELAY_DAYS_MAX)}
            error={form.errors.day}
            required
          />
        )}
        <SwitchField
          label={words.unknown}
          hint={words.unknownHint}
          name="unknown"
          checked={isUnknown}
          onChange={(event) => setIsUnknown(event.target.checked)}
        />
        <TextArea
          label={words.message}
          name="message"
          hint={words.messageHint}
          error={form.errors.message}
          rows={3}
          maxLength={NOTE_MAX_LENGTH}
        />
        <div role="alert">
          {failed.length > 0 && (
            <>
              <p className="font-[560] text-caution">{words.failed(failed.length)}</p>
              <ul className="text-small">
                {failed.map(({ order, message }) => (
                  <li key={order._id}>
                    {words.order(order.number)}: {message}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
        <DialogButtons state={form} label={words.submit} close={close} />
      </Form>
    </Dialog>
  );
}
