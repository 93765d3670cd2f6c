/** A note for the team, or a message to the customer, who gets it by email. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { NOTE_MAX_LENGTH } from '../../../contract/limits.ts';
import { addOrderNote } from '../../../contract/order-admin.ts';
import { type AdminOrder, NOTE_AUDIENCES, type OrderNote } from '../../../contract/order-fields.ts';
import { api } from '../../api.ts';
import { SelectField, TextArea } from '../../kit/field.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { adminOrder as words } from '../orders/messages.ts';

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
