import type { ProductStatus } from '../../../contract/product.ts';

/** The admin's list in which a product of this status stands. */
export function buildProductsUrl(status: ProductStatus = 'active', page = 1): string {
  const search = new URLSearchParams({ ...(status !== 'active' && { status }), ...(page > 1 && { page: String(page) }) });
  return `/dashboard/admin/products${search.size ? `?${search}` : ''}`;
}
