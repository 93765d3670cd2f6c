/** Logs statements that take long, so that a missing index is found before customers notice. */
import type { Logger } from '../log/logger.ts';
import { observeStatements } from './statements.ts';

/** `threshold` in milliseconds; 0: none is logged. Returns a function that stops it. */
export function logSlowStatements(log: Pick<Logger, 'warn'>, threshold: number): () => void {
  if (threshold === 0) return () => undefined;
  return observeStatements((statement) => {
    if (statement.duration < threshold) return;
    const { text, duration, rows, context } = statement;
    log.warn({ ...(context && { reqId: context.id }), statement: text, duration: Math.round(duration), rows }, 'slow statement');
  });
}
