/** The progress of a bulk edit and, once it is done, its result. The edit continues even if nobody looks. */
import { useState } from 'react';
import { type BulkEdit, readBulkEdit, undoBulkEdit } from '../../../../contract/bulk-edit.ts';
import { api } from '../../../api.ts';
import { Progress } from '../../../kit/status.tsx';
import { useLoad } from '../../../shared/hooks/use-load.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { bulkEdit as words } from './bulk-edit-messages.ts';
import { Refusals } from './bulk-preview.tsx';

const POLL_MS = 700;

const countDone = ({ changed, unchanged, refused }: BulkEdit) => changed + unchanged + refused;

interface BulkProgressProps {
  started: BulkEdit;
  /** Products have changed. */
  onChanged: () => void;
}

export function BulkProgress({ started, onChanged }: BulkProgressProps) {
  const [watched, setWatched] = useState(started);
  const [undoError, setUndoError] = useState<string | null>(null);
  const { _id: id } = watched;
  const { data, error } = useLoad(
    `bulk edit ${id}`,
    async (api, signal) => {
      const read = await api(readBulkEdit, { params: { id }, signal });
      if (read.edit.status === 'done') onChanged();
      return read;
    },
    // Also after an error: the edit goes on without us.
    { repeat: (last) => last?.edit.status !== 'done' && POLL_MS },
  );
  const read = data?.edit._id === id ? data : null;
  const edit = read?.edit ?? watched;
  const refusals = read?.refusals ?? [];
  const failure = undoError ?? (error instanceof Error ? error.message : null);

  const undo = async () => {
    setUndoError(null);
    try {
      setWatched((await api(undoBulkEdit, { params: { id } })).edit);
    } catch (thrown) {
      setUndoError(thrown instanceof Error ? thrown.message : null);
    }
  };

  const isDone = edit.status === 'done';
  const canUndo = isDone && edit.change.field !== 'undo' && edit.changed > 0 && !edit.isUndone;
  return (
    <div className="flex flex-col gap-4">
      {!isDone && (
        <>
          <Progress label={words.running} value={edit.isAbout ? null : countDone(edit) / Math.max(1, edit.total)} />
          <p className="text-soft tabular-nums">{words.progress(countDone(edit), edit)}</p>
          <p className="text-small text-soft">{words.closeHint}</p>
        </>
      )}
      <div role="status" className="flex flex-col gap-2">
        {isDone && <p className="font-[560]">{(edit.change.field === 'undo' ? words.undoDone : words.done)(edit.changed)}</p>}
        {isDone && edit.unchanged > 0 && <p className="text-soft">{words.unchanged(edit.unchanged)}</p>}
        {edit.refused > 0 && <p className="text-caution">{words.cannot(edit.refused)}</p>}
      </div>
      {refusals.length > 0 && <Refusals refusals={refusals} />}
      {failure && <p role="alert">{failure}</p>}
      {canUndo && (
        <ActionButton variant="secondary" className="self-start" onClick={() => void undo()}>
          {words.undo}
        </ActionButton>
      )}
    </div>
  );
}
