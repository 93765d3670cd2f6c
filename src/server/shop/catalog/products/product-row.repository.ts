/** The product columns that are read, and their conversion to the product that the API returns. */
import { sql } from 'drizzle-orm';
import { toDollars } from '../../../../contract/money.ts';
import type { DetailedProduct, Product } from '../../../../contract/product.ts';
import type { AdminProduct } from '../../../../contract/product-admin.ts';
import type { Attribute, ProductOption } from '../../../../contract/product-fields.ts';
import type { StoredPolicy } from '../../../../contract/stock-policy.ts';
import { imageUrl } from '../../content/media/image-url.ts';
import { products } from '../../database/schema/catalog.ts';
import { toStockPolicy } from '../../inventory/stock-policy.ts';
import { type ProductDetails, toWireDetails, withoutDetails } from './product-details.ts';
import { toVariant, VARIANT_ROWS, type VariantRow } from './variant.repository.ts';

export const productColumns = {
  _id: products.id,
  name: products.name,
  slug: products.slug,
  description: products.description,
  priceCents: products.priceCents,
  compareAtCents: products.compareAtCents,
  quantity: products.quantity,
  stockPolicy: products.stockPolicy,
  onHand: products.onHand,
  shipping: products.shipping,
  category: products.categoryId,
  imageId: products.imageId,
  sku: products.sku,
  weight: products.weightGrams,
  status: products.status,
};

/** The same columns of `products p` as raw SQL, for lists: those show only the beginning of a description. */
export const PRODUCT_ROW = sql`p.id as _id, p.name, p.slug, left(p.description, 200) as description, p.price_cents as "priceCents",
  p.compare_at_cents as "compareAtCents", p.quantity, p.stock_policy as "stockPolicy", p.on_hand as "onHand", p.shipping, p.category_id as category, p.image_id as "imageId", p.sku, p.weight_grams as weight, p.status,
  p.options is not null as "hasOptions", p.is_price_from as "isPriceFrom"`;

export type ProductRow = Omit<Product, 'price' | 'compareAtPrice' | 'image' | 'stock'> & {
  stockPolicy: StoredPolicy | null;
  onHand: number | null;
  priceCents: number;
  compareAtCents: number | null;
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
  publishFrom: products.publishFrom,
  publishUntil: products.publishUntil,
  imageAlt: products.imageAlt,
  attributes: products.attributes,
  version: products.version,
  options: products.options,
  isPriceFrom: products.isPriceFrom,
};

/** All columns of a single product, with its other images and its variants in the same statement. */
export const detailedColumns = {
  ...ownColumns,
  moreImages: sql<ImageRow[]>`(select coalesce(json_agg(json_build_object('imageId', image_id, 'alt', alt) order by position), '[]')
    from product_images where product_id = products.id)`.as('more_images'),
  variants: VARIANT_ROWS,
};

/** If `alt` is empty, the product's name is shown. */
export interface ImageRow {
  imageId: string;
  alt: string;
}

/** Leaves out fields that most products don't have, which keeps lists short. */
export function toProduct({
  priceCents,
  compareAtCents,
  imageId,
  hasOptions,
  isPriceFrom,
  stockPolicy,
  onHand,
  ...rest
}: ProductRow): Product {
  // The previous version of the shop raises prices without checking the compare-at price.
  const isOnSale = compareAtCents !== null && compareAtCents > priceCents;
  return {
    ...rest,
    price: toDollars(priceCents),
    compareAtPrice: isOnSale ? toDollars(compareAtCents) : null,
    image: imageUrl(imageId),
    ...toStockPolicy({ stockPolicy, onHand }),
    ...(hasOptions && { hasOptions }),
    ...(isPriceFrom && { isPriceFrom }),
  };
}

export type DetailedRow = Omit<ProductRow, 'hasOptions'> &
  ProductDetails & {
    version: number;
    descriptionMarkdown: string | null;
    imageAlt: string;
    attributes: Attribute[];
    furtherCategoryIds: string[];
    moreImages: ImageRow[];
    options: ProductOption[] | null;
    variants: VariantRow[];
    publishFrom: Date | null;
    publishUntil: Date | null;
  };

export const listImages = ({ imageId, imageAlt, moreImages }: Pick<DetailedRow, 'imageId' | 'imageAlt' | 'moreImages'>): ImageRow[] => [
  { imageId, alt: imageAlt },
  ...moreImages,
];

/** As customers see it. */
export function toDetailedProduct({
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
  ...row
}: DetailedRow): DetailedProduct {
  const images = listImages({ imageId: row.imageId, imageAlt, moreImages });
  const choice = options && { options, variants: variants.map((it) => toVariant(it, options, row.imageId)) };
  return {
    ...toProduct({ ...withoutDetails(row), hasOptions: options !== null }),
    descriptionFormat: descriptionMarkdown === null ? 'text' : 'markdown',
    ...(descriptionMarkdown !== null && { description: descriptionMarkdown, descriptionText: row.description }),
    ...choice,
    ...toWireDetails(row),
    attributes,
    ...(furtherCategoryIds.length && { furtherCategories: furtherCategoryIds }),
    images: images.map(({ imageId, alt }) => ({ url: imageUrl(imageId), alt: alt || row.name })),
  };
}

/** As the team sees it. */
export const toAdminProduct = (row: DetailedRow): AdminProduct => ({
  ...toDetailedProduct(row),
  ...(row.publishFrom && { publishFrom: row.publishFrom.toISOString() }),
  ...(row.publishUntil && { publishUntil: row.publishUntil.toISOString() }),
});

/** Without what only the team knows. */
export function toPublicProduct({ publishFrom: _from, publishUntil: _until, ...product }: AdminProduct): DetailedProduct {
  return product;
}
