/** A dialog for each action, with the fields it needs. Errors stay in the dialog. */

import { CARRIER_MAX_LENGTH, REASON_MAX_LENGTH, TRACKING_MAX_LENGTH } from '../../../contract/limits.ts';
import { acceptOrder, declineOrderRequest, endCheckout } from '../../../contract/order-admin.ts';
import { CARRIER_NAMES, deliverOrder, shipOrder } from '../../../contract/order-shipping.ts';
import type { Withdrawal } from '../../../contract/withdrawal-fields.ts';
import { api } from '../../api.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { TextArea, TextField } from '../../kit/field.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { common } from '../../shared/messages/common.ts';
import { useShop } from '../../shared/shop-data.ts';
import { adminOrder as words } from '../orders/messages.ts';
import { BookPaymentDialog } from './book-payment-dialog.tsx';
import { DialogButtons, type OrderActionDialogProps } from './dialog-buttons.tsx';
import type { OrderAction } from './order-actions.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { withdrawalNotices } from './withdrawal-messages.ts';

/** Declines the customer's open request, or a late withdrawal, in the shop's own words. */
export function DeclineDialog({ order, withdrawal, finish, onError, close }: OrderActionDialogProps & { withdrawal?: Withdrawal }) {
  const { emailsLinks } = useShop().settings;
  const title = withdrawal ? withdrawalNotices.decline : words.decline;
  const form = useForm({
    onSubmit: async (values) => {
      const body = { request: (withdrawal ?? order.request)?._id ?? '', answer: readField(values, 'answer') };
      await api(declineOrderRequest, { params: { id: order._id }, body });
      await finish({ done: withdrawal ? withdrawalNotices.declined : words.requestDeclined });
      return 'leave';
    },
    onFailure: onError,
  });
  return (
    <Dialog title={title} close={close} closeLabel={common.close}>
      <Form state={form}>
        <p className="-mt-2 text-soft">{emailsLinks ? words.declineHint : words.declineHintUnsent}</p>
        <TextArea label={words.answer} name="answer" error={form.errors.answer} rows={3} required maxLength={REASON_MAX_LENGTH} />
        <DialogButtons state={form} label={title} isDanger close={close} />
      </Form>
    </Dialog>
  );
}

export function OrderActionDialog({ action, ...props }: OrderActionDialogProps & { action: OrderAction }) {
  switch (action) {
    case 'book':
      return <BookPaymentDialog {...props} />;
    case 'ship':
      return <ShipDialog {...props} />;
    case 'deliver':
      return <DeliverDialog {...props} />;
    case 'accept':
      return <AcceptDialog {...props} />;
    case 'refund':
      return <RefundDialog {...props} />;
    case 'end':
      return <EndDialog {...props} />;
    case 'decline':
      return <DeclineDialog {...props} />;
  }
}

function ShipDialog({ order, finish, onError, close }: OrderActionDialogProps) {
  const form = useForm({
    onSubmit: async (values) => {
      const body = { carrier: readField(values, 'carrier'), tracking: readField(values, 'tracking'), version: order.version };
      await api(shipOrder, { params: { id: order._id }, body });
      await finish({ done: words.shipped });
      return 'leave';
    },
    onFailure: onError,
  });
  const { errors } = form;
  return (
    <Dialog title={words.ship} close={close} closeLabel={common.close}>
      <Form state={form}>
        <p className="-mt-2 text-soft">{words.shipHint}</p>
        <TextField
          label={words.carrier}
          name="carrier"
          hint={words.carrierHint}
          error={errors.carrier}
          required
          maxLength={CARRIER_MAX_LENGTH}
          list="carriers"
          autoComplete="off"
        />
        <datalist id="carriers">
          {CARRIER_NAMES.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <TextField
          label={words.tracking}
          name="tracking"
          hint={words.trackingHint}
          error={errors.tracking}
          maxLength={TRACKING_MAX_LENGTH}
          autoComplete="off"
        />
        <DialogButtons state={form} label={words.ship} close={close} />
      </Form>
    </Dialog>
  );
}

function DeliverDialog({ order, finish, onError, close }: OrderActionDialogProps) {
  const handleConfirm = async () => {
    await api(deliverOrder, { params: { id: order._id } });
    await finish({ done: words.delivered });
  };
  return (
    <ConfirmActionDialog
      title={words.confirmDeliver(order.number)}
      hint={words.deliverHint}
      confirmLabel={words.deliver}
      isDestructive={false}
      onConfirm={handleConfirm}
      onError={onError}
      close={close}
    />
  );
}

function EndDialog({ order, finish, onError, close }: OrderActionDialogProps) {
  const handleConfirm = async () => {
    await api(endCheckout, { params: { id: order._id } });
    await finish({ done: order.number === null ? words.ended : words.endedOrder });
  };
  return (
    <ConfirmActionDialog
      title={order.number === null ? words.confirmEnd : words.confirmEndOrder(order.number)}
      hint={order.number === null ? words.endHint : words.endOrderHint}
      confirmLabel={order.number === null ? words.end : words.endOrder}
      onConfirm={handleConfirm}
      onError={onError}
      close={close}
    />
  );
}

function AcceptDialog({ order, finish, onError, close }: OrderActionDialogProps) {
  const form = useForm({
    onSubmit: async (values) => {
      await api(acceptOrder, { params: { id: order._id }, body: { why: readField(values, 'why'), version: order.version } });
      await finish({ done: words.accepted });
      return 'leave';
    },
    onFailure: onError,
  });
  return (
    <Dialog title={words.accept} close={close} closeLabel={common.close}>
      <Form state={form}>
        <p className="-mt-2 text-soft">{words.acceptHint}</p>
        <TextArea
          label={words.acceptReason}
          name="why"
          hint={words.acceptReasonHint}
          error={form.errors.why}
          rows={3}
          required
          maxLength={REASON_MAX_LENGTH}
        />
        <DialogButtons state={form} label={words.accept} close={close} />
      </Form>
    </Dialog>
  );
}
