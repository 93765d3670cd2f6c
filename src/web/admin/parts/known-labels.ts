/** The brands, vendors and tags that products of this shop have: what forms and filters offer. */
import { listBrands } from '../../../contract/brand.ts';
import { listProductLabels } from '../../../contract/product-table.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';

export interface KnownLabels {
  brands: { _id: string; name: string }[];
  vendors: string[];
  tags: string[];
}

const NONE: KnownLabels = { brands: [], vendors: [], tags: [] };

export function useKnownLabels(): KnownLabels {
  const { data } = useLoad('brands, vendors and tags', async (it, signal) => {
    const [{ brands }, { vendors, tags }] = await Promise.all([
      it(listBrands, { query: { limit: 100 }, signal }),
      it(listProductLabels, { signal }),
    ]);
    return { brands: brands.map(({ _id, name }) => ({ _id, name })), vendors, tags };
  });
  return data ?? NONE;
}
