/** What is chosen for an import of products, and how far one is. */

/** Whose columns the file has; `products` are the shop's own. */
export const IMPORT_FORMATS = ['products', 'shopify', 'woocommerce'] as const;
export type ImportFormatName = (typeof IMPORT_FORMATS)[number];

/** By what a row finds the product that it changes; `auto`: by its SKU, else by its slug. `none`: each row is a new product. */
export const IMPORT_MATCHES = ['auto', 'sku', 'slug', 'none'] as const;
export type ImportMatch = (typeof IMPORT_MATCHES)[number];

/**
 * uploading → checking → ready → queued → running → done
 *                ▲         │       └─────────┴──▶ cancelled
 *                └─────────┘ (other columns)      failed: an error of the server; it can be gone on with
 */
export const IMPORT_STATUSES = ['uploading', 'checking', 'ready', 'queued', 'running', 'done', 'cancelled', 'failed'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** What becomes of a product by its row. */
export const ROW_OUTCOMES = ['created', 'updated', 'unchanged'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];
