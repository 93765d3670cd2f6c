import type { FastifyInstance } from 'fastify';
import { createBrand, deleteBrand, listBrands, mergeBrand, updateBrand } from '../../../../contract/brand.ts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../platform/http/route.ts';
import * as repository from './brand.repository.ts';
import { addBrand, changeBrand, removeBrand } from './brand.service.ts';
import { mergeBrands, tidyForAWhile } from './tidy-brands.service.ts';

const DEFAULT_LIMIT = 100;

export function brandRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, listBrands, async ({ query: { keyword = '', page = 1, limit = DEFAULT_LIMIT } }) => {
    const found = await repository.listBrands(deps.db, keyword.trim(), { limit, offset: (page - 1) * limit });
    return { success: true, ...found, page, limit };
  });

  route(app, createBrand, async ({ body }) => {
    const brand = await addBrand(deps, body);
    return { success: true, message: `${brand.name} brand created`, brand };
  });

  route(app, updateBrand, async ({ params, body }) => {
    const brand = await changeBrand(deps, params.id, body);
    await tidyForAWhile(deps);
    return { success: true, message: 'successfully updated', brand };
  });

  route(app, mergeBrand, async ({ params, body }) => {
    const merged = await mergeBrands(deps, params.id, body.into);
    return { success: true, message: `merged into ${merged.brand.name}`, ...merged };
  });

  route(app, deleteBrand, async ({ params }) => {
    await removeBrand(deps, params.id);
    return { success: true, message: 'brand deleted' };
  });
}
