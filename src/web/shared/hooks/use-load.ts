/**
 * Loads what a page shows once it is in the browser: pages of the admin area and of the account aren't rendered on the server. The only
 * user of the query library (docs/decisions/0105), so that no page depends on it.
 */
import {
  keepPreviousData,
  notifyManager,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { createElement, type ReactNode, useCallback, useState } from 'react';
import { type Api, api } from '../../api.ts';

export type LoadState<T> = { data: T | null; error: unknown; isLoading: boolean; reload: () => Promise<void> };

interface LoadOptions<T> {
  /** False: nothing is loaded yet. */
  isEnabled?: boolean;
  /** After how many milliseconds it is loaded again, by what was loaded last; false: not again. Waits while the tab is hidden. */
  repeat?: (data: T | null) => number | false;
  /** Also when somebody comes back to the tab. */
  isLoadedOnReturn?: boolean;
}

// The library's own way is a timer, which would show each answer a moment later, and up to a second later in a hidden tab.
notifyManager.setScheduler(queueMicrotask);

/** Nothing outlives the page that loaded it, and a failure is shown at once, with a button to try again. */
const createClient = () =>
  new QueryClient({
    queryCache: new QueryCache({ onError: (error) => console.error(error) }),
    defaultOptions: {
      queries: {
        gcTime: 0,
        networkMode: 'always',
        placeholderData: keepPreviousData,
        refetchOnReconnect: false,
        refetchOnWindowFocus: false,
        retry: false,
      },
    },
  });

/** Stands around all pages that load by `useLoad`. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createClient);
  return createElement(QueryClientProvider, { client }, children);
}

/** Loads again when `key` changes. The old data stays while it does. */
export function useLoad<T>(
  key: string,
  load: (api: Api, signal: AbortSignal) => Promise<T>,
  { isEnabled = true, repeat, isLoadedOnReturn = false }: LoadOptions<T> = {},
): LoadState<T> {
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery<T>({
    queryKey: [key],
    queryFn: ({ signal }) => load(api, signal),
    enabled: isEnabled,
    refetchInterval: ({ state }) => repeat?.(state.data ?? null) ?? false,
    refetchOnWindowFocus: isLoadedOnReturn,
  });
  const reload = useCallback(async () => {
    // An answer that is under way may be older than the change for which it is loaded again.
    await client.cancelQueries({ queryKey: [key] });
    await refetch();
  }, [client, key, refetch]);
  // Of what is loaded again and again the last failure stays until it is mended, so that it isn't announced each time.
  return { data: data ?? null, error: isFetching && !repeat ? null : error, isLoading: isFetching, reload };
}
