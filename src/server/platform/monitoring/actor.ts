/** The actor of the current work, as the audit log names it. The database is told at the start of each transaction. */
import { getRequestContext } from './request-context.ts';

/** In the form that shop/database/functions/audit_change.sql reads; null if nothing is to be logged, as for a checkout. */
export function describeActor(): string | null {
  const context = getRequestContext();
  return context?.actor ? JSON.stringify({ ...context.actor, requestId: context.id }) : null;
}

const WRITES = /\b(?:insert|update|delete)\b/i;

/** Decided by its text; also true for some statements that only read. */
export const mayWrite = (statement: string): boolean => WRITES.test(statement);
