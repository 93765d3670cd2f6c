/** What the team writes down about a customer: newest first, each with who and when. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { addCustomerNote, type CustomerNote, deleteCustomerNote } from '../../../../contract/account.ts';
import { NOTE_MAX_LENGTH } from '../../../../contract/limits.ts';
import { api } from '../../../api.ts';
import { TextArea } from '../../../kit/field.tsx';
import { Panel } from '../../../kit/panel.tsx';
import { ConfirmActionDialog } from '../../../shared/forms/confirm-action-dialog.tsx';
import { Form, SubmitButton } from '../../../shared/forms/form.tsx';
import { readField, useForm } from '../../../shared/hooks/use-form.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { formatDateTime } from '../../parts/format-date.ts';
import { customer as words } from '../messages.ts';
import type { CustomerPanelProps } from './customer-panel-props.ts';

export function CustomerNotes({ customer: { _id, notes }, reload }: CustomerPanelProps) {
  const [deleted, setDeleted] = useState<CustomerNote | null>(null);
  const form = useForm({
    onSubmit: async (values) => {
      await api(addCustomerNote, { params: { id: _id }, body: { text: readField(values, 'text') } });
      form.ref.current?.reset();
      toast.success(words.noteAdded);
      await reload();
      return 'stay';
    },
  });
  const handleDelete = async () => {
    if (deleted) await api(deleteCustomerNote, { params: { id: _id, note: deleted._id } });
    setDeleted(null);
    toast.success(words.noteDeleted);
    await reload();
  };

  return (
    <Panel title={words.notes} hint={words.notesHint}>
      <Form state={form} className="gap-3">
        <TextArea label={words.note} name="text" error={form.errors.text} rows={2} required maxLength={NOTE_MAX_LENGTH} />
        <div>
          <SubmitButton state={form} variant="secondary">
            {words.addNote}
          </SubmitButton>
        </div>
      </Form>
      {notes.length === 0 && <p className="mt-4 text-soft">{words.noNotes}</p>}
      <ul className="mt-2 divide-y divide-line">
        {notes.map((note) => (
          <Note key={note._id} note={note} onDelete={() => setDeleted(note)} />
        ))}
      </ul>
      {deleted && (
        <ConfirmActionDialog
          title={words.confirmDeleteNote}
          hint={words.confirmDeleteNoteHint}
          confirmLabel={words.deleteNote}
          onConfirm={handleDelete}
          close={() => setDeleted(null)}
        />
      )}
    </Panel>
  );
}

function Note({ note: { by, text, createdAt }, onDelete }: { note: CustomerNote; onDelete: () => void }) {
  const at = formatDateTime(createdAt);
  return (
    <li className="py-3">
      <p dir="auto" className="text-left wrap-anywhere whitespace-pre-line">
        {text}
      </p>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-2 text-small text-soft">
        <span className="tabular-nums">{words.noteBy(by, at)}</span>
        <ActionButton variant="danger-quiet" size="small" aria-label={words.deleteNoteLabel(by, at)} onClick={onDelete}>
          {words.deleteNote}
        </ActionButton>
      </div>
    </li>
  );
}
