/** A secret in the dialog that shows it, once. */
import type { ReactNode } from 'react';
import toast from 'react-hot-toast/headless';
import { Button } from '../../kit/button.tsx';
import { apiKeys as words } from '../api-keys/messages.ts';

interface ShownOnceProps {
  value: string;
  hint: string;
  close: () => void;
  /** Below it: how it is used. */
  children?: ReactNode;
}

export function ShownOnce({ value, hint, close, children }: ShownOnceProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toast.success(words.copied);
    } catch {
      // Without https, or without permission.
      toast.error(words.copyFailed);
    }
  };
  return (
    <div role="status" className="flex flex-col gap-4">
      <p className="text-soft">{hint}</p>
      <code className="block select-all rounded-control bg-accent-ground p-4 wrap-anywhere">{value}</code>
      {children}
      <div className="flex gap-2">
        <Button onClick={() => void copy()}>{words.copy}</Button>
        <Button variant="secondary" onClick={close}>
          {words.done}
        </Button>
      </div>
    </div>
  );
}
