/** Limits that both halves know: the server refuses what goes past them, and the browser's forms and lists are built to them. */

export const PAGE_SIZE = 8;
export const MAX_PAGE_SIZE = 100;

/** Long lists of the admin's count to this, and say that there are more. */
export const MAX_TOTAL = 10_000;

/** The most of one product that an admin can put in stock. */
export const STOCK_MAX = 1_000_000;

/** Lengths of what people write, in characters. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;
export const SEARCH_MAX_LENGTH = 100;
export const ADDRESS_MAX_LENGTH = 500;
export const ORDER_SEARCH_MAX_LENGTH = 100;
export const REASON_MAX_LENGTH = 500;
export const CARRIER_MAX_LENGTH = 100;
export const TRACKING_MAX_LENGTH = 200;

/** The most results of the unpaged search; where it finds as many, there may be more. */
export const SEARCH_MAX_RESULTS = 100;

/** Groups of synonyms, the words of one group, and the characters of one of them. */
export const SYNONYM_GROUPS_MAX = 300;
export const SYNONYMS_MAX = 12;
export const SYNONYM_MAX_LENGTH = 40;

/** The most different products in one checkout. */
export const CHECKOUT_MAX_LINES = 100;
/** The most items in one checkout; three of one product are three items. */
export const CHECKOUT_MAX_ITEMS = 10_000;

/** 5 MB: the largest image that can be uploaded. */
export const IMAGE_MAX_BYTES = 5 * 1024 * 1024;
