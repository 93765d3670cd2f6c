import type { ProductTableFilter } from '../../../../contract/product-admin.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import type { ResolvedFilter } from './product-filter.repository.ts';

/** Replaces "low stock" by the number that the shop currently calls low. */
export async function resolveFilter(db: Database, { stock, ...filter }: ProductTableFilter): Promise<ResolvedFilter> {
  if (stock !== 'low') return { ...filter, ...(stock && { stock }) };
  return { ...filter, stock: { atMost: (await readShopDetails(db)).lowStockThreshold } };
}
