/** Creating, changing and deleting products, with their slugs and images. */
import { randomUUID } from 'node:crypto';
import type {
  Attribute,
  DescriptionFormat,
  ProductImageInput,
  ProductOption,
  ProductStatus,
  VariantsInput,
} from '../../../../contract/product-fields.ts';
import type { StockPolicyInput } from '../../../../contract/stock-policy.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { findForeignKeyViolation, findUniqueViolation, isForeignKeyViolation } from '../../../platform/database/pg-errors.ts';
import { AppError, createVersionConflict } from '../../../platform/errors.ts';
import { addUnattachedImages } from '../../content/media/image.repository.ts';
import { withStoredImage } from '../../content/media/store-image.ts';
import { findSlugOwner, recordFormerSlugs, slugify, withFreeSlug } from '../../database/slug.ts';
import { parseStockPolicy, requireFutureDays, toPolicyColumns } from '../../inventory/stock-policy.ts';
import { readToday } from '../../settings/shop-details.service.ts';
import { withBrandIds } from '../brands/brand.service.ts';
import { findCategory } from '../categories/category.repository.ts';
import { toNewDescription } from './description.ts';
import * as repository from './product.repository.ts';
import {
  attachImages,
  createProductNotFound,
  type ProductChange,
  parseImages,
  requireProduct,
  requireSale,
  withoutNames,
  writeProductChange,
} from './product-change.service.ts';
import type { MoreDetails, ProductDetails } from './product-details.ts';
import { createSkuTakenError, isSkuTaken, requirePeriod, requireUnit } from './product-input.ts';
import { planVariants, requirePossiblePlan, type VariantPlan, writeVariants } from './variant-change.service.ts';

type Context = Pick<Deps, 'db' | 'images' | 'now'>;

export interface ProductInput extends Partial<ProductDetails>, MoreDetails {
  name: string;
  description: string;
  /** Absent: plain text. */
  descriptionFormat?: DescriptionFormat;
  /** Of Markdown, where its plain text is known already. */
  descriptionText?: string;
  priceCents: number;
  quantity: number;
  shipping: 0 | 1;
  categoryId: string;
  furtherCategoryIds?: string[];
  compareAtCents?: number | null;
  sku?: string | null;
  weightGrams?: number | null;
  status?: ProductStatus;
  publishFrom?: Date | null;
  publishUntil?: Date | null;
  attributes?: Attribute[];
  /** Of a product without options; null: counted. */
  stock?: StockPolicyInput | null;
  /** Alternative text of the first image. */
  alt?: string;
  /** Images after the first one, uploaded before. */
  moreImages?: ProductImageInput[];
  /** Absent: a new one. */
  id?: string;
  /** Used instead of a slug made from the name. */
  slug?: string;
  /** Only together with `variants`, which then determine price and stock. */
  options?: ProductOption[];
  variants?: VariantsInput;
}

interface ProductEdit extends Omit<ProductChange, 'images' | 'firstImage'> {
  images?: ProductImageInput[];
  /** Makes a new slug from the name; links with the old one are redirected. */
  renewSlug?: boolean;
}

const unknownCategory = (path = 'category') =>
  new AppError('invalid_request', 'This category no longer exists. Please choose another.', {
    issues: [{ path, code: 'unknown', message: 'is unknown' }],
  });

/** Converts violated constraints to errors that name the field. */
async function toProductError(db: Database, error: unknown, sent: Parameters<typeof createSkuTakenError>[1]): Promise<unknown> {
  if (findForeignKeyViolation(error) === 'products_further_category_ids') return unknownCategory('furtherCategories');
  if (isForeignKeyViolation(error)) return unknownCategory();
  return isSkuTaken(error) ? createSkuTakenError(db, sent) : error;
}

const SLUG_CONSTRAINT = 'products_slug_unique';

function toSlugTaken(error: unknown, slug: string): unknown {
  if (findUniqueViolation(error) !== SLUG_CONSTRAINT) return error;
  return new AppError('slug_taken', `Another product already has the address /product/${slug}`, {
    issues: [{ path: 'slug', code: 'taken', message: 'is taken' }],
  });
}

/** Writes with exactly this slug. Throws `slug_taken` if another product has it. */
async function withChosenSlug<T>(slug: string, write: (slug: string) => Promise<T>): Promise<T> {
  try {
    return await write(slug);
  } catch (error) {
    throw toSlugTaken(error, slug);
  }
}

/** Makes a free slug from the name, or from the wanted slug. `currentSlug`, which the product has already, counts as free. */
export function withProductSlug<T>(
  db: Database,
  name: string,
  currentSlug: string | null,
  write: (slug: string) => Promise<T>,
): Promise<T> {
  const listTaken = async (slug: string) => {
    const taken = await repository.listProductSlugs(db, slug);
    if (currentSlug) taken.delete(currentSlug);
    return taken;
  };
  return withFreeSlug(slugify(name, 'product'), { listTaken, constraint: SLUG_CONSTRAINT }, write);
}

/** A product that has neither options nor stock. */
const EMPTY = { options: null, variants: [], quantity: 0, stockPolicy: null, onHand: null };

/** Throws `invalid_request` for preorders that would have ended. Only for them is the shop's calendar read. */
async function requireOpenPreorders(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { stock, variants = [] }: Pick<ProductInput, 'stock' | 'variants'>,
): Promise<void> {
  const policies = variants.map((it, index) => [`variants.${index}.stock`, it.stock] as const);
  const dated = [['stock', stock] as const, ...policies].filter(([, it]) => it?.shipsOn);
  if (dated.length) requireFutureDays(dated, await readToday({ db, now }));
}

/**
 * Throws `invalid_request` for an image of another shop, a compare-at price that isn't above the price, and variants that don't fit the
 * options.
 */
function prepareProduct({
  alt = '',
  moreImages = [],
  options,
  variants,
  stock = null,
  id = randomUUID(),
  slug: wantedSlug,
  description,
  descriptionFormat,
  descriptionText,
  ...columns
}: ProductInput) {
  const name = columns.name.trim();
  const more = withoutNames(parseImages(moreImages, 'moreImages'), [name]);
  // The first image may have no id yet, so no variant can refer to it.
  const empty = { ...EMPTY, id, imageIds: ['', ...more.map(({ imageId }) => imageId)] };
  const plan = planVariants(empty, { ...(options && { options }), ...(variants && { variants }) });
  if (columns.compareAtCents && !plan?.options) requireSale(columns.priceCents, columns.compareAtCents);
  requireUnit(columns);
  requirePeriod(columns.publishFrom ?? null, columns.publishUntil ?? null);
  const policy = plan?.options ? {} : toPolicyColumns(parseStockPolicy(stock, 'stock'), columns.quantity);
  const texts = { name, ...toNewDescription({ description, descriptionFormat, descriptionText }), sku: columns.sku?.trim() ?? null };
  const row = { ...columns, ...policy, ...texts, id };
  return { row, alt: alt.trim(), more, plan, variants, slug: wantedSlug ?? name };
}

async function writeProduct(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { row, alt, more, plan, variants, slug: wantedSlug }: ReturnType<typeof prepareProduct>,
  imageId: string,
  withSlug = (write: (slug: string) => Promise<repository.VersionedProduct>) => withProductSlug(db, wantedSlug, null, write),
): Promise<repository.VersionedProduct> {
  try {
    return await withSlug((slug) => {
      const at = now();
      const [first] = withoutNames([{ imageId, alt }], [row.name]);
      const product = { ...row, slug, imageId, imageAlt: first?.alt, createdAt: at, updatedAt: at, moreImages: more };
      return db.transaction(async (tx) => {
        await attachImages(tx, [], more, 'moreImages', at);
        const [branded = product] = await withBrandIds(tx, [product], at);
        const created = await (plan?.options ? createWithVariants(tx, branded, plan) : repository.createProduct(tx, branded));
        await recordFormerSlugs(tx, [{ id: row.id, slug, wanted: wantedSlug === row.name ? undefined : wantedSlug }]);
        return created;
      });
    });
  } catch (error) {
    throw await toProductError(db, error, { productId: null, sku: row.sku, variants });
  }
}

/**
 * Throws `invalid_request` for an unknown category or image and for a compare-at price that isn't above the price; `sku_taken`; `slug_taken`
 * if another product has the slug; and what `storeImage` throws for an invalid image.
 */
export async function addProduct({ db, images, now }: Context, input: ProductInput, image: Buffer): Promise<repository.VersionedProduct> {
  if (!(await findCategory(db, input.categoryId))) throw unknownCategory();
  const { slug, ...rest } = input;
  const prepared = prepareProduct(rest);
  await requireOpenPreorders({ db, now }, input);
  const withSlug = slug
    ? (write: Parameters<typeof withChosenSlug<repository.VersionedProduct>>[1]) => withChosenSlug(slug, write)
    : undefined;
  return withStoredImage(images, image, (imageId) => writeProduct({ db, now }, prepared, imageId, withSlug));
}

/** As addProduct, but with an image that is stored already and a category that exists. */
export async function addProductWithImage(deps: Pick<Context, 'db' | 'now'>, input: ProductInput, imageId: string) {
  await requireOpenPreorders(deps, input);
  return writeProduct(deps, prepareProduct(input), imageId);
}

async function createWithVariants(tx: Database, product: repository.NewProduct, plan: VariantPlan): Promise<repository.VersionedProduct> {
  await repository.createProduct(tx, { ...product, compareAtCents: null, quantity: 0 });
  requirePossiblePlan(plan, {});
  await writeVariants(tx, { ...EMPTY, id: product.id }, plan, plan.stockChanges, { productVersion: undefined, at: product.createdAt });
  return requireProduct(tx, product.id);
}

/** Stores an image, which a product can be given within a day, and returns its id. Throws what storeImage throws. */
export function addUpload({ db, images, now }: Context, image: Buffer): Promise<string> {
  return withStoredImage(images, image, async (imageId) => {
    await addUnattachedImages(db, [imageId], now());
    return imageId;
  });
}

/** An empty slug leaves it unchanged. Throws what writeProductChange does, `invalid_request` for an unknown category, `sku_taken` and `slug_taken`. */
export async function changeProduct(
  { db, now }: Pick<Context, 'db' | 'now'>,
  id: string,
  edit: ProductEdit,
): Promise<repository.VersionedProduct> {
  const { renewSlug, slug: chosen, images, ...rest } = edit;
  const change: ProductChange = images ? { ...rest, images: parseImages(images, 'images') } : rest;
  if (change.name !== undefined) change.name = change.name.trim();
  if (change.sku) change.sku = change.sku.trim();
  await requireOpenPreorders({ db, now }, change);
  const old = await requireProduct(db, id);
  const write = (slug?: string) =>
    db.transaction((tx) => writeProductChange(tx, id, slug === undefined ? change : { ...change, slug }, now()));
  try {
    if (chosen) return await withChosenSlug(chosen, write);
    return renewSlug ? await withProductSlug(db, change.name ?? old.product.name, old.product.slug, write) : await write();
  } catch (error) {
    const sku = change.sku === undefined ? old.product.sku : change.sku;
    throw await toProductError(db, error, { productId: id, sku, variants: change.variants });
  }
}

/**
 * Replaces the first image. The old files stay, since orders may show them; the cleanup job deletes them once none does. The version is
 * checked before the image is processed, and again when its id is written.
 */
export async function changeProductImage(
  { db, images, now }: Context,
  id: string,
  image: Buffer,
  { version, alt = '' }: { version?: number; alt?: string },
): Promise<repository.VersionedProduct> {
  const old = await requireProduct(db, id);
  if (version !== undefined && version !== old.version) throw createVersionConflict({ product: [old.product], version: old.version });
  const change = version === undefined ? {} : { version };
  return withStoredImage(images, image, (imageId) => {
    const firstImage = { imageId, alt: alt.trim() };
    return db.transaction((tx) => writeProductChange(tx, id, { ...change, firstImage }, now()));
  });
}

/** Finds it by its slug or a former one. Throws `product_gone` if it has been deleted. */
export async function findProductBySlug(
  db: Database,
  slug: string,
): Promise<{ found: repository.VersionedProduct | null; isMoved: boolean }> {
  const found = await repository.findProductBySlug(db, slug);
  const ownerId = found ? null : await findSlugOwner(db, 'product', slug);
  if (!ownerId) return { found, isMoved: false };
  const moved = await repository.findProduct(db, ownerId);
  if (!moved) throw new AppError('product_gone', 'This product was deleted');
  return { found: moved, isMoved: true };
}

/** Orders keep a copy of what was bought, image included. */
export async function removeProduct({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  if (!(await repository.deleteProduct(db, id))) throw createProductNotFound();
}

const PUBLISHED_AT_ONCE = 200;

/** Shows and hides products whose time has come, a few at a time, since each change is told to the caches and other programs. */
export async function publishProducts(db: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const count = await db.transaction((tx) => repository.publishDue(tx, PUBLISHED_AT_ONCE));
    if (count < PUBLISHED_AT_ONCE) return;
  }
}
