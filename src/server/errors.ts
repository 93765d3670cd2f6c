/** The one class of this project, and the one table from a code to a status. */
import type { Issue } from '../contract/common.ts';

const STATUS = {
  invalid: 400,
  bad_signature: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  too_many: 429,
  provider_failed: 502,
  unavailable: 503,
  no_space: 507,
} as const;

export type ErrorCode = keyof typeof STATUS;

interface Details {
  issues?: Issue[];
  /** Seconds until it is worth trying again. */
  retryAfter?: number;
  cause?: unknown;
}

/** A refusal that the caller is told: its message leaves the house. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly issues: Issue[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = STATUS[code];
    this.issues = details.issues;
    this.retryAfter = details.retryAfter;
  }
}

/** The error and what it came of, outermost first. */
export function getErrorChain(error: unknown): Error[] {
  return error instanceof Error ? [error, ...getErrorChain(error.cause)] : [];
}

export const createBusyError = (): AppError => new AppError('unavailable', 'The shop is busy, please try again', { retryAfter: 2 });
