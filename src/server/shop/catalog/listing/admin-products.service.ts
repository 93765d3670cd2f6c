import { PAGE_SIZE } from '../../../../contract/limits.ts';
import type { Product } from '../../../../contract/product.ts';
import type { ProductStatus } from '../../../../contract/product-fields.ts';
import type { Deps } from '../../../deps.ts';
import { countUnlisted, listByStatus } from './admin-products.repository.ts';
import { countProducts } from './catalog-summary.service.ts';

interface AdminPage {
  products: Product[];
  total: number;
  page: number;
  limit: number;
}

/** Active products are counted already, and the others are few or have their own index: counting a million rows would take too long. */
export async function listAllProducts(
  context: Pick<Deps, 'db' | 'payment' | 'memoize'>,
  { page = 1, limit = PAGE_SIZE, status }: { page?: number; limit?: number; status?: ProductStatus },
): Promise<AdminPage> {
  const [active, others] = await Promise.all([
    !status || status === 'active' ? countProducts(context) : 0,
    status === 'active' ? 0 : countUnlisted(context.db, status),
  ]);
  const total = active + others;
  return { products: await listByStatus(context.db, status, { offset: (page - 1) * limit, limit, total }), total, page, limit };
}
