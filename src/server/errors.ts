/** The errors that a caller is told about: a code, its HTTP status, and a message that says what to do next. */
import type { ErrorCode } from '../contract/error-codes.ts';
import type { Challenge, Issue } from '../contract/schemas/common.ts';
import { HTTP_STATUS } from './http/error-status.ts';

interface Details {
  /** The fields at fault. */
  issues?: Issue[];
  /** What is there now, as the call that reads it answers. */
  current?: object;
  /** What the second step of a login sends back. */
  challenge?: Challenge;
  /** Seconds until it is worth trying again. */
  retryAfter?: number;
  cause?: unknown;
  /** For the audit log, never for the caller: whose account somebody couldn't log in to. */
  account?: string | undefined;
  /** Where the framework answers the same case with another status than the code's. */
  status?: number;
}

/** Code, message, issues, what is there now and a challenge are sent to the caller; the cause only goes to the log. */
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

/** Somebody saved a form that was opened before another change: nothing is written, and they are shown what is there now. */
export function createVersionConflict(current: object): AppError {
  return new AppError('version_conflict', 'This was changed after you opened it. Nothing was overwritten: see what is there now', {
    current,
  });
}

/** The error and its causes, outermost first. */
export function getErrorChain(error: unknown): Error[] {
  return error instanceof Error ? [error, ...getErrorChain(error.cause)] : [];
}

/** Too much at once, or the database doesn't answer: worth another try in two seconds. */
export function createBusyError(): AppError {
  return new AppError('unavailable', 'The shop is busy, please try again', { retryAfter: 2 });
}
