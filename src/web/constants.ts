/** Constants of the web app. Those that the API shares are in the contract. */
import { SECOND } from '../contract/values.ts';

/** Number of characters of a description on each kind of card. */
export const EXCERPT_LENGTH = { home: 20, search: 18, admin: 18, category: 40 } as const;

/** Seconds of the countdown before a page without access redirects. */
export const REDIRECT_COUNTDOWN_SECONDS = 5;

/** Delay between a success toast and its redirect. */
export const REDIRECT_DELAY_MS = 2 * SECOND;

export const TOAST_SUCCESS_MS = 2 * SECOND;
export const TOAST_ERROR_MS = 4 * SECOND;
/** How long the panel with the link to the cart is shown. */
export const ADDED_PANEL_MS = 5 * SECOND;

/** The test card of the demo provider. */
export const TEST_CARD = '4242 4242 4242 4242';

/** Page sizes of the dashboards' lists. */
export const ORDERS_PER_PAGE = 5;
export const ADMIN_PRODUCTS_PER_PAGE = 12;
export const ADMIN_TABLE_PRODUCTS_PER_PAGE = 50;
export const USERS_PER_PAGE = 20;
export const EMAILS_PER_PAGE = 20;
export const ADMIN_ORDERS_PER_PAGE = 20;

/** How often, and how many times, the success page asks whether an order was paid. */
export const ORDER_POLL_INTERVAL_MS = SECOND;
export const MAX_ORDER_POLLS = 30;

export const MAX_QUANTITY_PER_ADD = 99;

/** A navigation that takes longer than this shows a skeleton. */
export const SKELETON_DELAY_MS = 150;

/** How long a pointer rests on a link before its product is prefetched, and how long the result is used. */
export const PREFETCH_HOVER_MS = 80;
export const PREFETCH_TTL_MS = 10 * SECOND;

/** Product names longer than this are set smaller on their page. */
export const LONG_NAME_LENGTH = 50;

/** Number of categories on the home page. */
export const HOME_CATEGORIES = 6;

/** Number of categories in the footer, those with the most products first. */
export const FOOTER_CATEGORIES = 5;

/** Parallel requests when several things are fetched. */
export const FETCH_CONCURRENCY = 4;

/** Product names in accessible labels are cut to this. */
export const LABEL_MAX_LENGTH = 80;

/** How long to wait for more typing before suggestions are requested, and before outdated ones are removed. */
export const SUGGEST_DEBOUNCE_MS = 120;
export const SUGGEST_STALE_MS = 300;
