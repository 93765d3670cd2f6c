/** Loads the data of a dashboard page after mount: these pages are not rendered on the server. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Api, api } from '../../api.ts';

export type LoadState<T> = { data: T | null; error: unknown; isLoading: boolean; reload: () => Promise<void> };

/** Loads again when `key` changes. The old data stays while it does. */
export function useLoad<T>(key: string, load: (api: Api, signal: AbortSignal) => Promise<T>): LoadState<T> {
  const [state, setState] = useState<{ data: T | null; error: unknown; isLoading: boolean }>({ data: null, error: null, isLoading: true });
  const latestLoad = useRef(load);
  useEffect(() => {
    latestLoad.current = load;
  });
  const controllerRef = useRef<AbortController>(null);

  const reload = useCallback(async () => {
    controllerRef.current?.abort();
    const controller = new AbortController();
    controllerRef.current = controller;
    setState((previous) => ({ ...previous, error: null, isLoading: true }));
    try {
      const data = await latestLoad.current(api, controller.signal);
      if (!controller.signal.aborted) setState({ data, error: null, isLoading: false });
    } catch (error) {
      if (controller.signal.aborted) return;
      console.error(error);
      setState((previous) => ({ ...previous, error, isLoading: false }));
    }
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what `load` closes over
  useEffect(() => {
    void reload();
    return () => controllerRef.current?.abort();
  }, [reload, key]);

  return { ...state, reload };
}
