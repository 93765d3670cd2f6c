import { MAX_TOTAL } from '../../../../contract/limits.ts';
import type { ProductTableFilter, TableProduct, TableSort } from '../../../../contract/product-table.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { getOffset, type KeysetQuery } from '../../../platform/database/keyset-pagination.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import {
  buildProductFilter,
  countMatches,
  hasProduct,
  listTablePage,
  type ResolvedFilter,
  type TableWindow,
} from './product-table.repository.ts';

/** Replaces "low stock" by the number that the shop currently calls low. */
export async function resolveFilter(db: Database, { stock, ...filter }: ProductTableFilter): Promise<ResolvedFilter> {
  if (stock !== 'low') return { ...filter, ...(stock && { stock }) };
  return { ...filter, stock: { atMost: (await readShopDetails(db)).lowStockThreshold } };
}

const DEFAULT_LIMIT = 20;

interface TablePage {
  products: TableProduct[];
  total: number;
  isAbout: boolean;
  hasNext: boolean;
  page: number;
  limit: number;
}

/** Null if no key was sent, or if its product was deleted meanwhile: then the page is found by its number. */
async function findKey(db: Database, { after, before }: KeysetQuery): Promise<TableWindow['key']> {
  const id = after ?? before;
  return id && (await hasProduct(db, id)) ? { id, isAfter: after !== undefined } : null;
}

export async function listProductTable(
  db: Database,
  { sort = 'newest', page = 1, limit = DEFAULT_LIMIT, after, before, ...filter }: KeysetQuery & ProductTableFilter & { sort?: TableSort },
): Promise<TablePage> {
  const keyset = { ...(after && { after }), ...(before && { before }) };
  const [matches, key] = await Promise.all([resolveFilter(db, filter).then((it) => buildProductFilter(db, it)), findKey(db, keyset)]);
  const count = await countMatches(db, matches);
  const pagination = { total: Math.min(count, MAX_TOTAL), isAbout: count > MAX_TOTAL, page, limit };
  const offset = key ? 0 : getOffset({ page, limit });
  // Pages beyond what was counted can be reached by a key only.
  if (offset > MAX_TOTAL) return { products: [], hasNext: false, ...pagination };
  const found = await listTablePage(db, matches, { sort, limit, offset, key, areFew: count <= MAX_TOTAL });
  return { ...found, ...pagination };
}
