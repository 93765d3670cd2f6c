/** A product with its images and variants, as the audit log stores them. */
import type { CustomFields, CustomFieldsInput } from '../../../../contract/custom-field-values.ts';
import type { Attribute, ProductOption, ProductState } from '../../../../contract/product-fields.ts';
import type { StoredPolicy } from '../../../../contract/stock-policy.ts';
import type { PartCount } from '../../catalog/bundles/bundle.repository.ts';
import type { Parts } from './version.repository.ts';

interface StoredVariant {
  id: string;
  position: number;
  option_values: string[];
  sku?: string | null;
  barcode?: string | null;
  price_cents: number;
  compare_at_cents?: number | null;
  cost_cents?: number | null;
  tax_class?: string | null;
  contents?: number | null;
  quantity: number;
  stock_policy?: StoredPolicy | null;
  image_id?: string | null;
  custom?: CustomFields | null;
}

/** A product as the audit log stores it. Empty values may be absent. */
export interface StoredProduct {
  name: string;
  slug: string;
  description: string;
  description_markdown?: string | null;
  price_cents: number;
  compare_at_cents?: number | null;
  sku?: string | null;
  weight_grams?: number | null;
  shipping: 0 | 1;
  status: ProductState;
  category_id: string;
  further_category_ids?: string[];
  attributes: Attribute[];
  custom?: CustomFields | null;
  options?: ProductOption[] | null;
  stock_policy?: StoredPolicy | null;
  image_id: string;
  image_alt?: string;
  publish_from?: string | null;
  publish_until?: string | null;
  brand_id?: string | null;
  maker?: string | null;
  guarantee_label?: string | null;
  tags?: string[];
  cost_cents?: number | null;
  contents?: number | null;
  related_product_ids?: string[];
}

export interface StoredImage {
  imageId: string;
  alt: string;
}

/** Values of fields, as a form sends them: those that it didn't have are cleared. */
export interface SentFields {
  product: CustomFieldsInput | undefined;
  variants: ReadonlyMap<string, CustomFieldsInput>;
}

export interface ProductVersion {
  product: StoredProduct;
  images: StoredImage[];
  variants: StoredVariant[];
  /** Of a bundle. */
  parts: PartCount[];
}

/** The audit log contains the columns of these tables, whose values the database has checked. */
export function toProductVersion(parts: Parts): ProductVersion | null {
  const product = parts.get('') as unknown as StoredProduct | undefined;
  if (!product) return null;
  const numbered = [...parts].flatMap(([part, row]) => {
    const [kind, id = ''] = part.split(' ');
    return kind ? [{ kind, id, row }] : [];
  });
  const pictures = numbered.filter(({ kind }) => kind === 'picture').toSorted((one, other) => Number(one.id) - Number(other.id));
  const ofBundle = numbered.filter(({ kind }) => kind === 'part').toSorted((one, other) => Number(one.id) - Number(other.id));
  const variants = numbered.flatMap(({ kind, id, row }) => (kind === 'variant' ? [{ ...(row as unknown as StoredVariant), id }] : []));
  return {
    product,
    images: [
      { imageId: product.image_id, alt: product.image_alt ?? '' },
      ...pictures.map(({ row }) => ({ imageId: String(row.image_id), alt: String(row.alt ?? '') })),
    ],
    variants: variants.toSorted((one, other) => one.position - other.position),
    parts: ofBundle.map(({ row }) => ({
      productId: String(row.product_id),
      variantId: typeof row.variant_id === 'string' ? row.variant_id : null,
      count: Number(row.count),
    })),
  };
}
