/**
 * Changes that each break a row of the specification, by the tests that must notice them. A mutation names a function or a constant and what
 * becomes of it (mutation.ts), so that code can be rewritten and moved without a change here.
 */
import type { Change, Mutation } from './mutation.ts';

const over =
  (project: Mutation['project']) =>
  (row: string, effect: string, place: string, change: Change): Mutation => ({ row, effect, place, change, project });
const server = over('server');
const browser = over('e2e');

/** Each removes one security control. */
export const DEFENCES: readonly Mutation[] = [
  // Identity and ownership.
  server('GATE-3', 'any shopper passes for an admin', 'authorize.ts authorize', { without: 'requireTeamRole' }),
  server('SAFE-16', 'every role passes for an owner', 'authorize.ts requireTeamRole', { without: 'isAtLeast' }),
  server('SAFE-16', 'a key of any scope makes the calls of all', 'authorize.ts authorizeApiKey', { without: 'some' }),
  server('SAFE-16', 'a key does what takes a login', 'authorize.ts authorizeApiKey', { without: 'length' }),
  server('SAFE-16', 'a visitor checks out without saying who buys', 'authorize.ts requireGuest', { body: '' }),
  server('SAFE-16', "a disabled account's session opens all that it did", 'session.repository.ts findSessionCaller', {
    sqlWithout: 'disabled_at',
  }),
  server('SAFE-3', 'a session never expires by not being used', 'session.repository.ts findSessionCaller', { sqlWithout: 'used_at' }),
  server('KEY-4', 'a key counts after its last day', 'api-key.repository.ts findUsableKey', { without: 'or' }),
  server('KEY-5', 'a key of somebody who was demoted counts on', 'api-key.repository.ts findUsableKey', { without: 'isOfOwner' }),
  server('KEY-7', 'a key in a URL is taken, and logged on its way', 'authorize.ts refuseKeysInUrls', { body: '' }),
  server('ADDR-1', "anybody changes anybody's address", 'account.repository.ts isOwn', { without: 'userId' }),
  server('GUEST-5', "any signature opens a guest's order", 'guest-link.ts isOrderSignature', { body: 'return true;' }),
  server('GUEST-7', 'a link that adds orders works after its day', 'guest-link.ts isClaimToken', { without: 'getTime' }),
  server('ACCT-8', 'a link that sets a password works for ever', 'account-link.ts isAccountLink', { without: 'getTime' }),
  server('ACCT-8', 'a link of any state of the account works', 'account-link.ts sign', { without: 'state' }),
  server('ACC-3', 'a reset leaves the thief logged in', 'password.service.ts changePassword', { without: 'deleteSessions' }),
  server('SAFE-2', "an admin's password is reset by a favourite sport", 'password.service.ts resetPasswordByAnswer', { without: 'role' }),
  server('SAFE-1', 'passwords are guessed without end', 'login-limits.ts LOGIN_LIMIT.maxAttempts', { value: '5_000' }),
  server('OPEN-4', 'the password of a closed shop is guessed without end', 'enter-shop.ts ENTER_LIMIT.maxAttempts', { value: '5_000' }),
  server('OPEN-5', 'a closed shop answers every call', 'closed-shop.ts staysOpen', { body: 'return true;' }),
  server('PEOPLE-3', 'a disabled account logs in', 'auth.service.ts logIn', { without: 'isDisabled' }),
  server('REAUTH-1', "a session that was stolen does what can't be undone", 'authorize.ts authorize', { without: 'requireRecentLogin' }),
  server('FACTOR-2', 'the password alone gets in where there is a second factor', 'auth.service.ts logIn', { without: 'secondStep' }),
  server('FACTOR-11', 'the team goes without a second factor for ever', 'authorize.ts authorize', { without: 'requireSecondFactor' }),
  server('FACTOR-8', 'a code of the second factor counts twice', 'second-factor.service.ts consumeCode', { without: 'lastStep' }),
  server('STAFF-4', 'the last owner leaves, and the shop has none', 'team.repository.ts hasOtherOwner', { body: 'return true;' }),
  server('ACCT-2', 'a password that everybody guesses first is taken', 'password-hash.ts requireUncommonPassword', { body: '' }),

  // Money and stock.
  server('PAY-4', 'a payment of one cent pays any order', 'check-payment.ts checkPayment.isExact', { value: 'amountCents > 0' }),
  server(
    'TAX-5',
    'a payment of any sum pays an order whose tax the provider calculates',
    'check-payment.ts checkPayment.taxed.totalCents',
    {
      value: 'amountCents',
    },
  ),
  server('PAY-4', 'the payment of one order pays another', 'payment.service.ts lockOrderForEvent', { without: 'providerSession' }),
  server('PAY-3', 'a payment event needs no signature', 'demo.webhook.ts findSignatureError', { without: 'timingSafeEqual' }),
  server('PAY-3', 'a payment event is believed years later', 'demo.webhook.ts TOLERANCE_SECONDS', { value: '3e9' }),
  server('STOCK-3', 'more is sold than there is', 'stock.repository.ts moveStock', { sqlWithout: 'p.quantity + c.change' }),
  server('SAFE-17', 'a count below one is taken', 'cart.ts CartItems.count.minimum', { value: '-1000' }),
  server('ORDER-5', 'more is refunded than was paid', 'split-refund.ts findRefundableSum.paymentLeft', { value: 'order.totalCents' }),
  server('CHECKOUT-5', 'an account checks out as often as it likes', 'checkout-frequency.ts checkFrequency.earliest', {
    value: 'undefined',
  }),
  server('USER-3', "a shopper's list holds everybody's orders", 'order.repository.ts listOrders.rows', { without: 'eq' }),

  // Input and output.
  server('SAFE-9', 'fields that nobody knows come through', 'validate.ts coerceValue.coerced', { value: '{ ...value }' }),
  server('SAFE-5', 'what is invalid comes through', 'validate.ts createValidator', { holds: 'Check' }),
  server('INPUT-1', 'a packed body is unpacked', 'request-body.ts registerRequestBodies', { holds: 'encoding' }),
  server('INPUT-2', 'a body holds any number of values at any depth', 'request-body.ts registerRequestBodies.issue', {
    value: 'undefined',
  }),
  server('UPLOAD-5', 'an SVG is an image', 'store-image.ts', { without: 'block' }),
  server('INPUT-5', 'an image of any size is unpacked', 'store-image.ts MAX_PIXELS', { value: '400_000_000_000' }),
  server('IMPORT-4', "a URL that somebody typed leads to the shop's own machine", 'public-fetch.ts isPublicAddress', { without: 'range' }),
  server('PEOPLE-5', 'a name begins a formula in a spreadsheet', 'csv.ts writeCell.text', { value: 'value' }),
  server('LIMIT-2', 'one network asks for as much uncached work as it likes', 'network-limits.ts createCheck', { holds: 'isExceeded' }),
  server('SAFE-15', 'a proxy names any host, which gets into links and payments', 'public-origin.ts registerForwardedHost', { body: '' }),
  server('SAFE-7', 'an answer may be shown in a frame, and guessed at', 'security-headers.ts setSecurityHeaders', { without: 'headers' }),
  server('SAFE-6', 'an unforeseen error tells what it is', 'errors.ts sendInternalError.body.message', { value: 'error.message' }),
  server('SAFE-13', 'the log has the query of each URL', 'logger.ts toLoggedPath.path', { value: 'url' }),
  server('SAFE-11', 'others on the machine read the data', 'data-dir.ts removeOthers', { without: 'chmod' }),
  server('BACKUP-5', 'parts of an encrypted backup change places unseen', 'encryption.ts makeNonce', { without: 'writeUInt32BE' }),
];

export const MUTATIONS: readonly Mutation[] = [
  ...DEFENCES,
  server('CAT-1', 'a category is listed in no order', 'product-list.repository.ts SORT_ORDERS.newest.forward', { value: 'sql`id`' }),
  server('CART-8', 'an order is charged as if it held one of each', 'cart-totals.ts computeTotals.amounts', {
    value: 'lines.map(({ priceCents }) => priceCents)',
  }),
  server('API-2', 'a price range is ignored', 'search/filters.repository.ts matchesFilter', {
    value: '({ categoryIds, groups }: ProductFilter): SQL => sql.join([isInCategory(categoryIds), hasFacets(groups)], sql` and `)',
  }),
  server('API-3', 'a misspelt word finds nothing', 'fallbacks.service.ts searchWithFallbacks', { body: 'return found;' }),
  server('API-16', 'a price is given in cents', 'product-row.repository.ts toProduct.price', { value: 'priceCents' }),
  server('CONST-1', 'a page holds nine products', 'limits.ts PAGE_SIZE', { value: '9' }),
  server('CONST-2', 'the price ranges are others', 'contract/settings.ts DEFAULT_SETTINGS.priceRanges', { value: '[[0, 99], [100, 199]]' }),
  server('CHECKOUT-1', 'checkouts that were never paid are among the orders', 'order.repository.ts buildStatusCondition', {
    body: 'return sql`true`;',
  }),
  server('SCALE-1', 'the page before an entry is the first page', 'keyset-pagination.ts backward', { value: 'forward' }),
  server('SAFE-1', 'a stranger who guesses locks the owner out', 'login-limits.ts requireLoginAttempts.strangers', {
    value: 'await consumePacedAttempt(context, ACCOUNT_PACE, email, passwordHash)',
  }),

  browser('NAV-6', 'an empty cart shows no zero', 'header.tsx CartLink.count', { value: "useCart().length || ''" }),
  browser('ROUTE-2', 'an unknown URL answers with 200', 'catch-all.tsx loader.status', { value: '200' }),
  browser('HOME-6', 'the price range is not sent', 'home.tsx load.radio', { value: '[]' }),
  browser('PROD-2', 'the words for no similar products are others', 'specified-labels.ts spec.noSimilar', {
    value: "'NO SIMILAR PRODUCTS'",
  }),
  browser('LIST-5', 'a filter that finds nothing can be chosen', 'filter-panel.tsx FilterOption.disabled', { value: '{false}' }),
  browser('LIST-6', 'the order of search results is not sent', 'search.tsx fetchResults.sort', { value: 'undefined' }),
  browser('SUGGEST-4', 'a question about other words is not taken back', 'suggestions.tsx useSuggestions', { without: 'abort' }),
  browser('SRCH-3', 'a found card cuts its description at 20 characters', 'constants.ts EXCERPT_LENGTH.search', { value: '20' }),
  browser('ACC-1', 'the login comes one second after registering, not two', 'constants.ts REDIRECT_DELAY_MS', { value: 'SECOND' }),
  browser('ACC-2', 'a login leads nowhere', 'login.tsx LoginPage.onLoggedIn', { without: 'redirect' }),
  browser('CART-7', 'an empty cart is sent to the checkout', 'use-checkout.ts useCheckout.start', { without: 'length' }),
  browser('USER-2', 'a changed profile is not kept in the browser', 'profile.tsx ProfileForm', { without: 'replaceUser' }),
  browser('ADM-8', 'a product without a new price is refused', 'product-admin.ts updateProductSchemas.body.price', { value: 'Dollars' }),
  browser('ADM-4', 'the list of categories is not loaded again after a change', 'create-category.tsx refresh', { without: 'reload' }),
  browser('GATE-2', 'the countdown begins at four', 'constants.ts REDIRECT_COUNTDOWN_SECONDS', { value: '4' }),
  browser('CONST-3', 'an error goes after two seconds', 'announcements.tsx OPTIONS.error.duration', { value: 'TOAST_SUCCESS_MS' }),
];
