/** What can be imported, for the jobs that check and run imports. */
import type { ImportKinds } from '../catalog/import/runs/kind.ts';
import { PRODUCT_KIND } from '../catalog/import/runs/run-products.ts';
import { CODE_KIND } from './codes.kind.ts';
import { CUSTOMER_KIND } from './customers.kind.ts';
import { ORDER_KIND } from './orders.kind.ts';
import { PAGE_KIND } from './pages.kind.ts';
import { REDIRECT_KIND } from './redirects.kind.ts';

export const IMPORT_WORK: ImportKinds = {
  products: PRODUCT_KIND,
  customers: CUSTOMER_KIND,
  orders: ORDER_KIND,
  codes: CODE_KIND,
  pages: PAGE_KIND,
  redirects: REDIRECT_KIND,
};
