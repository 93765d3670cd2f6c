/** Loads an import, and again at intervals while it is being checked or imported. */
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { readProductImport } from '../../../contract/product-import.ts';
import type { ProductImport } from '../../../contract/product-import-fields.ts';
import { SECOND } from '../../../contract/values.ts';
import { type LoadState, useLoad } from '../../shared/hooks/use-load.ts';
import { useRevalidateShop } from '../parts/use-revalidate-shop.ts';

const POLL_MS = SECOND;

export type Loaded = ReplyOf<typeof readProductImport>;

const isMoving = ({ status }: ProductImport) => status === 'checking' || status === 'queued' || status === 'running';

export function useImport(id: string): LoadState<Loaded> {
  const revalidateShop = useRevalidateShop();
  const loaded: LoadState<Loaded> = useLoad(
    `product import ${id}`,
    async (api, signal) => {
      const reply = await api(readProductImport, { params: { id }, signal });
      // Categories may have been made, which the whole shop shows.
      if (loaded.data?.import.status === 'running' && !isMoving(reply.import)) void revalidateShop();
      return reply;
    },
    // Also after an error, such as of a network that was away: the import goes on without us.
    { repeat: (data) => data !== null && isMoving(data.import) && POLL_MS },
  );
  return loaded;
}
