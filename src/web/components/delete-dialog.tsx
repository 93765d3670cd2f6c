/** Asks, deletes, and tells how it went. A refusal stays in the dialog, with the server's reason. */
import toast from 'react-hot-toast';
import type { SuccessResponse } from '../../contract/common.ts';
import { refusal } from '../use-form.ts';
import { SureDialog } from './sure-dialog.tsx';

interface DeleteDialogProps {
  title: string;
  hint: string;
  /** On the button that does it. */
  label: string;
  success: string;
  failure: string;
  remove: () => Promise<SuccessResponse>;
  onDeleted: () => void;
  close: () => void;
}

export function DeleteDialog({ title, hint, label, success, failure, remove, onDeleted, close }: DeleteDialogProps) {
  const act = async () => {
    const done = await remove();
    if (!done.success) throw refusal(done.message);
    toast.success(success);
    close();
    onDeleted();
  };
  return <SureDialog title={title} hint={hint} label={label} act={act} onRefused={() => toast.error(failure)} close={close} />;
}
