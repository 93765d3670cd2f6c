import type { FastifyInstance } from 'fastify';
import { createCategory, deleteCategory, listCategories, updateCategory } from '../../../../contract/category.ts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../platform/http/route.ts';
import { addCategory, changeCategory, readCategories, removeCategory } from './category.service.ts';

export function categoryRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, listCategories, async () => ({ success: true, category: await readCategories(deps) }));

  route(app, createCategory, async ({ body }) => {
    const category = await addCategory(deps, body);
    return { success: true, message: `${category.name} category created`, category };
  });

  route(app, updateCategory, async ({ params, body }) => {
    const category = await changeCategory(deps, params.id, body);
    return { success: true, message: 'successfully updated', category };
  });

  route(app, deleteCategory, async ({ params }) => {
    await removeCategory(deps, params.id);
    return { success: true, message: 'category deleted' };
  });
}
