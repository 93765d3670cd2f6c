/** Dialogs over the page. They keep the focus, close on Escape, and give the focus back. Only admin pages load this. */
import type { ReactNode } from 'react';
// By their own paths: the server imports these too, and the whole library would cost its first page a second.
import { Dialog, Heading } from 'react-aria-components/Dialog';
import { ModalOverlay, Modal as Sheet } from 'react-aria-components/Modal';
import { Button } from './button.tsx';
import { CloseIcon } from './icons.tsx';

interface ModalProps {
  title: string;
  close: () => void;
  closeLabel: string;
  children: ReactNode;
}

const shade =
  'fixed inset-0 z-50 flex min-h-dvh items-end justify-center overflow-y-auto bg-shade p-4 transition-opacity duration-150 starting:opacity-0 sm:items-center';
const sheet = 'w-full max-w-form rounded-card border border-line bg-raised shadow-float';

/** A dialog, open while it is rendered, with what its children bring, and a cross to close it. */
export function Modal({ title, close, closeLabel, children }: ModalProps) {
  return (
    <ModalOverlay isOpen onOpenChange={(open) => !open && close()} isDismissable className={shade}>
      <Sheet className={sheet}>
        <Dialog className="relative p-6 outline-none">
          <Heading slot="title" className="mb-5 pr-10 text-title">
            {title}
          </Heading>
          <button
            type="button"
            aria-label={closeLabel}
            onClick={close}
            className="absolute top-4 right-4 inline-flex size-10 items-center justify-center rounded-control text-soft hover:bg-line/60 hover:text-ink"
          >
            <CloseIcon size={18} />
          </button>
          {children}
        </Dialog>
      </Sheet>
    </ModalOverlay>
  );
}

interface ConfirmProps {
  /** The question. */
  title: string;
  /** What follows from a yes. */
  children: ReactNode;
  /** Why it didn't work, after a try. */
  error?: string | null;
  isBusy: boolean;
  close: () => void;
  confirm: () => void;
  cancelLabel: string;
  confirmLabel: string;
}

/** Asks before something is gone for good; a click beside it is no answer. */
export function ConfirmDialog({ title, children, error, isBusy, close, confirm, cancelLabel, confirmLabel }: ConfirmProps) {
  return (
    <ModalOverlay isOpen onOpenChange={(open) => !open && close()} className={shade}>
      <Sheet className={sheet}>
        <Dialog role="alertdialog" className="p-6 outline-none">
          <Heading slot="title" className="line-clamp-4 text-title">
            {title}
          </Heading>
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
            <Button variant="danger" busy={isBusy} onClick={confirm}>
              {confirmLabel}
            </Button>
          </div>
        </Dialog>
      </Sheet>
    </ModalOverlay>
  );
}
