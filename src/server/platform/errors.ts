/** The errors that a caller is told about: a code, its HTTP status, and a message that says what to do next. */
import type { Challenge, ErrorCode, Issue } from '../../contract/errors.ts';
import { HTTP_STATUS } from './http/error-status.ts';

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
