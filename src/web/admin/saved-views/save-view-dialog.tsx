import toast from 'react-hot-toast/headless';
import { VIEW_NAME_MAX_LENGTH } from '../../../contract/limits.ts';
import { createSavedView } from '../../../contract/saved-view.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { RefusalContext, readField, useForm } from '../../shared/hooks/use-form.ts';
import { useTeamRole } from '../team/team-role.tsx';
import { savedViews as words } from './messages.ts';
import type { ShownList } from './shown-list.ts';

interface SaveViewDialogProps {
  shown: ShownList;
  onSaved: () => Promise<void>;
  close: () => void;
}

/** Saves what the list shows, for oneself or, by an owner, for everyone. */
export function SaveViewDialog({ shown: { list, query, columns }, onSaved, close }: SaveViewDialogProps) {
  const isOwner = useTeamRole() === 'owner';
  const form = useForm({
    onSubmit: async (values) => {
      const isShared = values.get('isShared') === 'on';
      const { view } = await api(createSavedView, {
        body: { list, query, columns: [...columns], name: readField(values, 'name'), isShared },
      });
      await onSaved();
      close();
      toast.success(words.saved(view.name));
      return 'leave';
    },
  });
  return (
    <Dialog title={words.save} close={close} closeLabel={words.close}>
      <RefusalContext value={null}>
        <p className="mb-4 text-soft">{words.saveHint}</p>
        <Form state={form} label={words.save}>
          <TextField label={words.name} name="name" error={form.errors.name} required maxLength={VIEW_NAME_MAX_LENGTH} autoComplete="off" />
          {isOwner && (
            <label className="flex min-h-8 items-center gap-3">
              <input type="checkbox" name="isShared" className="size-4.5 accent-accent" />
              {words.forEveryone}
            </label>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="secondary" onClick={close}>
              {words.cancel}
            </Button>
            <SubmitButton state={form}>{words.save}</SubmitButton>
          </div>
        </Form>
      </RefusalContext>
    </Dialog>
  );
}
