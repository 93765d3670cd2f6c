/** Who does the present piece of work, as the audit log will say: told to the database at the start of each transaction. */
import { getRequestContext } from './request-context.ts';

/** As database/functions/audit_change.sql reads it; null where the log has nothing to say of it, as of a checkout. */
export function describeActor(): string | null {
  const context = getRequestContext();
  return context?.actor ? JSON.stringify({ ...context.actor, requestId: context.id }) : null;
}

const WRITES = /\b(?:insert|update|delete)\b/i;

/** By its text; true also of some that only read. */
export const mayWrite = (statement: string): boolean => WRITES.test(statement);
