/** The words for every error of the API, by its code. The server's English may be reworded without a page noticing. */
import type { ErrorCode, IssueCode } from '../../contract/error-codes.ts';
import type { Issue } from '../../contract/schemas/common.ts';
import { common } from './common.ts';
import { form } from './form.ts';
import { spec } from './specification.ts';

export const connection = {
  unreachable: common.offline,
  unreadable: "We couldn't read the server's response. Please try again.",
  unknown: 'Something went wrong',
} as const;

/** The server's message is shown: it names what only the server knows, like a product, a waiting time or the request's id. */
const AS_SERVER_SAYS = null;

export const errors: Record<ErrorCode, string | typeof AS_SERVER_SAYS> = {
  invalid_request: AS_SERVER_SAYS,
  invalid_image: AS_SERVER_SAYS,
  invalid_signature: AS_SERVER_SAYS,
  checkout_too_large: AS_SERVER_SAYS,
  nothing_to_pay: 'These products are free, and a card payment needs an amount. Add a product with a price.',
  unauthorized: 'Please log in',
  invalid_credentials: spec.loginFailed,
  wrong_answer: spec.resetFailed,
  forbidden: 'Only admins can do this',
  not_found: "This page or item doesn't exist",
  category_not_found: 'This category no longer exists',
  product_not_found: 'This product no longer exists',
  order_not_found: 'Order not found',
  product_unavailable: 'A product in your cart is no longer available. Remove it to continue.',
  email_taken: 'An account with this email already exists. Log in or reset the password.',
  name_taken: AS_SERVER_SAYS,
  category_not_empty: AS_SERVER_SAYS,
  insufficient_stock: AS_SERVER_SAYS,
  checkout_replaced: 'You started a newer checkout in another window. Please continue there.',
  wrong_order_status: AS_SERVER_SAYS,
  refund_too_large: AS_SERVER_SAYS,
  refund_refused: AS_SERVER_SAYS,
  payment_unknown: "This order's payment isn't known, so it can't be refunded here",
  request_too_large: 'The request is too large',
  image_too_large: 'The image is larger than 5 MB',
  url_too_long: 'The address is too long',
  unsupported_media_type: AS_SERVER_SAYS,
  too_many_attempts: AS_SERVER_SAYS,
  internal_error: AS_SERVER_SAYS,
  payment_provider_failed: AS_SERVER_SAYS,
  unavailable: AS_SERVER_SAYS,
  payment_unavailable: AS_SERVER_SAYS,
  insufficient_storage: 'The server is out of storage space',
};

/** `limit` is the number in the rule. */
export const issues: Record<IssueCode, (limit: number) => string> = {
  required: () => form.required,
  blank: () => form.required,
  wrong_type: () => form.invalidFormat,
  not_a_number: () => form.notANumber,
  not_an_integer: () => form.notAnInteger,
  too_short: (limit) => (limit === 1 ? form.required : form.tooShort(limit)),
  too_long: (limit) => form.tooLong(limit),
  too_few: (limit) => `Add at least ${limit}`,
  too_many: (limit) => `Use at most ${limit}`,
  too_small: (limit) => form.tooLow(String(limit)),
  too_large: (limit) => form.tooHigh(String(limit)),
  not_above: (limit) => `Enter more than ${limit}`,
  too_many_decimals: () => form.tooManyDecimals,
  invalid_format: () => form.invalidFormat,
  invalid_choice: () => 'Choose one of the options',
  not_allowed: () => 'Leave this empty',
  nested_too_deeply: () => form.invalidFormat,
  nul_character: () => form.invalidFormat,
  taken: () => 'This is already in use',
  unknown: () => 'This no longer exists. Choose another.',
  unavailable: () => 'No longer available',
  insufficient_stock: (limit) => `Only ${limit} available`,
  range_not_rising: () => 'The maximum must be above the minimum',
  unreadable_image: () => "This isn't a readable JPEG, PNG, WebP or GIF image",
  too_many_pixels: () => 'The image has more than 40 megapixels',
};

/** A code that this build doesn't know, as after an update of the server, falls back to the server's message. */
export function describeError(code: string | undefined, message: string = connection.unknown): string {
  const words: Record<string, string | null> = errors;
  return (code && words[code]) || message;
}

export function describeIssue({ code, message, limit = 0 }: Issue): string {
  const words: Partial<typeof issues> = issues;
  return words[code]?.(limit) ?? message.charAt(0).toUpperCase() + message.slice(1);
}
