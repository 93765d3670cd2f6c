/** The categories of the catalog. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/category.ts';

export type { Category, DescribedCategory, ListedCategory, VersionedCategory } from './schemas/category.ts';

export const listCategories: Endpoint<typeof schemas.listCategories, 'public'> = {
  method: 'GET',
  path: '/api/v1/category/categories',
  access: 'public',
  cache: 'shared',
  dependsOn: ['categories'],
};
