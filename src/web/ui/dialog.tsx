/** Dialogs over the page: the browser's own, so they keep the focus, close on Escape and give the focus back. */
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { CloseIcon } from './icons.tsx';

/** `card` stands in the middle, `sheet` comes from below, `drawer` from the side, `screen` takes it all. */
export type DialogShape = 'card' | 'sheet' | 'drawer' | 'screen';

const SHAPES: Record<DialogShape, string> = {
  card: 'm-auto max-sm:mb-4 w-[calc(100%-2rem)] max-w-form max-h-[calc(100dvh-2rem)] rounded-card border border-line starting:translate-y-2',
  sheet: 'mt-auto mx-auto mb-0 w-full max-w-text max-h-[88dvh] rounded-t-picture border border-line starting:translate-y-10',
  drawer: 'ml-auto mr-0 my-0 h-dvh max-h-none w-[min(22rem,88vw)] border-l border-line starting:translate-x-10',
  screen: 'm-0 h-dvh max-h-none w-screen max-w-none',
};

interface FrameProps {
  labelledBy: string;
  shape: DialogShape;
  role?: 'alertdialog';
  /** A press beside it closes it. */
  isDismissable: boolean;
  close: () => void;
  children: ReactNode;
}

/** Open while it is rendered. */
function Frame({ labelledBy, shape, role, isDismissable, close, children }: FrameProps) {
  const root = useRef<HTMLDialogElement>(null);

  // Closed before it leaves the page: only then the focus goes back to where it came from.
  useLayoutEffect(() => {
    const dialog = root.current;
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
        'overflow-y-auto overscroll-contain bg-raised p-0 text-ink shadow-float transition-[opacity,translate] duration-200 backdrop:bg-shade starting:opacity-0',
        SHAPES[shape],
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
  shape?: DialogShape;
  /** Stays in sight below what scrolls. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A dialog with a heading, what its children bring, and a cross. The focus goes to the first control inside. */
export function Dialog({ title, close, closeLabel, shape = 'card', footer, children }: DialogProps) {
  const id = useId();
  return (
    <Frame labelledBy={id} shape={shape} isDismissable close={close}>
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
    </Frame>
  );
}

interface ConfirmProps {
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
export function ConfirmDialog(props: ConfirmProps) {
  const { title, children, error, isBusy = false, isHarmless = false, close, confirm, cancelLabel, confirmLabel } = props;
  const id = useId();
  return (
    <Frame labelledBy={id} shape="card" role="alertdialog" isDismissable={false} close={close}>
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
    </Frame>
  );
}
