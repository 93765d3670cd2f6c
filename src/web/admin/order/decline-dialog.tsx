import { REASON_MAX_LENGTH } from '../../../contract/limits.ts';
import { declineOrderRequest } from '../../../contract/order-request.ts';
import { api } from '../../api.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { TextArea } from '../../kit/field.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { useShop } from '../../shared/hooks/use-shop.ts';
import { common } from '../../shared/messages/common.ts';
import { adminOrder as words } from '../orders/messages.ts';
import { DialogButtons } from './dialog-buttons.tsx';
import type { OrderActionDialogProps } from './order-action-dialog-props.ts';

/** Declines the customer's open request, in the shop's own words. */
export function DeclineDialog({ order, finish, onError, close }: OrderActionDialogProps) {
  const { emailsLinks } = useShop().settings;
  const form = useForm({
    onSubmit: async (values) => {
      const body = { request: order.request?._id ?? '', answer: readField(values, 'answer') };
      await api(declineOrderRequest, { params: { id: order._id }, body });
      await finish({ done: words.requestDeclined });
      return 'leave';
    },
    onFailure: onError,
  });
  return (
    <Dialog title={words.decline} close={close} closeLabel={common.close}>
      <Form state={form}>
        <p className="-mt-2 text-soft">{emailsLinks ? words.declineHint : words.declineHintUnsent}</p>
        <TextArea label={words.answer} name="answer" error={form.errors.answer} rows={3} required maxLength={REASON_MAX_LENGTH} />
        <DialogButtons state={form} label={words.decline} isDanger close={close} />
      </Form>
    </Dialog>
  );
}
