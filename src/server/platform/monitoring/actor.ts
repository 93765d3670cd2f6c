/** The actor of the current work, as the audit log names it. The database is told at the start of each transaction. */
import { getRequestContext } from './request-context.ts';

/** In the form that shop/database/functions/audit_change.sql reads; null if nothing is to be logged, as for a checkout. */
export function describeActor(): string | null {
  const context = getRequestContext();
  return context?.actor ? JSON.stringify({ ...context.actor, requestId: context.id }) : null;
}

/**
 * Each transaction begins with it, so that the triggers for the version before, which leaves these rules to them, do nothing
 * (shop/database/functions/version_before.sql). Goes together with them. `set` instead of `select set_config`: a query would take the snapshot, and a
 * transaction's isolation level has to be set before that.
 */
export const SET_RULES = `set local storefront.rules = 'services'`;

const WRITES = /\b(?:insert|update|delete)\b/i;

/** Decided by its text; also true for some statements that only read. */
export const mayWrite = (statement: string): boolean => WRITES.test(statement);
