/** Reports each statement that was run on the database to observers: its text, never its values. */
import type { Logger } from '../log/logger.ts';
import { getRequestContext, type RequestContext } from './request-context.ts';

/** Logs statements that take long, so that a missing index is found before customers notice. */

/** `threshold` in milliseconds; 0: none is logged. Returns a function that stops it. */
export function logSlowStatements(log: Pick<Logger, 'warn'>, threshold: number): () => void {
  if (threshold === 0) return () => undefined;
  return observeStatements((statement) => {
    if (statement.duration < threshold) return;
    const { text, duration, rows, context } = statement;
    log.warn({ ...(context && { reqId: context.id }), statement: text, duration: Math.round(duration), rows }, 'slow statement');
  });
}

export interface FinishedStatement {
  /** With placeholders, and without the comment that marks a prepared statement. */
  readonly text: string;
  /** When it was sent, in milliseconds of `Date.now()`. */
  readonly startedAt: number;
  /** In milliseconds. On a server, without the wait for a connection. */
  readonly duration: number;
  /** Null if it failed, or consisted of several statements. */
  readonly rows: number | null;
  readonly hasFailed: boolean;
  readonly context: RequestContext | undefined;
}

type Observer = (statement: FinishedStatement) => void;

const observers = new Set<Observer>();
const MAX_TEXT = 4000;
const LEADING_COMMENT = /^\s*\/\*.*?\*\/\s*/s;
/** Only the shop's own constants are written as literals. They are masked all the same, in case a future statement contains a name. */
const STRING_LITERAL = /'(?:[^']|'')*'/g;

/** Returns a function that stops it. */
export function observeStatements(observer: Observer): () => void {
  observers.add(observer);
  return () => observers.delete(observer);
}

const toText = (text: string): string => text.slice(0, MAX_TEXT).replace(LEADING_COMMENT, '').replace(STRING_LITERAL, "'…'");

function countRows(result: unknown): number | null {
  if (typeof result !== 'object' || result === null) return null;
  if ('rowCount' in result && typeof result.rowCount === 'number') return result.rowCount;
  return 'rows' in result && Array.isArray(result.rows) ? result.rows.length : null;
}

/** Call it when the statement is sent, and call the returned function once it is done. Null if there are no observers. */
export function startStatement(text: string): ((result: unknown, hasFailed: boolean) => void) | null {
  if (observers.size === 0) return null;
  const context = getRequestContext();
  const sentAt = performance.now();
  return (result, hasFailed) => {
    const duration = performance.now() - sentAt;
    let written: string | undefined;
    const statement: FinishedStatement = {
      // A getter, because most observers don't read the text of most statements.
      get text() {
        written ??= toText(text);
        return written;
      },
      startedAt: Date.now() - duration,
      duration,
      rows: hasFailed ? null : countRows(result),
      hasFailed,
      context,
    };
    for (const observer of observers) observer(statement);
  };
}
