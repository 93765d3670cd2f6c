import type { FastifyInstance } from 'fastify';
import { listBrandProducts } from '../../../../contract/brand.ts';
import { toCents } from '../../../../contract/money.ts';
import * as contract from '../../../../contract/product.ts';
import * as admin from '../../../../contract/product-admin.ts';
import type { Deps } from '../../../deps.ts';
import { dependOn } from '../../../platform/cache/dependencies.ts';
import { AppError } from '../../../platform/errors.ts';
import { route } from '../../../platform/http/route.ts';
import { renderMarkdown } from '../../content/pages/markdown.ts';
import { showValues } from '../../fields/field-values.service.ts';
import { findBrandBySlug } from '../brands/brand.service.ts';
import { findCategoryBySlug, readCategoryTree } from '../categories/category.service.ts';
import type { CentsRange } from '../search/filters.ts';
import { readFacetGroups } from './filtered-list.service.ts';
import { browseBrand, browseCategory, browseProducts, filterProducts, listAllProducts } from './product-list.service.ts';

/** Above every price. A filter's bound may be any number, but the database compares 32-bit integers. */
const MAX_CENTS = 2_000_000_000;

function toCentsRange([lowest, highest]: readonly number[]): CentsRange | null {
  if (lowest === undefined || highest === undefined) return null;
  return [Math.min(toCents(lowest), MAX_CENTS), Math.min(toCents(highest), MAX_CENTS)];
}

export function productListRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listProducts, async ({ query }) => ({ success: true, ...(await browseProducts(deps, query)) }));

  route(app, admin.listAdminProducts, async ({ query }) => ({ success: true, ...(await listAllProducts(deps, query)) }));

  route(app, contract.filterProducts, async ({ body: { checked, radio, filters, ...query } }) => {
    const groups = await readFacetGroups(deps, filters);
    const { findBranches } = await readCategoryTree(deps);
    const filter = { ...findBranches(checked), cents: toCentsRange(radio), groups };
    return { success: true, ...(await filterProducts(deps, { filter, ...query })) };
  });

  route(app, contract.listCategoryProducts, async ({ params, query, request }) => {
    const { category: found, isMoved } = await findCategoryBySlug(deps.db, params.slug);
    if (!found) throw new AppError('category_not_found', 'There is no such category');
    // Any category may take a slug that this one had.
    if (isMoved) dependOn(request, 'categories');
    const { custom, pinnedIds, ...category } = found;
    const {
      values: [customFields],
      ...shown
    } = await showValues(deps, [{ owner: 'category', stored: custom }]);
    for (const { _id } of shown.linkedProducts ?? []) dependOn(request, `product:${_id}`);
    const branch = (await readCategoryTree(deps)).findBranches([category._id]);
    for (const id of branch.categoryIds) dependOn(request, `category:${id}`);
    const { products, ...page } = await browseCategory(deps, branch, query, pinnedIds);
    return { success: true, category: { ...category, ...(customFields && { customFields }), ...shown }, product: products, ...page };
  });

  route(app, listBrandProducts, async ({ params, query, request }) => {
    const { version: _version, maker: _maker, ...brand } = await findBrandBySlug(deps.db, params.slug);
    dependOn(request, `text:${brand._id}`);
    const content = brand.description && { content: renderMarkdown(brand.description) };
    return { success: true, brand: { ...brand, ...content }, ...(await browseBrand(deps, brand.name, query)) };
  });
}
