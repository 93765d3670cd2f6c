/** Creating, changing and deleting products, with their slugs and images. */
import { randomUUID } from 'node:crypto';
import type { BundlePartInput } from '../../../../contract/bundle.ts';
import type { CustomFields, CustomFieldsInput } from '../../../../contract/custom-field-values.ts';
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
import { createVersionConflict } from '../../../platform/errors.ts';
import { addUnattachedImages } from '../../content/media/image.repository.ts';
import { withStoredImage } from '../../content/media/store-image.ts';
import { recordFormerSlugs } from '../../database/slug.ts';
import { applySentValues } from '../../fields/field-values.service.ts';
import { parseStockPolicy, requireFutureDays, toPolicyColumns } from '../../inventory/stock-policy.ts';
import { readToday } from '../../settings/shop-details.service.ts';
import { withBrandIds } from '../brands/brand.service.ts';
import { EMPTY_STOCK, makeBundle, refuseParts } from '../bundles/bundle-change.service.ts';
import { findCategory } from '../categories/category.repository.ts';
import { withKnownSafety } from '../safety/safety.service.ts';
import { toNewDescription } from './description.ts';
import * as repository from './product.repository.ts';
import { createProductNotFound, type ProductChange, requireProduct, requireSale, writeProductChange } from './product-change.service.ts';
import type { MoreDetails, ProductDetails } from './product-details.ts';
import { attachImages, parseImages, withoutNames } from './product-images.ts';
import { requirePeriod, requireUnit } from './product-input.ts';
import { toProductError, unknownCategory, withChosenSlug, withProductSlug } from './product-slug.ts';
import { planVariants, requirePossiblePlan, type VariantPlan, withCheckedFields, writeVariants } from './variant-change.service.ts';

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
  /** Values of the merchant's fields. */
  customFields?: CustomFieldsInput;
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
  /** Makes it a bundle, whose stock is that of its parts. */
  parts?: BundlePartInput[];
}

interface ProductEdit extends Omit<ProductChange, 'images' | 'firstImage'> {
  images?: ProductImageInput[];
  /** Makes a new slug from the name; links with the old one are redirected. */
  renewSlug?: boolean;
}

/** A product that has neither options nor stock. */
const EMPTY = { options: null, variants: [], ...EMPTY_STOCK };

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
  customFields: _sent,
  parts = [],
  ...own
}: ProductInput & { custom?: CustomFields | null }) {
  const isStocked = !parts.length;
  const columns = isStocked ? own : { ...own, quantity: 0 };
  const name = columns.name.trim();
  const more = withoutNames(parseImages(moreImages, 'moreImages'), [name]);
  // The first image may have no id yet, so no variant can refer to it.
  const empty = { ...EMPTY, id, imageIds: ['', ...more.map(({ imageId }) => imageId)] };
  const plan = planVariants(empty, { ...(options && { options }), ...(variants && { variants }) });
  if (columns.compareAtCents && !plan?.options) requireSale(columns.priceCents, columns.compareAtCents);
  requireUnit(columns);
  requirePeriod(columns.publishFrom ?? null, columns.publishUntil ?? null);
  const policy = plan?.options ? {} : toPolicyColumns(isStocked ? parseStockPolicy(stock, 'stock') : null, columns.quantity);
  const texts = { name, ...toNewDescription({ description, descriptionFormat, descriptionText }), sku: columns.sku?.trim() ?? null };
  const row = { ...columns, ...policy, ...texts, id };
  return { row, alt: alt.trim(), more, plan, variants, parts, slug: wantedSlug ?? name };
}

/** With the values of its fields and of its variants', checked. Throws `invalid_request`. */
async function withFields(db: Database, input: ProductInput): Promise<ProductInput & { custom?: CustomFields | null }> {
  return { ...(await withCheckedFields(db, input, [])), ...(await applySentValues(db, 'product', input.customFields, null)) };
}

async function writeProduct(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { row, alt, more, plan, variants, parts, slug: wantedSlug }: ReturnType<typeof prepareProduct>,
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
        const [branded = product] = await withBrandIds(tx, await withKnownSafety(tx, [product]), at);
        const created = await (plan?.options ? createWithVariants(tx, branded, plan) : repository.createProduct(tx, branded));
        await recordFormerSlugs(tx, [{ id: row.id, slug, wanted: wantedSlug === row.name ? undefined : wantedSlug }]);
        if (!parts.length) return created;
        await makeBundle(tx, { id: row.id, name: row.name, hasOptions: Boolean(plan?.options) }, parts, at);
        return requireProduct(tx, row.id);
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
  const { slug, ...rest } = await withFields(db, input);
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
  return writeProduct(deps, prepareProduct(await withFields(deps.db, input)), imageId);
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

/** Orders keep a copy of what was bought, image included. Throws `invalid_request` for a part of a bundle. */
export async function removeProduct({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  if (!(await refuseParts(db, id, () => repository.deleteProduct(db, id)))) throw createProductNotFound();
}

const PUBLISHED_AT_ONCE = 200;

/** Shows and hides products whose time has come, a few at a time, since each change is told to the caches and other programs. */
export async function publishProducts(db: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const count = await db.transaction((tx) => repository.publishDue(tx, PUBLISHED_AT_ONCE));
    if (count < PUBLISHED_AT_ONCE) return;
  }
}
