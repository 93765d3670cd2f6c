/** Asks, deletes, and tells how it went. A refusal stays in the dialog, with the server's reason. */
import toast from 'react-hot-toast';
import type { SuccessResponse } from '../../contract/schemas/common.ts';
import { createValidationError } from '../hooks/use-form.ts';
import { ConfirmActionDialog } from './sure-dialog.tsx';

interface DeleteDialogProps {
  title: string;
  hint: string;
  /** On the button that does it. */
  label: string;
  successMessage: string;
  failureMessage: string;
  deleteItem: () => Promise<SuccessResponse>;
  onDeleted: () => void;
  close: () => void;
}

export function DeleteDialog({ title, hint, label, successMessage, failureMessage, deleteItem, onDeleted, close }: DeleteDialogProps) {
  const handleConfirm = async () => {
    const result = await deleteItem();
    if (!result.success) throw createValidationError(result.message);
    toast.success(successMessage);
    close();
    onDeleted();
  };
  return (
    <ConfirmActionDialog
      title={title}
      hint={hint}
      label={label}
      onConfirm={handleConfirm}
      onError={() => toast.error(failureMessage)}
      close={close}
    />
  );
}
