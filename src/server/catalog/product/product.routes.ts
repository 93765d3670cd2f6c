import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE } from '../../../contract/common.ts';
import * as contract from '../../../contract/product.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { route } from '../../http/route.ts';
import { findCategoryBySlug } from '../category/category.repository.ts';
import { listBestMatches, listSuggestions } from '../search/search.service.ts';
import { browseProducts, filterProducts, toCents } from './catalog.service.ts';
import * as repository from './product.repository.ts';
import { addProduct, changeProduct, changeProductImage, removeProduct } from './product.service.ts';
import { listSimilarProducts } from './product-list.repository.ts';

const MAX_SIMILAR = 4;

function requireImage(image: Buffer | null): Buffer {
  if (!image) throw new AppError('invalid', 'Please choose a picture', { issues: [{ path: 'image', message: 'is required' }] });
  return image;
}

export function productRoutes(app: FastifyInstance, deps: Deps): void {
  storefrontRoutes(app, deps);
  adminRoutes(app, deps);
}

function storefrontRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  route(app, deps, contract.listProducts, async ({ query }) => ({ success: true, ...(await browseProducts(deps, query)) }));

  route(app, deps, contract.filterProducts, async ({ body: { checked, radio, ...query } }) => {
    const [lowest, highest] = radio;
    const cents = lowest !== undefined && highest !== undefined ? ([toCents(lowest), toCents(highest)] as const) : null;
    return { success: true, ...(await filterProducts(deps, { filter: { categoryIds: [...new Set(checked)], cents }, ...query })) };
  });

  route(app, deps, contract.listSuggestions, async ({ params }) => ({ success: true, ...(await listSuggestions(deps, params.keyword)) }));

  route(app, deps, contract.searchProducts, async ({ params }) => listBestMatches(deps, params.keyword, contract.SEARCH_MAX_RESULTS));

  route(app, deps, contract.readProduct, async ({ params }) => {
    const product = await repository.findProductBySlug(db, params.slug);
    if (!product) throw new AppError('not_found', 'There is no such product');
    return { success: true, product: [product] };
  });

  route(app, deps, contract.listSimilarProducts, async ({ params: { productId, categoryId } }) => {
    const product = await repository.findProduct(db, productId);
    if (!product) return [];
    return listSimilarProducts(db, { id: productId, categoryId, priceCents: toCents(product.price) }, MAX_SIMILAR);
  });

  route(app, deps, contract.listCategoryProducts, async ({ params, query }) => {
    const category = await findCategoryBySlug(db, params.slug);
    if (!category) throw new AppError('not_found', 'There is no such category');
    const { products, ...paged } = await browseProducts(
      deps,
      { limit: MAX_PAGE_SIZE, ...query },
      { categoryIds: [category._id], cents: null },
    );
    return { success: true, category, product: products, ...paged };
  });
}

function adminRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.createProduct, async ({ body: { price, category, shipping = 0, ...rest }, image }) => {
    const input = { ...rest, shipping, priceCents: toCents(price), categoryId: category };
    const product = await addProduct(deps, input, requireImage(image));
    return { success: true, message: 'successfully created product', product };
  });

  route(app, deps, contract.updateProduct, async ({ params, body: { price, category, ...rest } }) => {
    const priced = typeof price === 'number' ? { priceCents: toCents(price) } : {};
    const product = await changeProduct(deps, params.id, { ...rest, ...priced, categoryId: category });
    return { success: true, message: 'Successfully Update', product };
  });

  route(app, deps, contract.replaceProductImage, async ({ params, image }) => {
    const product = await changeProductImage(deps, params.id, requireImage(image));
    return { success: true, message: 'Successfully Update', product };
  });

  route(app, deps, contract.deleteProduct, async ({ params }) => {
    await removeProduct(deps, params.id);
    return { success: true, message: 'Successfully deleted' };
  });
}
