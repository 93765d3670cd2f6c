/** The product columns that are read, and their conversion to the product that the API returns. */
import { sql } from 'drizzle-orm';
import type { CustomFields } from '../../../../contract/custom-field-values.ts';
import { toDollars } from '../../../../contract/money.ts';
import type { DetailedProduct, Product } from '../../../../contract/product.ts';
import type { AdminProduct } from '../../../../contract/product-admin.ts';
import { teamFields } from '../../../../contract/product-details.ts';
import type { Attribute, ProductOption, Variant } from '../../../../contract/product-fields.ts';
import type { StoredPolicy } from '../../../../contract/stock-policy.ts';
import { imageUrl } from '../../content/media/image-url.ts';
import { products } from '../../database/schema/catalog.ts';
import { toStockPolicy } from '../../inventory/stock-policy.ts';
import { BUNDLES_WITH_IT, PART_ROWS, type PartRow, toBundlePart } from '../bundles/bundle.repository.ts';
import { SHOWN_SAFETY } from '../safety/safety.repository.ts';
import { type ProductDetails, toWireDetails, withoutDetails } from './product-details.ts';
import { toUnitPrice, toVariant, VARIANT_ROWS, type VariantRow } from './variant.repository.ts';

export const productColumns = {
  _id: products.id,
  name: products.name,
  slug: products.slug,
  description: products.description,
  priceCents: products.priceCents,
  compareAtCents: products.compareAtCents,
  lowestCents: products.lowestCents,
  quantity: products.quantity,
  stockPolicy: products.stockPolicy,
  onHand: products.onHand,
  shipping: products.shipping,
  category: products.categoryId,
  imageId: products.imageId,
  sku: products.sku,
  weight: products.weightGrams,
  status: products.status,
  contents: products.contents,
  priceContents: products.priceContents,
  contentsUnit: products.contentsUnit,
  minimumAge: products.minimumAge,
};

/** The same columns of `products p` as raw SQL, for lists: those show only the beginning of a description. */
export const PRODUCT_ROW = sql`p.id as _id, p.name, p.slug, left(p.description, 200) as description, p.price_cents as "priceCents",
  p.compare_at_cents as "compareAtCents", p.lowest_cents as "lowestCents", p.quantity, p.stock_policy as "stockPolicy", p.on_hand as "onHand", p.shipping, p.category_id as category, p.image_id as "imageId", p.sku, p.weight_grams as weight, p.status,
  p.options is not null as "hasOptions", p.is_price_from as "isPriceFrom",
  p.contents::float8, p.price_contents::float8 as "priceContents", p.contents_unit as "contentsUnit",
  p.minimum_age as "minimumAge"`;

export type ProductRow = Omit<Product, 'price' | 'compareAtPrice' | 'lowestPrice' | 'image' | 'stock' | 'unitPrice' | 'minimumAge'> & {
  minimumAge: string | null;
  contents: number | null;
  priceContents: number | null;
  contentsUnit: string | null;
  stockPolicy: StoredPolicy | null;
  onHand: number | null;
  priceCents: number;
  compareAtCents: number | null;
  lowestCents: number | null;
  imageId: string;
};

/** Additional columns of a single product. */
export const ownColumns = {
  ...productColumns,
  descriptionMarkdown: products.descriptionMarkdown,
  furtherCategoryIds: products.furtherCategoryIds,
  barcode: products.barcode,
  condition: products.condition,
  seoTitle: products.seoTitle,
  seoDescription: products.seoDescription,
  googleCategory: products.googleCategory,
  withdrawalException: products.withdrawalException,
  soldAs: products.soldAs,
  handlingDays: products.handlingDays,
  vendor: products.vendor,
  countryOfOrigin: products.countryOfOrigin,
  hsCode: products.hsCode,
  taxClass: products.taxClass,
  maker: products.maker,
  safetyWarnings: products.safetyWarnings,
  guaranteeYears: products.guaranteeYears,
  guaranteeText: products.guaranteeText,
  guaranteeLabel: products.guaranteeLabel,
  brandId: products.brandId,
  tags: products.tags,
  costCents: products.costCents,
  relatedProductIds: products.relatedProductIds,
  publishFrom: products.publishFrom,
  publishUntil: products.publishUntil,
  imageAlt: products.imageAlt,
  attributes: products.attributes,
  custom: products.custom,
  version: products.version,
  options: products.options,
  isPriceFrom: products.isPriceFrom,
  isBundle: products.isBundle,
};

/** All columns of a single product, with its other images and its variants in the same statement. */
export const detailedColumns = {
  ...ownColumns,
  moreImages: sql<ImageRow[]>`(select coalesce(json_agg(json_build_object('imageId', image_id, 'alt', alt) order by position), '[]')
    from product_images where product_id = products.id)`.as('more_images'),
  variants: VARIANT_ROWS,
  parts: PART_ROWS,
  bundles: BUNDLES_WITH_IT,
  brand:
    sql<NamedBrand | null>`(select json_build_object('_id', id, 'name', name, 'slug', slug) from brands where id = products.brand_id)`.as(
      'brand',
    ),
  safety: SHOWN_SAFETY,
};

type TeamField = keyof typeof teamFields;
type NamedBrand = NonNullable<DetailedProduct['brand']>;

/** If `alt` is empty, the product's name is shown. */
export interface ImageRow {
  imageId: string;
  alt: string;
}

/** Leaves out fields that most products don't have, which keeps lists short. */
export function toProduct({
  priceCents,
  compareAtCents,
  lowestCents,
  imageId,
  hasOptions,
  isPriceFrom,
  stockPolicy,
  onHand,
  contents,
  priceContents,
  contentsUnit,
  minimumAge,
  ...rest
}: ProductRow): Product {
  // The previous version of the shop raises prices without checking the compare-at price.
  const isOnSale = compareAtCents !== null && compareAtCents > priceCents;
  return {
    ...rest,
    price: toDollars(priceCents),
    compareAtPrice: isOnSale ? toDollars(compareAtCents) : null,
    ...(isOnSale && lowestCents !== null && { lowestPrice: toDollars(lowestCents) }),
    image: imageUrl(imageId),
    ...toStockPolicy({ stockPolicy, onHand }),
    ...(hasOptions && { hasOptions }),
    ...(isPriceFrom && { isPriceFrom }),
    ...toUnitPrice(priceCents, { contents: priceContents ?? contents, contentsUnit }),
    ...(minimumAge && { minimumAge: Number(minimumAge) }),
  };
}

export type DetailedRow = Omit<ProductRow, 'hasOptions'> &
  ProductDetails & {
    version: number;
    descriptionMarkdown: string | null;
    imageAlt: string;
    attributes: Attribute[];
    custom: CustomFields | null;
    furtherCategoryIds: string[];
    moreImages: ImageRow[];
    options: ProductOption[] | null;
    variants: VariantRow[];
    publishFrom: Date | null;
    publishUntil: Date | null;
    isBundle: boolean;
    /** Null: it is no bundle. */
    parts: PartRow[] | null;
    /** Those that it is a part of. */
    bundles: AdminProduct['bundles'] | null;
    brandId: string | null;
    /** Only of rows that are read to be shown. */
    brand?: NamedBrand | null;
    safety?: DetailedProduct['safety'] | null;
    tags: string[];
    costCents: number | null;
    relatedProductIds: string[];
  };

export const listImages = ({ imageId, imageAlt, moreImages }: Pick<DetailedRow, 'imageId' | 'imageAlt' | 'moreImages'>): ImageRow[] => [
  { imageId, alt: imageAlt },
  ...moreImages,
];

function toDetailedProduct({
  version: _version,
  imageAlt,
  moreImages,
  attributes,
  furtherCategoryIds,
  options,
  variants,
  descriptionMarkdown,
  publishFrom: _from,
  publishUntil: _until,
  isBundle: _isBundle,
  parts,
  bundles: _bundles,
  brandId: _brandId,
  brand,
  safety,
  tags: _tags,
  costCents: _cost,
  relatedProductIds: _related,
  custom,
  ...row
}: DetailedRow): DetailedProduct {
  const images = listImages({ imageId: row.imageId, imageAlt, moreImages });
  const choice = options && { options, variants: variants.map((it) => toVariant(it, options, row)) };
  const { contents, contentsUnit, minimumAge } = row;
  return {
    ...toProduct({ ...withoutDetails(row), contentsUnit, minimumAge, hasOptions: options !== null }),
    descriptionFormat: descriptionMarkdown === null ? 'text' : 'markdown',
    ...(descriptionMarkdown !== null && { description: descriptionMarkdown, descriptionText: row.description }),
    ...choice,
    ...(parts && { parts: parts.map(toBundlePart) }),
    ...withoutTeamFields(toWireDetails(row)),
    ...(brand && { brand }),
    ...(safety && { safety }),
    ...(contents !== null && { contents }),
    attributes,
    ...(furtherCategoryIds.length && { furtherCategories: furtherCategoryIds }),
    ...(custom && { customFields: custom }),
    images: images.map(({ imageId, alt }) => ({ url: imageUrl(imageId), alt: alt || row.name })),
  };
}

/** As the team sees it. */
export function toAdminProduct(row: DetailedRow): AdminProduct {
  const { variants, ...product } = toDetailedProduct(row);
  const rows = new Map(row.variants.map((it) => [it.id, it]));
  const withTeamFields = (it: Variant) => {
    const { costCents = null, taxClass = null } = rows.get(it._id) ?? {};
    return { ...it, ...(costCents !== null && { cost: toDollars(costCents) }), ...(taxClass !== null && { taxClass }) };
  };
  return {
    ...product,
    ...(variants && { variants: variants.map(withTeamFields) }),
    ...toWireDetails(row),
    ...(row.publishFrom && { publishFrom: row.publishFrom.toISOString() }),
    ...(row.publishUntil && { publishUntil: row.publishUntil.toISOString() }),
    ...(row.tags.length && { tags: row.tags }),
    ...(row.costCents !== null && { cost: toDollars(row.costCents) }),
    ...(row.relatedProductIds.length && { relatedProducts: row.relatedProductIds }),
    ...(row.bundles && { bundles: row.bundles }),
  };
}

const withoutTeamFields = <T extends object>(product: T): Omit<T, TeamField> =>
  Object.fromEntries(Object.entries(product).filter(([name]) => !Object.hasOwn(teamFields, name))) as Omit<T, TeamField>;

/** Without what only the team knows, such as what it costs the merchant. What customers see of the merchant's fields, showProductFields adds. */
export function toPublicProduct({ variants, customFields: _custom, bundles: _bundles, ...product }: AdminProduct): DetailedProduct {
  const shown = variants?.map(({ cost: _cost, taxClass: _class, customFields: _own, ...variant }) => variant);
  return { ...withoutTeamFields(product), ...(shown && { variants: shown }) };
}
