/** A question with a yes and a no. Apart from dialog.tsx: the first page has other dialogs, but asks nothing. */
import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { DialogBase } from './dialog.tsx';

interface ConfirmDialogProps {
  /** The question. */
  title: string;
  /** What follows from a yes. */
  children: ReactNode;
  /** Why it didn't work, after a try. */
  error?: string | null;
  isBusy?: boolean;
  /** Nothing is lost by a yes. */
  isHarmless?: boolean;
  close: () => void;
  confirm: () => void;
  cancelLabel: string;
  confirmLabel: string;
}

/** Asks before something is gone for good; a press beside it is no answer. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, error, isBusy = false, isHarmless = false, close, confirm, cancelLabel, confirmLabel } = props;
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
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={close}>
            {cancelLabel}
          </Button>
          <Button variant={isHarmless ? 'primary' : 'danger'} busy={isBusy} onClick={confirm}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </DialogBase>
  );
}
