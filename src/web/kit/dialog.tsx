/** Modal dialogs by the browser's <dialog>, which traps the focus, closes on Escape and restores the focus. */
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { CloseIcon } from './icons.tsx';

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

/** A question with a yes and a no. Stays open when somebody clicks beside it: an answer is needed. */
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

/** `card` is centered, `sheet` slides in from below, `drawer` from the side, `screen` fills the window. */
export type DialogVariant = 'card' | 'sheet' | 'drawer' | 'screen';

const VARIANTS: Record<DialogVariant, string> = {
  card: 'm-auto max-sm:mb-4 w-[calc(100%-2rem)] max-w-form max-h-[calc(100dvh-2rem)] rounded-card border border-line starting:translate-y-2',
  sheet: 'mt-auto mx-auto mb-0 w-full max-w-text max-h-[88dvh] rounded-t-image border border-line starting:translate-y-10',
  drawer: 'ml-auto mr-0 my-0 h-dvh max-h-none w-[min(22rem,88vw)] border-l border-line starting:translate-x-10',
  screen: 'm-0 h-dvh max-h-none w-screen max-w-none',
};

interface DialogBaseProps {
  labelledBy: string;
  variant: DialogVariant;
  role?: 'alertdialog';
  /** A click on the backdrop closes it. */
  isDismissable: boolean;
  close: () => void;
  className?: string;
  children: ReactNode;
}

/** Sets `--scrollbar-width` for app.css. If another dialog is open, the scroll bar is already gone and can't be measured. */
function keepScrollbarWidth(): void {
  if (document.querySelector('dialog:modal')) return;
  const { clientWidth, style } = document.documentElement;
  style.setProperty('--scrollbar-width', `${window.innerWidth - clientWidth}px`);
}

/** The base of all dialogs; open while it is mounted. */
export function DialogBase({ labelledBy, variant, role, isDismissable, close, className, children }: DialogBaseProps) {
  const root = useRef<HTMLDialogElement>(null);

  // A layout effect closes it before it leaves the document: only then does the browser restore the focus.
  useLayoutEffect(() => {
    const dialog = root.current;
    keepScrollbarWidth();
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for it
    <dialog
      ref={root}
      role={role}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        if (event.target !== root.current) return;
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (isDismissable && event.target === root.current) close();
      }}
      className={classNames(
        'overflow-y-auto overscroll-contain bg-raised p-0 font-normal text-ink shadow-float transition-[opacity,translate] duration-200 backdrop:bg-shade starting:opacity-0',
        VARIANTS[variant],
        className,
      )}
    >
      {children}
    </dialog>
  );
}

interface DialogProps {
  title: string;
  close: () => void;
  closeLabel: string;
  variant?: DialogVariant;
  /** Stays visible below the scrolling content. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A dialog with a heading, its content and a close button. The first control inside gets the focus. */
export function Dialog({ title, close, closeLabel, variant = 'card', footer, children }: DialogProps) {
  const id = useId();
  return (
    <DialogBase labelledBy={id} variant={variant} isDismissable close={close}>
      <div className="flex min-h-full flex-col">
        <h2 id={id} className="p-6 pr-16 pb-4 text-title">
          {title}
        </h2>
        <div className="grow px-6 pb-6">{children}</div>
        {footer && <div className="sticky bottom-0 border-t border-line bg-raised px-6 py-4">{footer}</div>}
      </div>
      <button
        type="button"
        aria-label={closeLabel}
        onClick={close}
        className="absolute top-4 right-4 inline-flex size-10 items-center justify-center rounded-control bg-raised text-soft hover:bg-line/60 hover:text-ink"
      >
        <CloseIcon size={18} />
      </button>
    </DialogBase>
  );
}
