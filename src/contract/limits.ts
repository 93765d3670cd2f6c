/** Limits that server and browser share: the server refuses what exceeds them, and the browser's forms and lists respect them. */
import { GIGABYTE, MEGABYTE } from './values.ts';

/** Every product image is stored as WebP at each of these widths, in pixels. */
export const IMAGE_WIDTHS = [160, 320, 480, 640, 960, 1280] as const;

export const PAGE_SIZE = 8;
export const MAX_PAGE_SIZE = 100;

/** The admin's long lists count up to this number, and then say "more than". */
export const MAX_TOTAL = 10_000;

/** How many products a bulk edit can name one by one; larger selections are described by a filter. */
export const BULK_IDS_MAX = 1000;

/** How many API keys a shop can have, the length of a key's name, and the longest time for which a key is valid. */
export const API_KEYS_MAX = 50;
export const API_KEY_NAME_MAX_LENGTH = 100;
export const API_KEY_DAYS_MAX = 3650;

/** The most of one product that an admin can put in stock. */
export const STOCK_MAX = 1_000_000;

/** Of the words for how long something takes to ship. */
export const SHIPS_IN_MAX_LENGTH = 60;
/**
 * The highest threshold for "low stock": the index behind the stock filter tells no higher quantities apart (functions/stock_level.sql).
 */
export const LOW_STOCK_MAX = 100;

/** Characters of a product's name, description and SKU, and grams of its weight. What other shops allow fits in. */
export const PRODUCT_NAME_MAX_LENGTH = 255;
export const DESCRIPTION_MAX_LENGTH = 50_000;
export const SKU_MAX_LENGTH = 255;
/** With the spaces or dashes that are printed in it. */
export const BARCODE_MAX_LENGTH = 24;
/** Search engines show about 60 and 155 characters. */
export const SEO_TITLE_MAX_LENGTH = 120;
export const SEO_DESCRIPTION_MAX_LENGTH = 320;
/** A whole path of Google's category, as files of other shops have it. */
export const GOOGLE_CATEGORY_MAX_LENGTH = 250;
export const WEIGHT_MAX = 10_000_000;

/** Of one product: the number of options, the number of variants that are sold, and the length of an option's value. */
export const OPTIONS_MAX = 5;
export const VARIANTS_MAX = 2048;
export const OPTION_VALUE_MAX_LENGTH = 255;

/** Attributes of one product (250 tags of another shop, its vendor and more), and the characters of a name and of a value. */
export const ATTRIBUTES_MAX = 300;
export const ATTRIBUTE_NAME_MAX_LENGTH = 255;
export const ATTRIBUTE_VALUE_MAX_LENGTH = 255;

/**
 * How many options and attributes one list can be filtered by, how many values of each, and how many attributes a merchant can offer as
 * filters.
 */
export const FILTERS_MAX = 10;
export const FILTER_VALUES_MAX = 50;
export const FILTER_ATTRIBUTES_MAX = 20;
/** What is said beside the buttons to buy. */
export const BUYING_LINE_MAX_LENGTH = 120;
export const PAYMENT_MARKS_MAX = 12;
export const PAYMENT_MARK_MAX_LENGTH = 30;

/** Who made a product and who sold it to the merchant, its tags, and the products that are shown with it. */
export const BRAND_NAME_MAX_LENGTH = 100;
export const BRAND_DESCRIPTION_MAX_LENGTH = 20_000;
export const VENDOR_MAX_LENGTH = 255;
/** Manufacturers and responsible persons, the key by which products name one, and what a product says of its safety and its guarantee. */
export const SAFETY_CONTACTS_MAX = 2000;
export const MAKER_KEY_MAX_LENGTH = 100;
export const SAFETY_WARNINGS_MAX_LENGTH = 2000;
export const GUARANTEE_TEXT_MAX_LENGTH = 1000;
export const TAGS_MAX = 250;
export const TAG_MAX_LENGTH = 255;
export const RELATED_PRODUCTS_MAX = 20;

/** Lengths of what people write, in characters. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;
export const SEARCH_MAX_LENGTH = 100;
export const ADDRESS_MAX_LENGTH = 500;
export const ORDER_SEARCH_MAX_LENGTH = 100;
export const USER_SEARCH_MAX_LENGTH = 100;
/** The tags of one customer, and the length of each. */
export const CUSTOMER_TAGS_MAX = 50;
export const CUSTOMER_TAG_MAX_LENGTH = 50;
/** The saved views of one list that somebody has, and as many of everybody's; the lengths of a name and of what it filters by. */
export const SAVED_VIEWS_MAX = 50;
export const VIEW_NAME_MAX_LENGTH = 60;
export const VIEW_QUERY_MAX_LENGTH = 1000;
export const VIEW_COLUMNS_MAX = 20;
/** What the team writes about a customer or an order. */
export const NOTE_MAX_LENGTH = 2000;
export const REASON_MAX_LENGTH = 500;
export const CARRIER_MAX_LENGTH = 100;
export const TRACKING_MAX_LENGTH = 200;
/** A merchant's page: lengths of its title, slug, Markdown text and description for search engines. */
export const PAGE_TITLE_MAX_LENGTH = 120;
export const SLUG_MAX_LENGTH = 80;
export const PAGE_TEXT_MAX_LENGTH = 20_000;
export const PAGE_DESCRIPTION_MAX_LENGTH = 300;
/** How many redirects a shop can have, and how long a search for them and a pasted list of them may be. */
export const REDIRECTS_MAX = 10_000;
export const REDIRECT_SEARCH_MAX_LENGTH = 500;
export const REDIRECT_TEXT_MAX_LENGTH = 90_000;
/** The highest position that a page can be given in the footer. */
export const FOOTER_POSITION_MAX = 999;

/** How many orders one call can mark as shipped, and how many one call can look up by number. */
export const SHIPMENTS_MAX = 20;
export const ORDER_NUMBERS_MAX = 500;

/** Length of a discount code as a customer types it, and of one that an admin creates. */
export const CODE_MAX_LENGTH = 100;
export const NEW_CODE_MAX_LENGTH = 40;
/** How many categories or products a code can be limited to, and the highest number of uses. */
export const CODE_SCOPE_MAX = 100;
export const CODE_USES_MAX = 1_000_000;

/** How many addresses an account can have; the length of one field of an address, and of the name of a zone or rate. */
export const ADDRESSES_MAX = 20;
export const ADDRESS_PART_MAX_LENGTH = 100;
/** How many shipping zones a shop can have, rates one zone, tiers one rate, and countries or regions one zone. */
export const ZONES_MAX = 50;
export const RATES_MAX = 10;
export const DELIVERY_DAYS_MAX = 120;
/** Holidays and closures of a shop, and the days that one may last. */
export const CLOSURES_MAX = 60;
export const CLOSURE_DAYS_MAX = 120;
/** How often an order's day can be set anew, and how far ahead. */
export const DELAYS_MAX = 10;
export const DELAY_DAYS_MAX = 365;
export const TIERS_MAX = 20;
export const TERRITORIES_MAX = 300;
/** Fees that states lay on deliveries, with those of other days. */
export const LOCAL_FEES_MAX = 100;
/** Rates of places and tax classes, with those of other days. */
export const TAX_RATES_MAX = 1000;
export const TAX_CLASS_MAX_LENGTH = 40;

/** Of a gift card that is sent to somebody: names, and the words with it. */
export const GIFT_NAME_MAX_LENGTH = 100;
export const GIFT_MESSAGE_MAX_LENGTH = 500;

/** The most results of the search without pages. If it returns this many, there may be more. */
export const SEARCH_MAX_RESULTS = 100;

/** Groups of synonyms, the words of one group, and the characters of one of them. */
export const SYNONYM_GROUPS_MAX = 300;
export const SYNONYMS_MAX = 12;
export const SYNONYM_MAX_LENGTH = 40;

/** The most different products in one checkout. */
export const CHECKOUT_MAX_LINES = 100;
/** The most items in one checkout; three of one product are three items. */
export const CHECKOUT_MAX_ITEMS = 10_000;

/** How many images a product can have, and the length of an image's alternative text. */
export const PRODUCT_IMAGES_MAX = 250;
export const IMAGE_ALT_MAX_LENGTH = 512;

/** A category's name and text, in characters. */
export const CATEGORY_NAME_MAX_LENGTH = 100;
export const CATEGORY_DESCRIPTION_MAX_LENGTH = 2000;
/** How deep the tree of categories is (functions/category_tree.sql), and how many categories a product can have besides its main one. */
export const CATEGORY_LEVELS_MAX = 5;
export const FURTHER_CATEGORIES_MAX = 50;

/** 5 MB: the largest image that can be uploaded. */
export const IMAGE_MAX_BYTES = 5 * MEGABYTE;

/** Steps that can't be undone are allowed for this many minutes after logging in or confirming the password or code. */
export const RECENT_LOGIN_MINUTES = 15;
/** The same for changes of the credentials themselves. */
export const CREDENTIAL_CHANGE_MINUTES = 5;

/** The longest period of the statistics: ten years. */
export const REPORT_DAYS_MAX = 3660;

/** The most products in the exported file of sales by product. */
export const REPORT_PRODUCTS_MAX = 10_000;

/** How many webhook endpoints a shop can have, and the lengths of an endpoint's URL and description. */
export const WEBHOOK_ENDPOINTS_MAX = 20;
export const WEBHOOK_URL_MAX_LENGTH = 2000;
export const WEBHOOK_DESCRIPTION_MAX_LENGTH = 200;

/** 50 MB, the largest product file that can be uploaded; its most rows, and the length of its name. */
export const IMPORT_MAX_BYTES = 50 * MEGABYTE;
export const IMPORT_MAX_ROWS = 500_000;
export const IMPORT_NAME_MAX_LENGTH = 255;
/** The most columns of a product file, and the most hosts from which one import fetches images. */
export const IMPORT_COLUMNS_MAX = 300;
export const IMPORT_HOSTS_MAX = 50;
/** How many errors of refused rows a response contains; the downloadable file of refused rows has all of them. */
export const IMPORT_ERRORS_SHOWN = 100;
/** How many notices of an import one response contains. */
export const IMPORT_NOTICES_SHOWN = 100;

/** Characters of the password with which visitors see a closed shop. */
export const SHOP_PASSWORD_MIN_LENGTH = 6;
export const SHOP_PASSWORD_MAX_LENGTH = 64;

/** How many parts a bundle has, and how many pieces of one part. */
export const BUNDLE_PARTS_MAX = 50;
export const BUNDLE_COUNT_MAX = 1000;

/** Fields that the merchant defines: how many of one kind of thing, and the lengths of their parts and values. */
export const CUSTOM_FIELDS_MAX = 100;
export const FIELD_KEY_MAX_LENGTH = 40;
export const FIELD_NAME_MAX_LENGTH = 60;
export const FIELD_HELP_MAX_LENGTH = 200;
export const FIELD_CHOICES_MAX = 200;
export const FIELD_CHOICE_MAX_LENGTH = 100;
export const FIELD_TEXT_MAX_LENGTH = 255;
export const FIELD_LONG_TEXT_MAX_LENGTH = 5000;
export const FIELD_URL_MAX_LENGTH = 2000;
/** The largest number, above and below zero. */
export const FIELD_NUMBER_MAX = 1_000_000_000_000;
/** 20 MB, the largest file of a field. */
export const FIELD_FILE_MAX_BYTES = 20 * MEGABYTE;
/** 2 GB, the largest file that can be sold; how many a product has, and the length of a file's name. */
export const DOWNLOAD_MAX_BYTES = 2 * GIGABYTE;
export const DOWNLOADS_MAX = 50;
export const DOWNLOAD_NAME_MAX_LENGTH = 200;
/** How often and for how many days a bought file can be fetched, at most. */
export const DOWNLOAD_LIMIT_MAX = 1000;
export const DOWNLOAD_DAYS_MAX = 3650;
/** The length of a licence key and of a pasted list of them, in characters; the keys that one call adds, and the highest number that counts as low. */
export const LICENSE_KEY_MAX_LENGTH = 500;
export const LICENSE_KEYS_TEXT_MAX_LENGTH = 1_000_000;
export const LICENSE_KEYS_AT_ONCE = 10_000;
export const LICENSE_KEYS_LOW_MAX = 100_000;
/** The lists of licence keys of one product. */
export const LICENSE_KEY_LISTS_MAX = 50;

/** A seller's VAT id or tax number, what the merchant adds to each invoice, and the highest number that one can be given. */
export const TAX_NUMBER_MAX_LENGTH = 40;
export const DOCUMENT_NOTE_MAX_LENGTH = 1000;
export const DOCUMENT_NUMBER_MAX = 999_999_999;
/** How many pages an order's confirmation has. */
export const ORDER_TEXTS_MAX = 5;
