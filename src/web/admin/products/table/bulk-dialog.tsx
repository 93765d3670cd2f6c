/** A bulk edit in three steps: what to change, a preview, and the result. */
import { useEffect, useRef, useState } from 'react';
import {
  type BulkChange,
  type BulkEdit,
  type BulkPreview,
  type BulkSelection,
  previewBulkEdit,
  startBulkEdit,
} from '../../../../contract/bulk-edit.ts';
import { api } from '../../../api.ts';
import { Button } from '../../../kit/button.tsx';
import { Dialog } from '../../../kit/dialog.tsx';
import { Form, SubmitButton } from '../../../shared/forms/form.tsx';
import { useForm } from '../../../shared/hooks/use-form.ts';
import { bulkEdit as words } from './bulk-edit-messages.ts';
import { type BulkField, BulkFields, readBulkChange } from './bulk-fields.tsx';
import { BulkProgress, Preview } from './bulk-progress.tsx';

interface BulkDialogProps {
  field: BulkField;
  selection: BulkSelection;
  close: () => void;
  onChanged: () => void;
}

/** Products that weren't examined may change too. */
const canChange = ({ changed, isAbout, examined, total }: BulkPreview) => changed > 0 || isAbout || examined < total;

/** What `by` begins with. */
const FIRST_WAYS: Partial<Record<BulkField, string>> = { price: 'percent', attribute: 'add', tag: 'add', category: 'main' };

interface Previewed {
  /** Id of the edit: if the call is repeated after a lost response, it starts nothing twice. */
  id: string;
  change: BulkChange;
  preview: BulkPreview;
}

export function BulkDialog({ field, selection, close, onChanged }: BulkDialogProps) {
  const [by, setBy] = useState(FIRST_WAYS[field] ?? 'set');
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const [started, setStarted] = useState<BulkEdit | null>(null);
  const ask = useForm({
    onSubmit: async (values) => {
      const change = readBulkChange(field, values);
      setPreviewed({ id: crypto.randomUUID(), change, preview: await api(previewBulkEdit, { body: { ...selection, change } }) });
      return 'stay';
    },
    // The issue's path has the body's name before the field's.
    onFailure: (error) => {
      for (const issue of error.issues)
        issue.path =
          field === 'custom'
            ? issue.path.replace(/^change\./, 'customFields.')
            : field === 'policy'
              ? issue.path.replace(/^change\./, '')
              : (issue.path.split('.').at(-1) ?? issue.path);
      return undefined;
    },
  });
  const apply = useForm({
    onSubmit: async () => {
      if (!previewed) return 'stay';
      const { id, change } = previewed;
      setStarted((await api(startBulkEdit, { body: { id, ...selection, change } })).edit);
      return 'stay';
    },
  });
  const top = useRef<HTMLDivElement>(null);

  // The pressed button has disappeared with the previous step.
  useEffect(() => {
    if (previewed || started) top.current?.focus();
  }, [previewed, started]);

  return (
    <Dialog title={words.titles[field]} close={close} closeLabel={words.close}>
      <div ref={top} tabIndex={-1} className="outline-none">
        {started && <BulkProgress started={started} onChanged={onChanged} />}
        {previewed && !started && (
          <Form state={apply}>
            <Preview preview={previewed.preview} />
            <div className="flex flex-wrap justify-end gap-2">
              <Button variant="quiet" onClick={() => setPreviewed(null)}>
                {words.back}
              </Button>
              {canChange(previewed.preview) && (
                <SubmitButton state={apply} variant={field === 'delete' ? 'danger' : 'primary'}>
                  {words.apply[field]}
                </SubmitButton>
              )}
            </div>
          </Form>
        )}
        {/* Hidden, so that the input is still there when the user goes back. */}
        <div hidden={previewed !== null}>
          <Form state={ask}>
            <BulkFields field={field} by={by} setBy={setBy} errors={ask.errors} />
            <div className="flex flex-wrap justify-end gap-2">
              <Button variant="quiet" onClick={close}>
                {words.cancel}
              </Button>
              <SubmitButton state={ask}>{words.preview}</SubmitButton>
            </div>
          </Form>
        </div>
      </div>
    </Dialog>
  );
}
