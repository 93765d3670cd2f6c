/** Every change of the order and every note, newest first: who, when, from, to and why. */
import { type ReactNode, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { NOTE_MAX_LENGTH } from '../../../contract/limits.ts';
import { addOrderNote } from '../../../contract/order-admin.ts';
import { type AdminOrder, NOTE_AUDIENCES, type OrderChange, type OrderNote } from '../../../contract/order-fields.ts';
import { api } from '../../api.ts';
import { SelectField, TextArea } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Badge } from '../../kit/status.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { OrderStatus } from '../../shared/orders/order-status.tsx';
import { adminOrder as words } from '../orders/messages.ts';
import { formatDateTime } from '../parts/values.ts';

/** A note for the team, or a message to the customer, who gets it by email. */
interface NoteFormProps {
  order: AdminOrder;
  onAdded: () => Promise<void>;
}

export function NoteForm({ order, onAdded }: NoteFormProps) {
  const [audience, setAudience] = useState<OrderNote['audience']>('team');
  const form = useForm({
    onSubmit: async (values) => {
      await api(addOrderNote, { params: { id: order._id }, body: { audience, text: readField(values, 'text') } });
      const field = form.ref.current?.elements.namedItem('text');
      if (field instanceof HTMLTextAreaElement) field.value = '';
      toast.success(words.noteAdded[audience]);
      await onAdded();
      return 'stay';
    },
  });
  return (
    <Form state={form} label={words.note} className="mb-5 border-b border-line pb-5">
      <TextArea label={words.noteText} name="text" error={form.errors.text} rows={2} required maxLength={NOTE_MAX_LENGTH} />
      <div className="-mt-2 flex flex-wrap items-end justify-between gap-3">
        {/* A checkout has nobody to write to. */}
        {order.number !== null && (
          <SelectField
            label={words.audience}
            name="audience"
            value={audience}
            onChange={(event) => setAudience(NOTE_AUDIENCES.find((it) => it === event.target.value) ?? 'team')}
            className="grow basis-48 sm:max-w-64"
          >
            {NOTE_AUDIENCES.map((it) => (
              <option key={it} value={it}>
                {words.audiences[it]}
              </option>
            ))}
          </SelectField>
        )}
        <SubmitButton state={form} variant="secondary">
          {words.addNote[audience]}
        </SubmitButton>
      </div>
    </Form>
  );
}

interface OrderHistoryProps {
  order: Pick<AdminOrder, 'history' | 'notes'>;
  /** Below the heading: the form for a note. */
  children: ReactNode;
}

export function OrderHistory({ order: { history, notes }, children }: OrderHistoryProps) {
  const changes = history.map((change) => ({ at: change.at, entry: <ChangeEntry change={change} /> }));
  const written = notes.map((note) => ({ at: note.at, entry: <NoteEntry note={note} /> }));
  // The sort is stable: what happened in one millisecond stays in its order.
  const entries = [...changes, ...written].toSorted((a, b) => a.at.localeCompare(b.at)).toReversed();
  return (
    <Panel title={words.history}>
      {children}
      <ol className="-mb-3 divide-y divide-line">
        {entries.map(({ entry }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two changes can be identical
          <li key={index} className="py-3">
            {entry}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function ChangeEntry({ change: { at, by, from, to, why } }: { change: OrderChange }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {from !== null && from !== to && (
          <>
            <OrderStatus status={from} />
            <span className="text-soft">
              <span aria-hidden="true">→</span>
              <span className="sr-only">{words.becomes}</span>
            </span>
          </>
        )}
        <OrderStatus status={to} />
      </p>
      <p dir="auto" className="mt-1.5 text-left">
        {why}
      </p>
      <Author at={at} by={by} />
    </>
  );
}

function NoteEntry({ note: { at, by, audience, text } }: { note: OrderNote }) {
  return (
    <>
      <p>
        <Badge tone={audience === 'customer' ? 'accent' : 'quiet'}>{words.noteLabels[audience]}</Badge>
      </p>
      <p dir="auto" className="mt-1.5 text-left break-words whitespace-pre-line">
        {text}
      </p>
      <Author at={at} by={by} />
    </>
  );
}

function Author({ at, by }: { at: string; by: string }) {
  return (
    <p className="tabular-nums mt-0.5 text-small text-soft">
      <time dateTime={at}>{formatDateTime(at)}</time> {words.by} <bdi className="font-[560] text-ink">{by}</bdi>
    </p>
  );
}
