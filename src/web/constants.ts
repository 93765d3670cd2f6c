/** The numbers of the storefront; what the wire also needs stands in the contract. */

/** Characters of a description that a card shows. */
export const EXCERPT_LENGTH = { home: 20, search: 18, admin: 18, category: 40 } as const;

/** From here down the stock is told as a number. */
export const LOW_STOCK_THRESHOLD = 5;

/** Seconds that a gate counts down. */
export const REDIRECT_COUNTDOWN_SECONDS = 5;

/** Milliseconds between a success and where it leads. */
export const REDIRECT_DELAY_MS = 2000;

export const TOAST_SUCCESS_MS = 2000;
export const TOAST_ERROR_MS = 4000;

/** The card that the demo provider accepts. */
export const TEST_CARD = '4242 4242 4242 4242';

/** How many stand on one page of a dashboard's list. */
export const ORDERS_PER_PAGE = 5;
export const ADMIN_PRODUCTS_PER_PAGE = 12;
export const USERS_PER_PAGE = 20;
export const EMAILS_PER_PAGE = 20;
export const ADMIN_ORDERS_PER_PAGE = 20;

/** Milliseconds between two looks at an order that waits for its payment, and how many looks. */
export const ORDER_POLL_INTERVAL_MS = 1000;
export const MAX_ORDER_POLLS = 30;

/** Where a checkout may lead besides the shop itself. */
export const PAYMENT_ORIGINS: readonly string[] = ['https://checkout.stripe.com'];

/** The most of one product that is put into the cart at once. */
export const MAX_QUANTITY_PER_ADD = 99;

/** Milliseconds after which a page that is still on its way shows its shape. */
export const SKELETON_DELAY_MS = 150;

/** Milliseconds that a pointer rests on a link before what it leads to is asked for, and for which that answer is good. */
export const PREFETCH_HOVER_MS = 80;
export const PREFETCH_TTL_MS = 10_000;

/** Characters from which a product's name is set smaller on its page. */
export const LONG_NAME_LENGTH = 50;

/** Categories that stand as tiles on the first page. */
export const HOME_CATEGORIES = 6;

/** Categories that the footer names, those with the most products first. */
export const FOOTER_CATEGORIES = 5;

/** Products of a cart that are compared with the shop on opening. */
export const CART_VALIDATION_MAX = 20;

/** Products that are asked for at once where a list of them is. */
export const FETCH_CONCURRENCY = 4;

/** Characters of a name that are read out with a button. */
export const LABEL_MAX_LENGTH = 80;

/** Milliseconds that the words in the search box stand still before it suggests, and for which those of other words stay. */
export const SUGGEST_DEBOUNCE_MS = 120;
export const SUGGEST_STALE_MS = 300;
