/** A question with a yes and a no. A file of its own, so that pages with other dialogs don't load it. */
import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { DialogBase } from './dialog.tsx';

interface ConfirmDialogProps {
  /** The question. */
  title: string;
  /** What a yes leads to. */
  children: ReactNode;
  /** Why the last try failed. */
  error?: string | null;
  isBusy?: boolean;
  /** `error` says why. */
  isDisabled?: boolean;
  isDestructive?: boolean;
  close: () => void;
  confirm: () => void;
  cancelLabel: string;
  confirmLabel: string;
}

/** Stays open when somebody clicks beside it: an answer is needed. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    error,
    isBusy = false,
    isDisabled = false,
    isDestructive = true,
    close,
    confirm,
    cancelLabel,
    confirmLabel,
  } = props;
  const id = useId();
  return (
    <DialogBase labelledBy={id} variant="card" role="alertdialog" isDismissable={false} close={close}>
      <div className="p-6">
        <h2 id={id} className="line-clamp-4 text-title">
          {title}
        </h2>
        <div className="mt-2 text-soft">{children}</div>
        {error && (
          <p role="alert" className="mt-3 text-danger">
            {error}
          </p>
        )}
        <div className="dialog-buttons mt-6 flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={close}>
            {cancelLabel}
          </Button>
          <Button variant={isDestructive ? 'danger' : 'primary'} busy={isBusy} disabled={isDisabled} onClick={confirm}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </DialogBase>
  );
}
