/** The choices that a merchant makes for a product import, and the statuses it goes through. */

/** The program whose columns the file has; `products` means the shop's own. */
export const IMPORT_FORMATS = ['products', 'shopify', 'woocommerce'] as const;
export type ImportFormatName = (typeof IMPORT_FORMATS)[number];

/** How the product that a row changes is found. `auto`: by SKU, else by slug. `none`: each row is a new product. */
export const IMPORT_MATCHES = ['auto', 'sku', 'slug', 'none'] as const;
export type ImportMatch = (typeof IMPORT_MATCHES)[number];

/**
 * uploading → checking → ready → queued → running → done
 *                ▲         │       └─────────┴──▶ cancelled
 *                └─────────┘ (other columns)      failed: an error of the server; it can be gone on with
 */
export const IMPORT_STATUSES = ['uploading', 'checking', 'ready', 'queued', 'running', 'done', 'cancelled', 'failed'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** How a file writes numbers, by what begins the decimals. */
export const IMPORT_NUMBERS = ['point', 'comma'] as const;
export type ImportNumbers = (typeof IMPORT_NUMBERS)[number];

/**
 * What an import tells about a product that comes in: something of it was left out, shortened or guessed; it isn't shown, or has no image or
 * nothing in stock.
 */
export const IMPORT_NOTICES = ['no_stock', 'no_image', 'hidden', 'guessed', 'cut', 'dropped'] as const;
export type ImportNoticeKind = (typeof IMPORT_NOTICES)[number];

/** What becomes of a product by its row. */
export const ROW_OUTCOMES = ['created', 'updated', 'unchanged'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];
