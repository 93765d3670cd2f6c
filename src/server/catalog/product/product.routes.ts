import type { FastifyInstance } from 'fastify';
import { toCents } from '../../../contract/money.ts';
import * as contract from '../../../contract/product.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { route } from '../../http/route.ts';
import { dependOn } from '../../response-cache/dependencies.ts';
import * as repository from './product.repository.ts';
import { addProduct, changeProduct, changeProductImage, removeProduct } from './product.service.ts';
import { listSimilarProducts } from './similar-products.repository.ts';

const MAX_SIMILAR = 4;

function requireImage(image: Buffer | null): Buffer {
  if (image) return image;
  const issues = [{ path: 'image', code: 'required' as const, message: 'is required' }];
  throw new AppError('invalid_request', 'Please choose a picture', { issues });
}

export function productRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.readProduct, async ({ params }) => {
    const found = await repository.findProductBySlug(deps.db, params.slug);
    if (!found) throw new AppError('product_not_found', 'There is no such product');
    return { success: true, product: [found.product], version: found.version };
  });

  route(app, contract.listSimilarProducts, async ({ params: { productId, categoryId }, request }) => {
    // Its price says which products of the category are similar.
    dependOn(request, `product:${productId}`);
    dependOn(request, `category:${categoryId}`);
    const found = await repository.findProduct(deps.db, productId);
    if (!found) return [];
    return listSimilarProducts(deps.db, { id: productId, categoryId, priceCents: toCents(found.product.price) }, MAX_SIMILAR);
  });

  route(app, contract.createProduct, async ({ body: { price, category, shipping = 0, ...rest }, image }) => {
    const input = { ...rest, shipping, priceCents: toCents(price), categoryId: category };
    const created = await addProduct(deps, input, requireImage(image));
    return { success: true, message: 'successfully created product', ...created };
  });

  route(app, contract.updateProduct, async ({ params, body: { price, category, ...rest } }) => {
    const newPrice = typeof price === 'number' ? { priceCents: toCents(price) } : {};
    const changed = await changeProduct(deps, params.id, { ...rest, ...newPrice, ...(category && { categoryId: category }) });
    return { success: true, message: 'Successfully Update', ...changed };
  });

  route(app, contract.replaceProductImage, async ({ params, body, image }) => {
    const changed = await changeProductImage(deps, params.id, requireImage(image), body.version);
    return { success: true, message: 'Successfully Update', ...changed };
  });

  route(app, contract.deleteProduct, async ({ params }) => {
    await removeProduct(deps, params.id);
    return { success: true, message: 'Successfully deleted' };
  });
}
