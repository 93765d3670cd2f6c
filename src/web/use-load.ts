/** Loads what a dashboard page shows, once it is there: those pages are never rendered on the server. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Api, api } from './api.ts';

export type Loaded<T> = { data: T | null; error: unknown; isLoading: boolean; reload: () => Promise<void> };

/** `key` names what is loaded: another key loads anew. While it reloads, the old data stays in sight. */
export function useLoad<T>(key: string, load: (api: Api, signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ data: T | null; error: unknown; isLoading: boolean }>({ data: null, error: null, isLoading: true });
  const latest = useRef(load);
  latest.current = load;
  const running = useRef<AbortController>(null);

  const reload = useCallback(async () => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState((before) => ({ ...before, error: null, isLoading: true }));
    try {
      const data = await latest.current(api, controller.signal);
      if (!controller.signal.aborted) setState({ data, error: null, isLoading: false });
    } catch (error) {
      if (controller.signal.aborted) return;
      console.error(error);
      setState((before) => ({ ...before, error, isLoading: false }));
    }
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what load closes over
  useEffect(() => {
    void reload();
    return () => running.current?.abort();
  }, [reload, key]);

  return { ...state, reload };
}
