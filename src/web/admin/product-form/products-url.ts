import type { ProductStatus } from '../../../contract/product-fields.ts';

/** URL of the admin's list that contains products of this status. */
export function buildProductsUrl(status: ProductStatus = 'active', page = 1): string {
  const search = new URLSearchParams({ ...(status !== 'active' && { status }), ...(page > 1 && { page: String(page) }) });
  return `/dashboard/admin/products${search.size ? `?${search}` : ''}`;
}
