import type { FastifyInstance } from 'fastify';
import { countProducts, listCategories } from '../../../../contract/category.ts';
import { createCategory, deleteCategory, moveCategory, readAdminCategory, updateCategory } from '../../../../contract/category-admin.ts';
import { listPickedProducts, readCategoryPins, updateCategoryPins } from '../../../../contract/pins.ts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../platform/http/route.ts';
import { addCategory, changeCategory, readCategory, readCategoryTree, removeCategory } from './category.service.ts';
import { ALL_CATEGORIES } from './category-filter.ts';
import { moveCategory as moveTo } from './move-category.service.ts';
import { listPicked } from './pins.repository.ts';
import { changeCategoryPins, readCategoryPins as readPins } from './pins.service.ts';

export function categoryRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, listCategories, async () => {
    const { categories, count } = await readCategoryTree(deps);
    const total = count(ALL_CATEGORIES);
    return { success: true, category: categories, ...(total !== countProducts(categories) && { total }) };
  });

  route(app, readAdminCategory, async ({ params }) => ({ success: true, category: await readCategory(deps.db, params.id) }));

  route(app, createCategory, async ({ body }) => {
    const category = await addCategory(deps, body);
    return { success: true, message: `${category.name} category created`, category };
  });

  route(app, updateCategory, async ({ params, body }) => {
    const category = await changeCategory(deps, params.id, body);
    return { success: true, message: 'successfully updated', category };
  });

  route(app, moveCategory, async ({ params, body }) => {
    const category = await moveTo(deps, params.id, body);
    return { success: true, message: 'successfully updated', category };
  });

  route(app, readCategoryPins, async ({ params }) => ({ success: true, ...(await readPins(deps.db, params.id)) }));

  route(app, listPickedProducts, async ({ body }) => ({ success: true, products: await listPicked(deps.db, body.products) }));

  route(app, updateCategoryPins, async ({ params, body }) => {
    const pins = await changeCategoryPins(deps, params.id, body.products, body.version);
    return { success: true, message: 'successfully updated', ...pins };
  });

  route(app, deleteCategory, async ({ params }) => {
    await removeCategory(deps, params.id);
    return { success: true, message: 'category deleted' };
  });
}
