/** Limits that both halves know: the server refuses what goes past them, and the browser's forms and lists are built to them. */

export const PAGE_SIZE = 8;
export const MAX_PAGE_SIZE = 100;

/** Long lists of the admin's count to this, and say that there are more. */
export const MAX_TOTAL = 10_000;

/** How many products a bulk edit names; more are said by a filter. */
export const BULK_IDS_MAX = 1000;

/** API keys of a shop; the characters of one's name, and the days that one is made for. */
export const API_KEYS_MAX = 50;
export const API_KEY_NAME_MAX_LENGTH = 100;
export const API_KEY_DAYS_MAX = 3650;

/** The most of one product that an admin can put in stock. */
export const STOCK_MAX = 1_000_000;
/** Pieces of a product that can be said to be few: beyond them no index tells how many there are (functions/stock_level.sql). */
export const LOW_STOCK_MAX = 100;

/** Characters of a product's SKU, and grams of its weight. */
export const SKU_MAX_LENGTH = 64;
export const WEIGHT_MAX = 10_000_000;

/** What one product can have: options to choose, and combinations of them that are sold. */
export const OPTIONS_MAX = 3;
export const VARIANTS_MAX = 100;
export const OPTION_VALUE_MAX_LENGTH = 60;

/** Attributes of one product, and the characters of a name and of a value. */
export const ATTRIBUTES_MAX = 30;
export const ATTRIBUTE_NAME_MAX_LENGTH = 60;
export const ATTRIBUTE_VALUE_MAX_LENGTH = 200;

/** Options and attributes by which one list is filtered, and values of one of them; those that a merchant makes filters of attributes. */
export const FILTERS_MAX = 10;
export const FILTER_VALUES_MAX = 50;
export const FILTER_ATTRIBUTES_MAX = 20;

/** Lengths of what people write, in characters. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;
export const SEARCH_MAX_LENGTH = 100;
export const ADDRESS_MAX_LENGTH = 500;
export const ORDER_SEARCH_MAX_LENGTH = 100;
export const USER_SEARCH_MAX_LENGTH = 100;
/** What the team writes about a customer or an order. */
export const NOTE_MAX_LENGTH = 2000;
export const REASON_MAX_LENGTH = 500;
export const CARRIER_MAX_LENGTH = 100;
export const TRACKING_MAX_LENGTH = 200;
/** A page of the merchant's: its title, slug, Markdown and what search engines show of it. */
export const PAGE_TITLE_MAX_LENGTH = 120;
export const SLUG_MAX_LENGTH = 80;
export const PAGE_TEXT_MAX_LENGTH = 20_000;
export const PAGE_DESCRIPTION_MAX_LENGTH = 300;
/** How many redirects there are, and the characters of those that are pasted at once. */
export const REDIRECTS_MAX = 10_000;
export const REDIRECT_SEARCH_MAX_LENGTH = 500;
export const REDIRECT_TEXT_MAX_LENGTH = 90_000;
/** The last place that a page can be given in the footer. */
export const FOOTER_POSITION_MAX = 999;

/** Orders that one call ships, and that one call finds by their numbers. */
export const SHIPMENTS_MAX = 20;
export const ORDER_NUMBERS_MAX = 500;

/** A discount code as it is typed, and as an admin makes one. */
export const CODE_MAX_LENGTH = 100;
export const NEW_CODE_MAX_LENGTH = 40;
/** How many categories or products a code is for, and the most uses that it has. */
export const CODE_SCOPE_MAX = 100;
export const CODE_USES_MAX = 1_000_000;

/** A state, province or name of a zone or rate, in characters; how many zones, rates of one, tiers of one, and countries or regions. */
/** Addresses of one account. */
export const ADDRESSES_MAX = 20;
export const ADDRESS_PART_MAX_LENGTH = 100;
export const ZONES_MAX = 50;
export const RATES_MAX = 10;
export const TIERS_MAX = 20;
export const TERRITORIES_MAX = 300;

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

/** Pictures of one product, and the length of what one of them shows in words. */
export const PRODUCT_IMAGES_MAX = 10;
export const IMAGE_ALT_MAX_LENGTH = 300;

/** A category's text, in characters. */
export const CATEGORY_DESCRIPTION_MAX_LENGTH = 2000;

/** 5 MB: the largest image that can be uploaded. */
export const IMAGE_MAX_BYTES = 5 * 1024 * 1024;

/** Within so many minutes of logging in, or of proving again who they are, people take steps that can't be undone. */
export const RECENT_LOGIN_MINUTES = 15;
/** And change what they log in by. */
export const CREDENTIAL_CHANGE_MINUTES = 5;

/** Of a period of the statistics: ten years. */
export const REPORT_DAYS_MAX = 3660;

/** Products in the file of what each sold. */
export const REPORT_PRODUCTS_MAX = 10_000;

/** Endpoints that events are told to, and the length of the URL and description of one. */
export const WEBHOOK_ENDPOINTS_MAX = 20;
export const WEBHOOK_URL_MAX_LENGTH = 2000;
export const WEBHOOK_DESCRIPTION_MAX_LENGTH = 200;

/** 50 MB: the largest product file that can be uploaded, how many rows one may have, and the characters of its name. */
export const IMPORT_MAX_BYTES = 50 * 1024 * 1024;
export const IMPORT_MAX_ROWS = 500_000;
export const IMPORT_NAME_MAX_LENGTH = 255;
/** Columns of a product file, and hosts from which one import fetches pictures. */
export const IMPORT_COLUMNS_MAX = 300;
export const IMPORT_HOSTS_MAX = 50;
/** Refused rows' errors that an answer holds; the file of refused rows has all of them. */
export const IMPORT_ERRORS_SHOWN = 100;
