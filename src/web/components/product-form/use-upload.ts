/** A picture on its way to the server: how far it is, and how it is stopped. */
import { useEffect, useRef, useState } from 'react';
import type { Fetch } from '../../api.ts';
import { createProgressFetch } from '../../upload.ts';

export type Upload = ReturnType<typeof useUpload>;

interface UploadRequest {
  signal: AbortSignal;
  fetcher: Fetch;
}

export function useUpload() {
  /** 0 to 1 on its way, null while nothing is. */
  const [progress, setProgress] = useState<number | null>(null);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  /** Gives what the call gives, or null where it was cancelled. */
  const run = async <T>(call: (request: UploadRequest) => Promise<T>): Promise<T | null> => {
    const abortController = new AbortController();
    controller.current = abortController;
    setProgress(0);
    try {
      return await call({ signal: abortController.signal, fetcher: createProgressFetch(setProgress) });
    } catch (error) {
      if (abortController.signal.aborted) return null;
      throw error;
    } finally {
      setProgress(null);
    }
  };

  return { progress, run, cancel: () => controller.current?.abort() };
}
