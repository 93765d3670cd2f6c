import { isDeepStrictEqual } from 'node:util';
import type { VersionPreview } from '../../../../contract/audit.ts';
import type { CustomFieldsInput } from '../../../../contract/custom-field-values.ts';
import { formatMoney, toDollars } from '../../../../contract/money.ts';
import type { DetailName } from '../../../../contract/product-details.ts';
import { type DescriptionFormat, toChosenOptions, toStatus } from '../../../../contract/product-fields.ts';
import type { ShopDetails } from '../../../../contract/settings.ts';
import type { StoredPolicy } from '../../../../contract/stock-policy.ts';
import { findBrand, listBrandNames } from '../../catalog/brands/brand.repository.ts';
import { listCandidates, type PartCount } from '../../catalog/bundles/bundle.repository.ts';
import { listUsable } from '../../catalog/bundles/bundle-change.service.ts';
import { findCategory, listCategoryNames } from '../../catalog/categories/category.repository.ts';
import { restoreDeletedProduct } from '../../catalog/products/add-products.service.ts';
import { changeProduct } from '../../catalog/products/product.service.ts';
import { readStoredDetails, toColumnName } from '../../catalog/products/product-details.ts';
import { listTakenSkus } from '../../catalog/products/variant.repository.ts';
import { findMakers } from '../../catalog/safety/safety.repository.ts';
import { imageUrl } from '../../content/media/image-url.ts';
import { findFiles } from '../../fields/field-file.service.ts';
import { planValues } from '../../fields/field-values.service.ts';
import { toPolicyColumns } from '../../inventory/stock-policy.ts';
import { readShopDetails, readToday } from '../../settings/shop-details.service.ts';
import { type ProductVersion, type SentFields, type StoredImage, type StoredProduct, toProductVersion } from './product-version.ts';
import type { Parts } from './version.repository.ts';
import { type Context, createNotRestorable, getVersion, hasFiles, listChanges, type VersionPlan } from './version-plan.ts';

/** Earlier versions of products, with their images and variants. The stock stays as it is, because it has been sold and counted since. */
const toDate = (time: string | null | undefined): Date | null => (time ? new Date(time) : null);

const toPeriod = ({ publish_from: from, publish_until: until }: StoredProduct) => ({
  publishFrom: toDate(from),
  publishUntil: toDate(until),
});

const describePolicy = (policy: StoredPolicy | null | undefined): string =>
  policy ? [policy.policy, policy.limit && `limit ${policy.limit}`, policy.shipsIn, policy.shipsOn].filter(Boolean).join(', ') : '';

/** Versions of before Markdown have plain texts. */
const toFormat = ({ description_markdown: markdown }: StoredProduct): DescriptionFormat => (markdown == null ? 'text' : 'markdown');

/** Values as people read them, before and after. */
function describe(
  { product, images, variants, parts }: ProductVersion,
  names: ReadonlyMap<string, string>,
  prices: Pick<ShopDetails, 'currency' | 'priceLocale'>,
) {
  const format = (cents: number) => formatMoney(toDollars(cents), { currency: prices.currency, locale: prices.priceLocale });
  const own = variants.length ? {} : { price_cents: product.price_cents, compare_at_cents: product.compare_at_cents ?? null };
  return {
    name: product.name,
    description: product.description_markdown ?? product.description,
    description_format: toFormat(product),
    ...own,
    sku: product.sku ?? null,
    weight_grams: product.weight_grams ?? null,
    // A bundle's follows from its parts.
    ...(!parts.length && { stock_policy: describePolicy(product.stock_policy) || null }),
    parts: parts.map(({ productId, count }) => `${count} × ${names.get(productId) ?? ''}`),
    shipping: product.shipping === 1,
    status: toStatus(product.status),
    publish_from: product.publish_from ?? null,
    publish_until: product.publish_until ?? null,
    category: names.get(product.category_id) ?? null,
    further_category_ids: (product.further_category_ids ?? []).map((id) => names.get(id) ?? ''),
    attributes: (product.attributes ?? []).map(({ name, value }) => `${name}: ${value}`),
    custom: product.custom ?? null,
    ...Object.fromEntries(Object.entries(readStoredDetails(product)).map(([name, value]) => [toColumnName(name as DetailName), value])),
    brand: names.get(product.brand_id ?? '') ?? null,
    tags: product.tags ?? [],
    cost_cents: product.cost_cents ?? null,
    contents: product.contents ?? null,
    related_product_ids: product.related_product_ids ?? [],
    pictures: images.map(({ imageId, alt }) => `${alt} (${imageId.slice(0, 6)})`.trim()),
    variants: variants.map((it) =>
      [
        `${it.option_values.join(' / ')}: ${format(it.price_cents)}`,
        it.compare_at_cents ? `was ${format(it.compare_at_cents)}` : '',
        it.sku ?? '',
        it.barcode ?? '',
        it.tax_class ?? '',
        describePolicy(it.stock_policy),
        ...Object.entries(it.custom ?? {}).map(([key, value]) => `${key} ${value}`),
      ]
        .filter(Boolean)
        .join(', '),
    ),
  };
}

const getVariantIds = ({ variants }: ProductVersion) => variants.map(({ id }) => id).toSorted();
const hasSameVariants = (one: ProductVersion, other: ProductVersion) =>
  isDeepStrictEqual([one.product.options ?? null, getVariantIds(one)], [other.product.options ?? null, getVariantIds(other)]);

type Kept = VersionPreview['kept'];

/** Changes the values of `next` that no longer fit, and returns which. */
async function keepWhatFits({ db, images, now }: Context, id: string, current: ProductVersion | null, next: ProductVersion): Promise<Kept> {
  const kept: Kept = [];
  if (!(await findCategory(db, next.product.category_id))) {
    if (!current) throw createNotRestorable('Its category was deleted: restore that first');
    next.product.category_id = current.product.category_id;
    kept.push({ field: 'category', reason: 'gone' });
  }
  const further = next.product.further_category_ids ?? [];
  const existing = await listCategoryNames(db, further);
  next.product.further_category_ids = further.filter((it) => existing.has(it));
  if (next.product.further_category_ids.length < further.length) kept.push({ field: 'further_category_ids', reason: 'gone' });
  const currentIds = new Set(current?.images.map(({ imageId }) => imageId));
  const usable: StoredImage[] = [];
  for (const image of next.images) if (currentIds.has(image.imageId) || (await hasFiles(images, image.imageId))) usable.push(image);
  if (usable.length < next.images.length) kept.push({ field: 'pictures', reason: 'gone' });
  if (!usable.length && !current) throw createNotRestorable('The files of its images are deleted: a product has one at least');
  next.images = usable.length ? usable : (current?.images ?? []);
  // Stock of variants that were added or removed since would get lost.
  if (current && !hasSameVariants(current, next)) {
    Object.assign(next.product, { options: current.product.options, price_cents: current.product.price_cents });
    next.product.compare_at_cents = current.product.compare_at_cents ?? null;
    next.variants = current.variants;
    kept.push({ field: 'variants', reason: 'changed' });
  }
  if (next.product.brand_id && !(await findBrand(db, next.product.brand_id))) {
    next.product.brand_id = current?.product.brand_id ?? null;
    kept.push({ field: 'brand_id', reason: 'gone' });
  }
  await keepNamed(db, current, next, kept);
  const today = await readToday({ db, now });
  const isOver = ({ stock_policy: policy }: { stock_policy?: StoredPolicy | null }) => Boolean(policy?.shipsOn && policy.shipsOn <= today);
  if ([next.product, ...next.variants].some(isOver)) {
    for (const it of [next.product, ...next.variants]) if (isOver(it)) it.stock_policy = null;
    kept.push({ field: 'stock_policy', reason: 'gone' });
  }
  const usableParts = await listUsable(db, id, next.parts, current?.parts ?? []);
  if (usableParts.length < next.parts.length) kept.push({ field: 'parts', reason: 'gone' });
  next.parts = usableParts;
  const skus = [next.product, ...next.variants].flatMap(({ sku }) => sku ?? []);
  const taken = await listTakenSkus(db, skus, id);
  const keepFree = <T extends { sku?: string | null }>(row: T): T =>
    row.sku && taken.has(row.sku.toLowerCase()) ? { ...row, sku: null } : row;
  if (taken.size) {
    next.product = keepFree(next.product);
    next.variants = next.variants.map(keepFree);
    kept.push({ field: 'sku', reason: 'taken' });
  }
  const imageIds = new Set(next.images.map(({ imageId }) => imageId));
  next.variants = next.variants.map((it) => (it.image_id && !imageIds.has(it.image_id) ? { ...it, image_id: null } : it));
  return kept;
}

/** A manufacturer and a label that are there no more. */
async function keepNamed(db: Context['db'], current: ProductVersion | null, next: ProductVersion, kept: Kept): Promise<void> {
  const { maker, guarantee_label: label } = next.product;
  if (maker && !(await findMakers(db, [maker], false)).has(maker)) {
    next.product.maker = current?.product.maker ?? null;
    kept.push({ field: 'maker', reason: 'gone' });
  }
  if (label && !(await findFiles(db, [label], false)).has(label)) {
    next.product.guarantee_label = current?.product.guarantee_label ?? null;
    kept.push({ field: 'guarantee_label', reason: 'gone' });
  }
}

const toInput = ({ productId, variantId, count }: PartCount) => ({ product: productId, variant: variantId, count });

/** Of those that are no texts. */
const toMoreDetails = ({ brand_id: brandId, tags, cost_cents: costCents, contents, related_product_ids: related }: StoredProduct) => ({
  brandId: brandId ?? null,
  tags: tags ?? [],
  costCents: costCents ?? null,
  contents: contents ?? null,
  relatedProductIds: related ?? [],
});
/** Changes values that no longer fit their fields, and returns how a form would send the others. */
async function keepFields({ db }: Context, current: ProductVersion | null, next: ProductVersion, kept: Kept): Promise<SentFields> {
  const own = await planValues(db, 'product', next.product.custom ?? null, current?.product.custom ?? null);
  next.product.custom = own.next;
  let { isCut } = own;
  const variants = new Map<string, CustomFieldsInput>();
  for (const variant of next.variants) {
    const stored = current?.variants.find(({ id }) => id === variant.id)?.custom ?? null;
    const plan = await planValues(db, 'variant', variant.custom ?? null, stored);
    variant.custom = plan.next;
    if (plan.sent) variants.set(variant.id, plan.sent);
    isCut ||= plan.isCut;
  }
  if (isCut) kept.push({ field: 'custom', reason: 'gone' });
  return { product: own.sent, variants };
}

const withFields = (customFields: CustomFieldsInput | undefined) => (customFields ? { customFields } : {});

/** In the form in which a product form sends it. */
function toEdit({ product, images, variants, parts }: ProductVersion, current: ProductVersion, version: number, fields: SentFields) {
  const stock = new Map(current.variants.map(({ id, quantity }) => [id, quantity]));
  const own = { priceCents: product.price_cents, compareAtCents: product.compare_at_cents ?? null };
  const options = product.options ?? [];
  const sent = variants.map((it) => {
    const quantity = stock.get(it.id) ?? 0;
    return {
      _id: it.id,
      sku: it.sku ?? null,
      barcode: it.barcode ?? null,
      options: toChosenOptions(options, it.option_values),
      price: toDollars(it.price_cents),
      compareAtPrice: it.compare_at_cents ? toDollars(it.compare_at_cents) : null,
      cost: it.cost_cents == null ? null : toDollars(it.cost_cents),
      taxClass: it.tax_class ?? null,
      contents: it.contents ?? null,
      quantity,
      shownQuantity: quantity,
      stock: it.stock_policy ?? null,
      image: it.image_id ? imageUrl(it.image_id) : null,
      ...withFields(fields.variants.get(it.id)),
    };
  });
  return {
    version,
    name: product.name,
    description: product.description_markdown ?? product.description,
    descriptionFormat: toFormat(product),
    sku: product.sku ?? null,
    weightGrams: product.weight_grams ?? null,
    shipping: product.shipping,
    status: toStatus(product.status),
    ...toPeriod(product),
    categoryId: product.category_id,
    furtherCategoryIds: product.further_category_ids ?? [],
    attributes: product.attributes ?? [],
    ...withFields(fields.product),
    ...readStoredDetails(product),
    ...toMoreDetails(product),
    images: images.map(({ imageId, alt }) => ({ url: imageUrl(imageId), alt })),
    ...(variants.length ? { variants: sent } : own),
    ...(!variants.length && !parts.length && { stock: product.stock_policy ?? null }),
    ...((parts.length > 0 || current.parts.length > 0) && { parts: parts.map(toInput) }),
  };
}

export async function planProduct(context: Context, id: string, currentParts: Parts, parts: Parts): Promise<VersionPlan> {
  const current = toProductVersion(currentParts);
  const next = toProductVersion(structuredClone(parts));
  if (!next) throw createNotRestorable('There was nothing before this entry');
  if (!current) next.product.status = 'draft';
  const kept = await keepWhatFits(context, id, current, next);
  const fields = await keepFields(context, current, next, kept);
  const categoryIds = [current, next].flatMap((it) => (it ? [it.product.category_id, ...(it.product.further_category_ids ?? [])] : []));
  const brandIds = [current, next].flatMap((it) => it?.product.brand_id ?? []);
  const partIds = [current, next].flatMap((it) => it?.parts.map(({ productId }) => productId) ?? []);
  const candidates = partIds.length ? await listCandidates(context.db, partIds) : new Map();
  const partNames = [...candidates.values()].map((it) => [it.id, it.name] as const);
  const categoryNames = await listCategoryNames(context.db, categoryIds);
  const names = new Map([...categoryNames, ...(await listBrandNames(context.db, brandIds)), ...partNames]);
  const shop = await readShopDetails(context.db);
  const shown = current && describe(current, names, shop);
  const version = getVersion(currentParts.get(''));
  const currentIds = new Set(current?.images.map(({ imageId }) => imageId));
  return {
    version,
    changes: listChanges(shown ?? undefined, describe(next, names, shop)),
    kept,
    imageIds: next.images.flatMap(({ imageId }) => (currentIds.has(imageId) ? [] : [imageId])),
    write: (it) =>
      current && version !== null
        ? changeProduct(it, id, toEdit(next, current, version, fields))
        : restoreDeletedProduct(it, toDeletedProduct(id, next)),
  };
}

function toDeletedProduct(id: string, { product, images, variants, parts }: ProductVersion) {
  return {
    row: {
      id,
      name: product.name,
      slug: product.slug,
      description: product.description,
      descriptionMarkdown: product.description_markdown ?? null,
      priceCents: product.price_cents,
      compareAtCents: product.compare_at_cents ?? null,
      sku: product.sku ?? null,
      weightGrams: product.weight_grams ?? null,
      shipping: product.shipping,
      categoryId: product.category_id,
      furtherCategoryIds: product.further_category_ids ?? [],
      attributes: product.attributes ?? [],
      custom: product.custom ?? null,
      options: product.options ?? null,
      ...toPeriod(product),
      ...readStoredDetails(product),
      ...toMoreDetails(product),
      stockPolicy: parts.length ? null : (product.stock_policy ?? null),
    },
    images,
    parts,
    variants: variants.map((it) => ({
      id: it.id,
      productId: id,
      position: it.position,
      optionValues: it.option_values,
      sku: it.sku ?? null,
      barcode: it.barcode ?? null,
      priceCents: it.price_cents,
      compareAtCents: it.compare_at_cents ?? null,
      lowestCents: null,
      costCents: it.cost_cents ?? null,
      taxClass: it.tax_class ?? null,
      contents: it.contents ?? null,
      imageId: it.image_id ?? null,
      custom: it.custom ?? null,
      ...toPolicyColumns(it.stock_policy ?? null, 0),
    })),
  };
}
