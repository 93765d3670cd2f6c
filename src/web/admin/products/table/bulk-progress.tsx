/** The progress of a bulk edit and, once it is done, its result. The edit continues even if nobody looks. */
import { useEffect, useEffectEvent, useState } from 'react';
import { type BulkEdit, type BulkRefusal, readBulkEdit, undoBulkEdit } from '../../../../contract/bulk-edit.ts';
import { api } from '../../../api.ts';
import { Progress } from '../../../kit/status.tsx';
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
  const [edit, setEdit] = useState(started);
  const [refusals, setRefusals] = useState<{ _id: string; name: string; reason: BulkRefusal }[]>([]);
  const [error, setError] = useState<string | null>(null);
  const onDone = useEffectEvent(onChanged);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const poll = async () => {
      try {
        const read = await api(readBulkEdit, { params: { id: edit._id } });
        if (isOver) return;
        setError(null);
        setEdit(read.edit);
        setRefusals(read.refusals);
        if (read.edit.status === 'done') return onDone();
      } catch (thrown) {
        if (isOver) return;
        // It goes on without us: asked again.
        setError(thrown instanceof Error ? thrown.message : null);
      }
      timer = setTimeout(() => void poll(), POLL_MS);
    };
    void poll();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [edit._id]);

  const undo = async () => {
    try {
      const { edit: undone } = await api(undoBulkEdit, { params: { id: edit._id } });
      setRefusals([]);
      setEdit(undone);
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : null);
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
      {error && <p role="alert">{error}</p>}
      {canUndo && (
        <ActionButton variant="secondary" className="self-start" onClick={() => void undo()}>
          {words.undo}
        </ActionButton>
      )}
    </div>
  );
}
