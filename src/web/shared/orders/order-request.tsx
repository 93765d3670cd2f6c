/** A customer's request about an order (to cancel it, or to return something), and the form to make one. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { requestGuestOrderChange } from '../../../contract/guest-order.ts';
import { REASON_MAX_LENGTH } from '../../../contract/limits.ts';
import { requestOrderChange } from '../../../contract/order.ts';
import type { Order } from '../../../contract/order-fields.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { TextArea, TextField } from '../../kit/field.tsx';
import { Form, SubmitButton } from '../forms/form.tsx';
import { readField, useForm } from '../hooks/use-form.ts';
import { common } from '../messages/common.ts';
import { orderRequests as words } from '../messages/orders.ts';
import { useShop } from '../shop-data.ts';

type Kind = NonNullable<Order['request']>['kind'];

interface OrderRequestProps {
  order: Order;
  signature: string | null;
  reload: () => Promise<void>;
}

/** How many of a line can still be returned. */
const countLeft = ({ quantity, returnable = quantity }: Order['lines'][number]) => returnable;

function findAllowedKind({ status, request, lines }: Order): Kind | null {
  if (request?.status === 'open') return null;
  if (status === 'paid' || status === 'review') return 'cancel';
  return (status === 'shipped' || status === 'delivered') && lines.some((line) => countLeft(line) > 0) ? 'return' : null;
}

/** Where the customer will find the shop's answer. */
const useAnswered = () => (useShop().settings.emailsLinks ? words.answered.byEmail : words.answered.here);

export function OrderRequest({ order, signature, reload }: OrderRequestProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { request } = order;
  const kind = findAllowedKind(order);
  const answered = useAnswered();
  if (!request && !kind) return null;
  return (
    <div className="mt-5 border-t border-line pt-4 print:hidden">
      {request && (
        <div role="status" className="mb-3">
          <p className="font-[560]">
            {words[request.status][request.kind]} {request.status === 'open' && answered}
          </p>
          {request.answer && (
            <p dir="auto" className="mt-1 text-left break-words whitespace-pre-line text-soft">
              {request.answer}
            </p>
          )}
        </div>
      )}
      {kind && (
        <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
          {words.ask[kind]}
        </Button>
      )}
      {kind && isOpen && (
        <Dialog title={words.ask[kind]} close={() => setIsOpen(false)} closeLabel={common.close}>
          <RequestForm
            order={order}
            signature={signature}
            kind={kind}
            onSent={async () => {
              toast.success(words.sent);
              setIsOpen(false);
              await reload();
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

interface RequestFormProps extends Pick<OrderRequestProps, 'order' | 'signature'> {
  kind: Kind;
  onSent: () => Promise<void>;
}

/** The lines to return, by position. */
const readLines = (values: FormData, { lines }: Order) =>
  lines.map((_line, line) => ({ line, quantity: Number(readField(values, `quantity-${line}`)) })).filter(({ quantity }) => quantity !== 0);

function RequestForm({ order, signature, kind, onSent }: RequestFormProps) {
  const form = useForm({
    onSubmit: async (values) => {
      const lines = kind === 'return' ? readLines(values, order) : [];
      const body = { kind, reason: readField(values, 'reason'), lines };
      const params = { id: order._id };
      if (signature) await api(requestGuestOrderChange, { params, body: { ...body, signature } });
      else await api(requestOrderChange, { params, body });
      await onSent();
      return 'leave';
    },
  });
  const answered = useAnswered();
  // Items that were refunded or returned aren't offered.
  const returnable = order.lines.map((it, line) => ({ ...it, line, left: countLeft(it) })).filter(({ left }) => left > 0);
  return (
    <Form state={form} label={words.ask[kind]}>
      <p className="-mt-2 text-soft">
        {words.hint[kind]} {answered}
      </p>
      {kind === 'return' &&
        returnable.map(({ name, line, left }) => (
          <TextField
            key={line}
            label={words.quantity(name)}
            hint={words.ordered(order.lines[line]?.quantity ?? left, left)}
            name={`quantity-${line}`}
            type="number"
            min={0}
            max={left}
            required
            defaultValue={returnable.length === 1 ? left : 0}
          />
        ))}
      <TextArea label={words.reason} name="reason" error={form.errors.reason} rows={3} dir="auto" required maxLength={REASON_MAX_LENGTH} />
      <SubmitButton state={form}>{words.send}</SubmitButton>
    </Form>
  );
}
