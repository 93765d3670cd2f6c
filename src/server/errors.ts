/** The errors that a caller is told about: a code, its HTTP status, and a message that says what to do next. */
import type { ErrorCode } from '../contract/error-codes.ts';
import type { Issue } from '../contract/schemas/common.ts';

const HTTP_STATUS: Record<ErrorCode, number> = {
  invalid_request: 400,
  invalid_image: 400,
  invalid_signature: 400,
  checkout_too_large: 400,
  nothing_to_pay: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  wrong_answer: 401,
  forbidden: 403,
  not_found: 404,
  category_not_found: 404,
  product_not_found: 404,
  order_not_found: 404,
  product_unavailable: 404,
  email_taken: 409,
  name_taken: 409,
  category_not_empty: 409,
  insufficient_stock: 409,
  checkout_replaced: 409,
  wrong_order_status: 409,
  refund_too_large: 409,
  refund_refused: 409,
  payment_unknown: 409,
  request_too_large: 413,
  image_too_large: 413,
  url_too_long: 414,
  unsupported_media_type: 415,
  too_many_attempts: 429,
  internal_error: 500,
  payment_provider_failed: 502,
  unavailable: 503,
  payment_unavailable: 503,
  insufficient_storage: 507,
};

interface Details {
  /** The fields at fault. */
  issues?: Issue[];
  /** Seconds until it is worth trying again. */
  retryAfter?: number;
  cause?: unknown;
  /** Where the framework answers the same case with another status than the code's. */
  status?: number;
}

/** Code, message and issues are sent to the caller; the cause only goes to the log. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly issues: Issue[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = details.status ?? HTTP_STATUS[code];
    this.issues = details.issues;
    this.retryAfter = details.retryAfter;
  }
}

/** The error and its causes, outermost first. */
export function getErrorChain(error: unknown): Error[] {
  return error instanceof Error ? [error, ...getErrorChain(error.cause)] : [];
}

/** Too much at once, or the database doesn't answer: worth another try in two seconds. */
export function createBusyError(): AppError {
  return new AppError('unavailable', 'The shop is busy, please try again', { retryAfter: 2 });
}
