/** Asks, does it, and tells how it went. A refusal stays in the dialog, with the server's reason. */
import { type ReactNode, useState } from 'react';
import { isApiError } from '../api.ts';
import { common } from '../messages.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';

interface SureDialogProps {
  title: string;
  hint: ReactNode;
  /** On the button that does it. */
  label: string;
  /** On the button that doesn't. */
  keepLabel?: string;
  isHarmless?: boolean;
  /** Closes the dialog once it is done; what it throws is told. */
  act: () => Promise<void>;
  onRefused?: () => void;
  close: () => void;
}

export function SureDialog({ title, hint, label, keepLabel = common.cancel, isHarmless, act, onRefused, close }: SureDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const confirm = async () => {
    setIsBusy(true);
    setError(null);
    try {
      await act();
    } catch (thrown) {
      if (!isApiError(thrown)) console.error(thrown);
      setError(thrown instanceof Error ? thrown.message : common.shopDown);
      setIsBusy(false);
      onRefused?.();
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
      cancelLabel={keepLabel}
      confirmLabel={label}
    >
      {hint}
    </ConfirmDialog>
  );
}
