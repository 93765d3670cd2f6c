/** Tells whoever wants to know of each statement that was run on the database: its text, never its values. */
import { getRequestContext, type RequestContext } from './request-context.ts';

export interface FinishedStatement {
  /** With placeholders; without the comment that marks a prepared one. */
  readonly text: string;
  /** When it was sent, in milliseconds of `Date.now()`. */
  readonly startedAt: number;
  /** Milliseconds. On a server without the wait for a connection. */
  readonly duration: number;
  /** Null where it failed, or was several statements. */
  readonly rows: number | null;
  readonly hasFailed: boolean;
  readonly context: RequestContext | undefined;
}

type Observer = (statement: FinishedStatement) => void;

const observers = new Set<Observer>();
const MAX_TEXT = 4000;
const LEADING_COMMENT = /^\s*\/\*.*?\*\/\s*/s;
/** Only the shop's own constants are written so; blotted out all the same, so that no statement of tomorrow says a name. */
const STRING_LITERAL = /'(?:[^']|'')*'/g;

/** Returns how to stop. */
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

/** To be called when the statement is sent; what it returns, once it is done. Null where nobody observes. */
export function startStatement(text: string): ((result: unknown, hasFailed: boolean) => void) | null {
  if (observers.size === 0) return null;
  const context = getRequestContext();
  const sentAt = performance.now();
  return (result, hasFailed) => {
    const duration = performance.now() - sentAt;
    let written: string | undefined;
    const statement: FinishedStatement = {
      // Most statements interest nobody: the text is prepared where it is read.
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
