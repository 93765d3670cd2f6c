import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isAnimatedImage } from '../../../../contract/animated-image.ts';
import { toCents } from '../../../../contract/money.ts';
import * as contract from '../../../../contract/product.ts';
import { type DetailedProduct, TAG_ATTRIBUTE } from '../../../../contract/product.ts';
import * as admin from '../../../../contract/product-admin.ts';
import type { Deps } from '../../../deps.ts';
import { dependOn } from '../../../platform/cache/dependencies.ts';
import { AppError } from '../../../platform/errors.ts';
import { route } from '../../../platform/http/route.ts';
import { imageUrl, requireImage } from '../../content/media/image-url.ts';
import { showValues } from '../../fields/field-values.service.ts';
import { readSettings } from '../../settings/settings.service.ts';
import { requireWholeAmounts } from '../../settings/whole-amounts.service.ts';
import { duplicateProduct } from './add-products.service.ts';
import { withDescriptionContent } from './description.ts';
import * as repository from './product.repository.ts';
import { addProduct, addUpload, changeProduct, changeProductImage, removeProduct } from './product.service.ts';
import { toColumns } from './product-input.ts';
import { toPublicProduct } from './product-row.repository.ts';
import { findProductBySlug } from './product-slug.ts';
import { listSimilarProducts } from './similar-products.repository.ts';

const createNoSuchProduct = () => new AppError('product_not_found', 'There is no such product');

/** Tags are for the merchant's own lists, so customers only see them if they may filter by them. */
const hideTags = (product: DetailedProduct, filterAttributes: readonly string[]): DetailedProduct =>
  filterAttributes.includes(TAG_ATTRIBUTE)
    ? product
    : { ...product, attributes: product.attributes.filter(({ name }) => name !== TAG_ATTRIBUTE) };

/** Adds what customers see of the merchant's fields, the product's and those of its variants. */
async function showProductFields(
  deps: Deps,
  { customFields, variants = [] }: admin.AdminProduct,
  shown: DetailedProduct,
  request: FastifyRequest,
): Promise<DetailedProduct> {
  const ofVariants = variants.map((it) => ({ owner: 'variant' as const, stored: it.customFields }));
  const { values, ...rest } = await showValues(deps, [{ owner: 'product', stored: customFields }, ...ofVariants]);
  for (const { _id } of rest.linkedProducts ?? []) dependOn(request, `product:${_id}`);
  const [own, ...others] = values;
  const withFields = (shown.variants ?? []).map((it, index) => (others[index] ? { ...it, customFields: others[index] } : it));
  return { ...shown, ...(own && { customFields: own }), ...rest, ...(others.some(Boolean) && { variants: withFields }) };
}

export function productRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.readProduct, async ({ params, request }) => {
    const { found, isMoved } = await findProductBySlug(deps.db, params.slug);
    // Another product may take this former slug.
    if (isMoved) dependOn(request, 'products');
    if (found?.product.status !== 'active') throw createNoSuchProduct();
    const { settings } = await readSettings(deps);
    const product = withDescriptionContent(hideTags(toPublicProduct(found.product), settings.filterAttributes));
    return { success: true, product: [await showProductFields(deps, found.product, product, request)], version: found.version };
  });

  route(app, admin.readAdminProduct, async ({ params }) => {
    const found = await repository.findProductBySlug(deps.db, params.slug);
    if (!found) throw createNoSuchProduct();
    return { success: true, product: [found.product], version: found.version };
  });

  route(app, contract.listSimilarProducts, async ({ params: { productId, categoryId }, request }) => {
    // The product's price determines which products are similar.
    dependOn(request, `product:${productId}`);
    dependOn(request, `category:${categoryId}`);
    const found = await repository.findProduct(deps.db, productId);
    if (found?.product.status !== 'active') return [];
    const { price, relatedProducts: relatedIds = [] } = found.product;
    // One that is published or restored later comes in then.
    for (const id of relatedIds) dependOn(request, `product:${id}`);
    return listSimilarProducts(deps.db, { id: productId, categoryId, priceCents: toCents(price), relatedIds });
  });

  route(app, admin.createProduct, async ({ body: { category, shipping = 0, ...rest }, image }) => {
    await requireWholeAmounts(deps, listAmounts(rest));
    const input = { ...toColumns(rest), shipping, priceCents: toCents(rest.price), categoryId: category };
    const created = await addProduct(deps, input, requireImage(image));
    return { success: true, message: 'successfully created product', ...created };
  });

  route(app, admin.updateProduct, async ({ params, body: { category, ...rest } }) => {
    await requireWholeAmounts(deps, listAmounts(rest));
    const changed = await changeProduct(deps, params.id, { ...toColumns(rest), ...(category && { categoryId: category }) });
    return { success: true, message: 'Successfully Update', ...changed };
  });

  route(app, admin.replaceProductImage, async ({ params, body, image }) => {
    const changed = await changeProductImage(deps, params.id, requireImage(image), body);
    return { success: true, message: 'Successfully Update', ...changed };
  });

  route(app, admin.uploadImage, async ({ image }) => {
    const bytes = requireImage(image);
    const uploaded = { success: true, message: 'successfully uploaded', image: imageUrl(await addUpload(deps, bytes)) };
    return isAnimatedImage(bytes) ? { ...uploaded, isFirstFrame: true } : uploaded;
  });

  route(app, admin.duplicateProduct, async ({ params }) => {
    const created = await duplicateProduct(deps, params.id);
    return { success: true, message: 'successfully duplicated product', ...created };
  });

  route(app, admin.deleteProduct, async ({ params }) => {
    await removeProduct(deps, params.id);
    return { success: true, message: 'Successfully deleted' };
  });
}

interface Prices {
  price?: number | '' | null | undefined;
  compareAtPrice?: number | '' | null | undefined;
  cost?: number | '' | null | undefined;
}

/** By the paths of their fields. */
function listAmounts({ price, compareAtPrice, cost, variants = [] }: Prices & { variants?: readonly Prices[] | undefined }) {
  const ofVariants = variants.flatMap((it, index) => [
    [`variants.${index}.price`, it.price] as const,
    [`variants.${index}.compareAtPrice`, it.compareAtPrice] as const,
    [`variants.${index}.cost`, it.cost] as const,
  ]);
  return { price, compareAtPrice, cost, ...Object.fromEntries(ofVariants) };
}
