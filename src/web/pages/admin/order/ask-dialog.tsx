/** The question before each action, with what has to be said along with it. A refusal stays in the dialog. */
import {
  type AdminOrder,
  acceptOrder,
  CARRIER_MAX_LENGTH,
  deliverOrder,
  REASON_MAX_LENGTH,
  shipOrder,
  TRACKING_MAX_LENGTH,
} from '../../../../contract/order.ts';
import { api } from '../../../api.ts';
import { Form } from '../../../components/form.tsx';
import { SureDialog } from '../../../components/sure-dialog.tsx';
import { adminOrder as words } from '../../../messages.orders.ts';
import { common } from '../../../messages.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { textOf, useForm } from '../../../use-form.ts';
import type { Action } from './can.ts';
import { DialogButtons } from './dialog-buttons.tsx';
import { RefundDialog } from './refund-dialog.tsx';

export interface AskProps {
  order: AdminOrder;
  /** Closes the dialog, says so, and shows the order as it is then. */
  finish: (said: { done: string } | { warning: string }) => Promise<void>;
  /** Somebody else may have been faster: the page behind is brought up to date. */
  refused: () => void;
  close: () => void;
}

export function AskDialog({ action, ...props }: AskProps & { action: Action }) {
  switch (action) {
    case 'ship':
      return <ShipDialog {...props} />;
    case 'deliver':
      return <DeliverDialog {...props} />;
    case 'accept':
      return <AcceptDialog {...props} />;
    case 'refund':
      return <RefundDialog {...props} />;
  }
}

function ShipDialog({ order, finish, refused, close }: AskProps) {
  const form = useForm({
    send: async (values) => {
      const body = { carrier: textOf(values, 'carrier'), tracking: textOf(values, 'tracking') };
      await api(shipOrder, { params: { id: order._id }, body });
      await finish({ done: words.shipped });
      return 'leave';
    },
    onFailure: () => {
      refused();
      return undefined;
    },
  });
  const { errors } = form;
  return (
    <Dialog title={words.ship} close={close} closeLabel={common.close}>
      <Form state={form}>
        <p className="-mt-2 text-soft">{words.shipHint}</p>
        <TextField label={words.carrier} name="carrier" error={errors.carrier} required maxLength={CARRIER_MAX_LENGTH} autoComplete="off" />
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

function DeliverDialog({ order, finish, refused, close }: AskProps) {
  const act = async () => {
    await api(deliverOrder, { params: { id: order._id } });
    await finish({ done: words.delivered });
  };
  return (
    <SureDialog
      title={words.askDeliver(order.number)}
      hint={words.deliverHint}
      label={words.deliver}
      isHarmless
      act={act}
      onRefused={refused}
      close={close}
    />
  );
}

function AcceptDialog({ order, finish, refused, close }: AskProps) {
  const form = useForm({
    send: async (values) => {
      await api(acceptOrder, { params: { id: order._id }, body: { why: textOf(values, 'why') } });
      await finish({ done: words.accepted });
      return 'leave';
    },
    onFailure: () => {
      refused();
      return undefined;
    },
  });
  return (
    <Dialog title={words.accept} close={close} closeLabel={common.close}>
      <Form state={form}>
        <p className="-mt-2 text-soft">{words.acceptHint}</p>
        <TextArea
          label={words.why}
          name="why"
          hint={words.whyHint}
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
