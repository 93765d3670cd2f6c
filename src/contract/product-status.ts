/** A draft isn't shown yet, an archived product not any more; both stay in the admin area. Only active ones are shown, found and sold. */
export const PRODUCT_STATUSES = ['draft', 'active', 'archived'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];
