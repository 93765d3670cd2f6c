/** Asks, does it, and tells how it went. A refusal stays in the dialog, with the server's reason. */
import { type ReactNode, useState } from 'react';
import { isApiError } from '../api.ts';
import { common } from '../messages/common.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface ConfirmActionDialogProps {
  title: string;
  hint: ReactNode;
  /** On the button that does it. */
  label: string;
  /** On the button that doesn't. */
  cancelLabel?: string;
  isHarmless?: boolean;
  /** Closes the dialog once it is done; what it throws is told. */
  onConfirm: () => Promise<void>;
  onError?: () => void;
  close: () => void;
}

export function ConfirmActionDialog({
  title,
  hint,
  label,
  cancelLabel = common.cancel,
  isHarmless,
  onConfirm,
  onError,
  close,
}: ConfirmActionDialogProps) {
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
      error={error}
      isBusy={isBusy}
      {...(isHarmless && { isHarmless })}
      close={close}
      confirm={() => void confirm()}
      cancelLabel={cancelLabel}
      confirmLabel={label}
    >
      {hint}
    </ConfirmDialog>
  );
}
