/** The words for every error of the API, by its code. The server's English may be reworded without a page noticing. */
import type { ErrorCode } from '../../contract/error-codes.ts';
import { accountSpec } from './specification-account.ts';

/** The server's message is shown: it names what only the server knows, like a product, a waiting time or the request's id. */
const AS_SERVER_SAYS = null;

export const errors: Record<ErrorCode, string | typeof AS_SERVER_SAYS> = {
  invalid_request: AS_SERVER_SAYS,
  invalid_image: AS_SERVER_SAYS,
  invalid_signature: AS_SERVER_SAYS,
  checkout_too_large: AS_SERVER_SAYS,
  quantity_too_large: AS_SERVER_SAYS,
  nothing_to_pay: 'These products are free, and a card payment needs an amount. Add a product with a price.',
  unauthorized: 'Please log in',
  invalid_credentials: accountSpec.loginFailed,
  wrong_answer: accountSpec.resetFailed,
  wrong_password: 'Incorrect password',
  reauthentication_required: 'Nothing was changed: this needs your password. Try again and enter it.',
  forbidden: 'Only admins can do this',
  account_disabled: 'This account is disabled. Please contact the shop.',
  reset_by_answer_off: 'Here a password is reset by a link in an email only.',
  guest_checkout_off: 'Please log in to check out: this shop takes no orders of guests.',
  not_found: "This page or item doesn't exist",
  category_not_found: 'This category no longer exists',
  product_not_found: 'This product no longer exists',
  product_gone: 'This product no longer exists',
  category_gone: 'This category no longer exists',
  order_not_found: 'Order not found',
  user_not_found: 'This account no longer exists',
  address_not_found: 'This address no longer exists',
  code_not_found: 'This discount code no longer exists',
  link_expired: AS_SERVER_SAYS,
  product_unavailable: 'A product in your cart is no longer available. Remove it to continue.',
  variant_not_found: 'This variant no longer exists',
  variant_required: AS_SERVER_SAYS,
  team_member: 'Who works here is managed under Team, not here',
  email_taken: 'An account with this email already exists. Log in or reset the password.',
  name_taken: AS_SERVER_SAYS,
  sku_taken: AS_SERVER_SAYS,
  code_taken: 'There is already a discount code of this name',
  code_not_applicable: AS_SERVER_SAYS,
  not_shippable: "We don't ship to this address. Choose another country or region.",
  shipping_unavailable: "The shipping rate you chose isn't available any more. Choose another.",
  category_not_empty: AS_SERVER_SAYS,
  version_conflict: 'This was changed after you opened it. Nothing was overwritten. Check what is there now, then save again.',
  insufficient_stock: AS_SERVER_SAYS,
  checkout_replaced: 'You started a newer checkout in another window. Please continue there.',
  checkout_ended: "This checkout can't be paid any more. You have not been charged; check out again from your cart.",
  wrong_order_status: AS_SERVER_SAYS,
  request_open: 'There is an open request for this order already.',
  request_closed: 'This request was decided meanwhile.',
  too_many_addresses: AS_SERVER_SAYS,
  other_email: 'This order was made with another email than that of your account.',
  refund_too_large: AS_SERVER_SAYS,
  refund_mismatch: AS_SERVER_SAYS,
  refund_refused: AS_SERVER_SAYS,
  payment_unknown: "This order's payment isn't known, so it can't be refunded here",
  request_too_large: 'The request is too large',
  image_too_large: 'The image is larger than 5 MB',
  url_too_long: 'The address is too long',
  unsupported_media_type: AS_SERVER_SAYS,
  too_many_attempts: AS_SERVER_SAYS,
  too_many_requests: AS_SERVER_SAYS,
  too_many_checkouts: AS_SERVER_SAYS,
  internal_error: AS_SERVER_SAYS,
  payment_provider_failed: AS_SERVER_SAYS,
  unavailable: AS_SERVER_SAYS,
  payment_unavailable: AS_SERVER_SAYS,
  insufficient_storage: 'The server is out of storage space',
};

/** A code that this build doesn't know, as after an update of the server, falls back to the server's message. */
export function describeError(code: string, message: string): string {
  const words: Record<string, string | null> = errors;
  return words[code] ?? message;
}
