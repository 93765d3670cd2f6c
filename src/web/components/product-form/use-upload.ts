/** A picture on its way to the server: how far it is, and how it is stopped. */
import { useEffect, useRef, useState } from 'react';
import type { Fetch } from '../../api.ts';
import { uploadTelling } from '../../upload.ts';

export type Upload = ReturnType<typeof useUpload>;

interface Sending {
  signal: AbortSignal;
  through: Fetch;
}

export function useUpload() {
  /** 0 to 1 on its way, null while nothing is. */
  const [sent, setSent] = useState<number | null>(null);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  /** Gives what the call gives, or null where it was cancelled. */
  const run = async <T>(call: (sending: Sending) => Promise<T>): Promise<T | null> => {
    const running = new AbortController();
    controller.current = running;
    setSent(0);
    try {
      return await call({ signal: running.signal, through: uploadTelling(setSent) });
    } catch (error) {
      if (running.signal.aborted) return null;
      throw error;
    } finally {
      setSent(null);
    }
  };

  return { sent, run, cancel: () => controller.current?.abort() };
}
