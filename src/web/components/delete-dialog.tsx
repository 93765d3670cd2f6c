/** Asks, deletes, and tells how it went. A refusal stays in the dialog, with the server's reason. */
import { useState } from 'react';
import toast from 'react-hot-toast';
import type { Done } from '../../contract/common.ts';
import { common } from '../messages.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';

interface DeleteDialogProps {
  title: string;
  hint: string;
  /** On the button that does it. */
  label: string;
  success: string;
  failure: string;
  remove: () => Promise<Done>;
  onDeleted: () => void;
  close: () => void;
}

export function DeleteDialog({ title, hint, label, success, failure, remove, onDeleted, close }: DeleteDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const fail = (reason: string) => {
    toast.error(failure);
    setError(reason);
    setIsBusy(false);
  };

  const confirm = async () => {
    setIsBusy(true);
    setError(null);
    try {
      const done = await remove();
      if (!done.success) return fail(done.message);
    } catch (thrown) {
      console.error(thrown);
      return fail(thrown instanceof Error ? thrown.message : common.shopDown);
    }
    toast.success(success);
    close();
    onDeleted();
  };

  return (
    <ConfirmDialog
      title={title}
      error={error}
      isBusy={isBusy}
      close={close}
      confirm={() => void confirm()}
      cancelLabel={common.cancel}
      confirmLabel={label}
    >
      {hint}
    </ConfirmDialog>
  );
}
