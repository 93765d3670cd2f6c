/** Sending again what failed: one, whose button is busy meanwhile, or all, after a question. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { common } from '../../shared/messages/common.ts';
import { ActionButton } from './controls.tsx';

interface ResendOneOptions {
  send: (id: string) => Promise<unknown>;
  /** Said once it is on its way. */
  done: string;
  reload: () => Promise<unknown>;
}

export function useResendOne({ send, done, reload }: ResendOneOptions) {
  const [busyId, setBusyId] = useState<string | null>(null);
  const resend = async (id: string) => {
    setBusyId(id);
    try {
      await send(id);
      toast.success(done);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : common.serverError);
    }
    await reload();
    setBusyId(null);
  };
  return { busyId, resend: (id: string) => void resend(id) };
}

interface ResendAllProps {
  label: string;
  /** The question, and what becomes of those that can't be sent. */
  title: string;
  hint: string;
  /** Returns how many are sent again. */
  send: () => Promise<number>;
  done: (count: number) => string;
  reload: () => Promise<unknown>;
  className?: string;
}

export function ResendAll({ label, title, hint, send, done, reload, className }: ResendAllProps) {
  const [isAsking, setIsAsking] = useState(false);
  const handleConfirm = async () => {
    const count = await send();
    setIsAsking(false);
    toast.success(done(count));
    await reload();
  };
  return (
    <>
      <ActionButton variant="secondary" className={className} onClick={() => setIsAsking(true)}>
        {label}
      </ActionButton>
      {isAsking && (
        <ConfirmActionDialog
          title={title}
          hint={hint}
          confirmLabel={label}
          isDestructive={false}
          onConfirm={handleConfirm}
          close={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
