/** Runs an upload with its progress and a way to cancel it. */
import { useEffect, useRef, useState } from 'react';
import type { Fetch } from '../../api.ts';
import { createProgressFetch } from '../parts/upload.ts';

export type Upload = ReturnType<typeof useUpload>;

export interface UploadRequest {
  signal: AbortSignal;
  fetcher: Fetch;
  /** For one of several uploads: its progress counts as the part between the two fractions. */
  fetchPart: (from: number, to: number) => Fetch;
}

export function useUpload() {
  /** 0 to 1 during an upload, null otherwise. */
  const [progress, setProgress] = useState<number | null>(null);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  /** Returns what the call returns, or null if it was cancelled. */
  const run = async <T>(call: (request: UploadRequest) => Promise<T>): Promise<T | null> => {
    const abortController = new AbortController();
    controller.current = abortController;
    setProgress(0);
    try {
      const fetchPart = (from: number, to: number) => createProgressFetch((part) => setProgress(from + part * (to - from)));
      return await call({ signal: abortController.signal, fetcher: fetchPart(0, 1), fetchPart });
    } catch (error) {
      if (abortController.signal.aborted) return null;
      throw error;
    } finally {
      setProgress(null);
    }
  };

  return { progress, run, cancel: () => controller.current?.abort() };
}
