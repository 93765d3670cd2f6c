/** The errors that a caller sees: a code, its HTTP status, and a message that says what to do next. */
import type { Challenge, ErrorCode, Issue } from '../../contract/errors.ts';

/** The HTTP status of each error code. */
export const HTTP_STATUS: Record<ErrorCode, number> = {
  invalid_request: 400,
  invalid_image: 400,
  invalid_signature: 400,
  api_key_in_url: 400,
  checkout_too_large: 400,
  quantity_too_large: 400,
  nothing_to_pay: 400,
  address_fields_required: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  wrong_answer: 401,
  wrong_password: 403,
  reauthentication_required: 403,
  reauthentication_by_code_required: 403,
  second_factor_required: 401,
  second_factor_setup_required: 403,
  second_factor_unreadable: 503,
  challenge_expired: 401,
  wrong_second_factor: 403,
  forbidden: 403,
  role_too_low: 403,
  api_key_not_allowed: 403,
  scope_missing: 403,
  account_disabled: 403,
  reset_by_answer_off: 403,
  guest_checkout_off: 403,
  test_orders_off: 409,
  shop_closed: 403,
  not_found: 404,
  category_not_found: 404,
  brand_not_found: 404,
  product_not_found: 404,
  product_gone: 410,
  category_gone: 410,
  brand_gone: 410,
  page_not_found: 404,
  page_gone: 410,
  redirect_not_found: 404,
  order_not_found: 404,
  user_not_found: 404,
  customer_not_found: 404,
  invitation_not_found: 404,
  api_key_not_found: 404,
  address_not_found: 404,
  code_not_found: 404,
  gift_card_not_found: 404,
  webhook_endpoint_not_found: 404,
  webhook_delivery_not_found: 404,
  link_expired: 404,
  download_ended: 410,
  invoices_off: 409,
  product_unavailable: 404,
  variant_not_found: 404,
  variant_required: 409,
  team_member: 409,
  already_in_team: 409,
  last_owner: 409,
  second_factor_on: 409,
  second_factor_off: 409,
  own_second_factor: 409,
  invitation_open: 409,
  too_many_api_keys: 409,
  email_taken: 409,
  email_unconfirmed: 403,
  name_taken: 409,
  slug_taken: 409,
  sku_taken: 409,
  key_taken: 409,
  code_taken: 409,
  code_not_applicable: 409,
  gift_card_issued: 409,
  gift_card_spent: 409,
  gift_card_not_usable: 409,
  insufficient_balance: 409,
  not_shippable: 409,
  shipping_unavailable: 409,
  category_not_empty: 409,
  brand_not_empty: 409,
  contact_in_use: 409,
  version_conflict: 409,
  insufficient_stock: 409,
  checkout_replaced: 409,
  checkout_ended: 409,
  wrong_order_status: 409,
  request_open: 409,
  request_closed: 409,
  import_closed: 409,
  other_email: 409,
  too_many_addresses: 409,
  too_many_tags: 409,
  too_many_views: 409,
  too_many_fields: 409,
  too_many_contacts: 409,
  field_in_use: 409,
  too_many_webhook_endpoints: 409,
  webhook_endpoint_off: 409,
  email_not_failed: 409,
  email_link_ended: 409,
  refund_too_large: 409,
  refund_mismatch: 409,
  refund_refused: 409,
  payment_unknown: 409,
  payment_mismatch: 409,
  set_by_server: 409,
  connection_failed: 409,
  request_too_large: 413,
  image_too_large: 413,
  import_too_large: 413,
  url_too_long: 414,
  unsupported_media_type: 415,
  too_many_attempts: 429,
  too_many_requests: 429,
  too_many_checkouts: 429,
  internal_error: 500,
  payment_provider_failed: 502,
  unavailable: 503,
  amount_too_small: 409,
  payment_unavailable: 503,
  insufficient_storage: 507,
};

interface Details {
  /** The fields at fault. */
  issues?: Issue[];
  /** The current state, as the call that reads it returns it. */
  current?: object;
  /** What the second step of a login sends back. */
  challenge?: Challenge;
  /** Seconds until it is worth trying again. */
  retryAfter?: number;
  cause?: unknown;
  /** Only for the audit log, never for the caller: the account that somebody failed to log in to. */
  account?: string | undefined;
  /** HTTP status, if the framework answers this case with another one than that of the code. */
  status?: number;
}

/** The caller gets code, message, issues, current state and challenge; the cause is only logged. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly issues: Issue[] | undefined;
  readonly current: object | undefined;
  readonly challenge: Challenge | undefined;
  readonly retryAfter: number | undefined;
  readonly account: string | undefined;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = details.status ?? HTTP_STATUS[code];
    this.issues = details.issues;
    this.current = details.current;
    this.challenge = details.challenge;
    this.retryAfter = details.retryAfter;
    this.account = details.account;
  }
}

/** A form was saved after somebody else had changed what it edits: nothing is written, and the caller gets the current state. */
export function createVersionConflict(current: object): AppError {
  return new AppError('version_conflict', 'This was changed after you opened it. Nothing was overwritten: see what is there now', {
    current,
  });
}

/** The fields of a request that are at fault, which the message names too. */
export const createIssuesError = (issues: Issue[]): AppError =>
  new AppError('invalid_request', issues.map(({ path, message }) => `${path} ${message}`).join(', '), { issues });

/** The error and its causes, outermost first. */
export function getErrorChain(error: unknown): Error[] {
  return error instanceof Error ? [error, ...getErrorChain(error.cause)] : [];
}

/** The server is overloaded, or the database doesn't answer: worth another try in two seconds. */
export function createBusyError({ cause }: Pick<Details, 'cause'> = {}): AppError {
  return new AppError('unavailable', 'The shop is busy, please try again', { retryAfter: 2, cause });
}
