/** What is chosen for an import of products. */

/** Whose columns the file has; `products` are the shop's own. */
export const IMPORT_FORMATS = ['products', 'shopify', 'woocommerce'] as const;
export type ImportFormatName = (typeof IMPORT_FORMATS)[number];

/** By what a row finds the product that it changes; `auto`: by its SKU, else by its slug. `none`: each row is a new product. */
export const IMPORT_MATCHES = ['auto', 'sku', 'slug', 'none'] as const;
export type ImportMatch = (typeof IMPORT_MATCHES)[number];
