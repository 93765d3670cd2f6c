import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '../../contract/common.ts';
import * as contract from '../../contract/product.ts';
import { findCategoryBySlug } from '../category/category.repository.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { route } from '../http/route.ts';
import { readSettings } from '../shop/shop.service.ts';
import * as repository from './product.repository.ts';
import { addProduct, changeProduct, changeProductImage, removeProduct } from './product.service.ts';

const SEARCH_MAX_RESULTS = 100;
/** Each word costs a look at every product, so of a longer text the rest counts as one phrase. */
const SEARCH_MAX_WORDS = 8;
const SIMILAR_MAX = 4;
/** Above every price, and still an integer to the database: a bound may be any number. */
const MAX_CENTS = 2_000_000_000;

function toCents(dollars: number): number {
  return Math.min(Math.round(dollars * 100), MAX_CENTS);
}

function toWords(keyword: string): string[] {
  const words = [...new Set(keyword.split(/\s+/).filter(Boolean))];
  const rest = words.slice(SEARCH_MAX_WORDS - 1);
  return rest.length > 1 ? [...words.slice(0, SEARCH_MAX_WORDS - 1), rest.join(' ')] : words;
}

function needImage(image: Buffer | null): Buffer {
  if (!image) throw new AppError('invalid', 'Please choose a picture', { issues: [{ path: 'image', message: 'is required' }] });
  return image;
}

export function productRoutes(app: FastifyInstance, deps: Deps): void {
  shopperRoutes(app, deps);
  adminRoutes(app, deps);
}

function shopperRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  route(app, deps, contract.listProducts, async ({ query: { page = 1, limit = PAGE_SIZE, sort = 'newest' } }) => {
    const found = await repository.listProducts(db, {}, { page, limit, sort });
    return { success: true, ...found, page, limit };
  });

  route(app, deps, contract.filterProducts, async ({ body: { checked, radio, keyword = '', page = 1, limit = PAGE_SIZE, ...body } }) => {
    const [lowest, highest] = radio;
    const cents = lowest !== undefined && highest !== undefined ? { lowest: toCents(lowest), highest: toCents(highest) } : null;
    const filter = { categoryIds: checked, ...(cents && { cents }) };
    const words = toWords(keyword);
    const sort = body.sort && body.sort !== 'relevance' ? body.sort : 'newest';
    const { priceRanges } = await readSettings(deps);
    const found = await repository.listProducts(db, filter, { page, limit, sort }, words);
    const { categories, prices } = await repository.countFacets(
      db,
      words,
      filter,
      priceRanges.map(([from, to]) => [toCents(from), toCents(to)]),
    );
    const facets = { categories, prices: priceRanges.map((range, index) => ({ range, count: prices[index] ?? 0 })) };
    return { success: true, ...found, page, limit, isAbout: false, facets };
  });

  route(app, deps, contract.suggest, async ({ params }) => {
    const found = await repository.searchProducts(db, toWords(params.keyword), 6);
    return { success: true, products: found, categories: [] };
  });

  route(app, deps, contract.searchProducts, async ({ params }) => {
    const words = toWords(params.keyword);
    return words.length ? repository.searchProducts(db, words, SEARCH_MAX_RESULTS) : [];
  });

  route(app, deps, contract.readProduct, async ({ params }) => {
    const product = await repository.findProductBySlug(db, params.slug);
    if (!product) throw new AppError('not_found', 'There is no such product');
    return { success: true, product: [product] };
  });

  route(app, deps, contract.listSimilarProducts, async ({ params: { productId, categoryId } }) => {
    const product = await repository.findProduct(db, productId);
    if (!product) return [];
    return repository.listSimilarProducts(db, { id: productId, categoryId, priceCents: toCents(product.price) }, SIMILAR_MAX);
  });

  route(app, deps, contract.listCategoryProducts, async ({ params, query: { page = 1, limit = MAX_PAGE_SIZE, sort = 'newest' } }) => {
    const category = await findCategoryBySlug(db, params.slug);
    if (!category) throw new AppError('not_found', 'There is no such category');
    const { products, total } = await repository.listProducts(db, { categoryIds: [category._id] }, { page, limit, sort });
    return { success: true, category, product: products, total, page, limit };
  });
}

function adminRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.createProduct, async ({ body: { price, category, shipping = 0, ...rest }, image }) => {
    const input = { ...rest, shipping, priceCents: toCents(price), categoryId: category };
    const product = await addProduct(deps, input, needImage(image));
    return { success: true, message: 'successfully created product', product };
  });

  route(app, deps, contract.updateProduct, async ({ params, body: { price, category, ...rest } }) => {
    const priced = typeof price === 'number' ? { priceCents: toCents(price) } : {};
    const product = await changeProduct(deps, params.id, { ...rest, ...priced, categoryId: category });
    return { success: true, message: 'Successfully Update', product };
  });

  route(app, deps, contract.replaceProductImage, async ({ params, image }) => {
    const product = await changeProductImage(deps, params.id, needImage(image));
    return { success: true, message: 'Successfully Update', product };
  });

  route(app, deps, contract.deleteProduct, async ({ params }) => {
    await removeProduct(deps, params.id);
    return { success: true, message: 'Successfully deleted' };
  });
}
