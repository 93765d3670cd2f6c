import { type ReactNode, useState } from 'react';
import { isApiError } from '../../api.ts';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { useRefusal } from '../hooks/use-form.ts';
import { common } from '../messages/common.ts';

interface ConfirmActionDialogProps {
  /** The question. */
  title: string;
  hint: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** False if nothing is lost: then the button isn't red. */
  isDestructive?: boolean;
  /** Runs the action and closes the dialog. If it throws, the dialog stays open and shows the error. */
  onConfirm: () => Promise<void>;
  onError?: () => void;
  close: () => void;
}

/** A confirm dialog that runs its action: busy meanwhile, with the server's reason when it fails. */
export function ConfirmActionDialog(props: ConfirmActionDialogProps) {
  const { title, hint, confirmLabel, cancelLabel = common.cancel, isDestructive = true, onConfirm, onError, close } = props;
  const refusal = useRefusal();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const confirm = async () => {
    setIsBusy(true);
    setError(null);
    try {
      await onConfirm();
    } catch (thrown) {
      if (!isApiError(thrown)) console.error(thrown);
      setError(thrown instanceof Error ? thrown.message : common.serverError);
      setIsBusy(false);
      onError?.();
    }
  };

  return (
    <ConfirmDialog
      title={title}
      error={refusal ?? error}
      isDisabled={refusal !== null}
      isBusy={isBusy}
      isDestructive={isDestructive}
      close={close}
      confirm={() => void confirm()}
      cancelLabel={cancelLabel}
      confirmLabel={confirmLabel}
    >
      {hint}
    </ConfirmDialog>
  );
}
