/** Loads an import, and again at intervals while it is being checked or imported. */
import { useEffect, useRef } from 'react';
import { readProductImport } from '../../../contract/product-import.ts';
import type { ProductImport } from '../../../contract/product-import-fields.ts';
import { SECOND } from '../../../contract/values.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { useRevalidateShop } from '../parts/use-revalidate-shop.ts';

const POLL_MS = SECOND;

const isMoving = ({ status }: ProductImport) => status === 'checking' || status === 'queued' || status === 'running';

export function useImport(id: string) {
  const loaded = useLoad(`product import ${id}`, (it, signal) => it(readProductImport, { params: { id }, signal }));
  const { data, error, reload } = loaded;
  const shown = data?.import;
  const isAsked = shown !== undefined && isMoving(shown);

  // Also after an error, such as of a network that was away: it goes on without us.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer sets the next timer
  useEffect(() => {
    if (!isAsked) return;
    const timer = setTimeout(() => void reload(), POLL_MS);
    return () => clearTimeout(timer);
  }, [isAsked, data, error, reload]);

  // Categories were made, which the whole shop shows.
  const revalidateShop = useRevalidateShop();
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && shown && !isMoving(shown)) void revalidateShop();
    wasRunning.current = shown?.status === 'running';
  }, [shown, revalidateShop]);

  return loaded;
}

export type Loaded = NonNullable<ReturnType<typeof useImport>['data']>;
