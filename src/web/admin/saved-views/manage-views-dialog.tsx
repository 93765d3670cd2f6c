/** Renames, updates and deletes saved views, and chooses the one that a list opens with. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { VIEW_NAME_MAX_LENGTH } from '../../../contract/limits.ts';
import { deleteSavedView, type SavedView, updateSavedView } from '../../../contract/saved-view.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Badge } from '../../kit/status.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { RefusalContext, readField, useForm } from '../../shared/hooks/use-form.ts';
import { common } from '../../shared/messages/common.ts';
import { saveOpensWith, useOpensWith } from '../../state/admin-area.ts';
import { useTeamRole } from '../team/team-role.tsx';
import { savedViews as words } from './messages.ts';
import type { ShownList } from './shown-list.ts';

interface ManageViewsDialogProps {
  shown: ShownList;
  views: SavedView[];
  onChanged: () => Promise<void>;
  close: () => void;
}

export function ManageViewsDialog({ shown, views, onChanged, close }: ManageViewsDialogProps) {
  const [deleted, setDeleted] = useState<SavedView | null>(null);
  const remove = async () => {
    if (deleted) await api(deleteSavedView, { params: { id: deleted._id } });
    await onChanged();
    setDeleted(null);
    toast.success(words.deleted);
  };
  return (
    <Dialog title={words.manage} close={close} closeLabel={words.close}>
      {/* One's own views are changed in any role. */}
      <RefusalContext value={null}>
        {views.length === 0 && <p className="text-soft">{words.none}</p>}
        <ul className="divide-y divide-line">
          {views.map((view) => (
            <ViewRow key={view._id} view={view} shown={shown} onChanged={onChanged} onDelete={() => setDeleted(view)} />
          ))}
        </ul>
        {deleted && (
          <ConfirmActionDialog
            title={words.confirmDelete(deleted.name)}
            hint={deleted.isShared ? words.confirmDeleteSharedHint : words.confirmDeleteHint}
            confirmLabel={words.delete}
            onConfirm={remove}
            close={() => setDeleted(null)}
          />
        )}
      </RefusalContext>
    </Dialog>
  );
}

type ViewRowProps = Omit<ManageViewsDialogProps, 'views' | 'close'> & { view: SavedView; onDelete: () => void };

function ViewRow({ view, shown: { list, query, columns }, onChanged, onDelete }: ViewRowProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const opensWith = useOpensWith(list);
  const mayChange = useTeamRole() === 'owner' || !view.isShared;
  const opensFirst = opensWith?._id === view._id;

  const replace = async () => {
    setIsBusy(true);
    try {
      await api(updateSavedView, { params: { id: view._id }, body: { query, columns: [...columns] } });
      await onChanged();
      toast.success(words.replaced(view.name));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : common.serverError);
    }
    setIsBusy(false);
  };

  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0">
      <p className="flex items-baseline gap-2">
        <bdi className="min-w-0 font-[560] wrap-anywhere">{view.name}</bdi>
        {view.isShared && <Badge>{words.shared}</Badge>}
      </p>
      {isRenaming ? (
        <RenameForm view={view} onChanged={onChanged} close={() => setIsRenaming(false)} />
      ) : (
        <div className="flex flex-wrap gap-1">
          <Button
            variant={opensFirst ? 'secondary' : 'quiet'}
            size="small"
            aria-pressed={opensFirst}
            aria-label={words.opensFirstLabel(view.name)}
            onClick={() => saveOpensWith(list, opensFirst ? null : { _id: view._id, query: view.query })}
          >
            {opensFirst ? words.opensFirst : words.openFirst}
          </Button>
          {mayChange && (
            <>
              <Button variant="quiet" size="small" aria-label={words.renameLabel(view.name)} onClick={() => setIsRenaming(true)}>
                {words.rename}
              </Button>
              <Button variant="quiet" size="small" busy={isBusy} aria-label={words.replaceLabel(view.name)} onClick={() => void replace()}>
                {words.replace}
              </Button>
              <Button variant="danger-quiet" size="small" aria-label={words.deleteLabel(view.name)} onClick={onDelete}>
                {words.delete}
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  );
}

function RenameForm({ view, onChanged, close }: { view: SavedView; onChanged: () => Promise<void>; close: () => void }) {
  const form = useForm({
    onSubmit: async (values) => {
      await api(updateSavedView, { params: { id: view._id }, body: { name: readField(values, 'name') } });
      await onChanged();
      close();
      toast.success(words.renamed);
      return 'leave';
    },
  });
  return (
    <Form state={form} label={words.renameLabel(view.name)} className="gap-3">
      <TextField
        label={words.name}
        name="name"
        defaultValue={view.name}
        error={form.errors.name}
        required
        autoFocus
        maxLength={VIEW_NAME_MAX_LENGTH}
        autoComplete="off"
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton state={form}>{words.rename}</SubmitButton>
        <Button variant="secondary" onClick={close}>
          {words.cancel}
        </Button>
      </div>
    </Form>
  );
}
