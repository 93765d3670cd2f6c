/** The numbers of the storefront; what the wire also needs stands in the contract. */

/** Characters of a description that a card shows. */
export const EXCERPT = { home: 20, search: 18, admin: 18, category: 40 } as const;

/** From here down the stock is told as a number. */
export const FEW_LEFT = 5;

/** Seconds that a gate counts down. */
export const GATE_SECONDS = 5;

/** Milliseconds between a success and where it leads. */
export const REDIRECT_DELAY = 2000;

export const TOAST_SUCCESS_MS = 2000;
export const TOAST_ERROR_MS = 4000;

/** The card that the demo provider accepts. */
export const TEST_CARD = '4242 4242 4242 4242';
