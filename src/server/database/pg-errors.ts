/** What PostgreSQL says when it refuses: https://www.postgresql.org/docs/18/errcodes-appendix.html */

import { getErrorChain } from '../errors.ts';

function hasCode(error: unknown, ...codes: string[]): boolean {
  return getErrorChain(error).some((it) => 'code' in it && codes.includes(String(it.code)));
}

/** The name of the unique index that was violated, or null. */
export function findUniqueViolation(error: unknown): string | null {
  for (const it of getErrorChain(error)) {
    if ('code' in it && it.code === '23505' && 'constraint' in it && typeof it.constraint === 'string') return it.constraint;
  }
  return null;
}

/** Another row still points here, or the row pointed to isn't there. */
export function isForeignKeyViolation(error: unknown): boolean {
  // 23001 is what PostgreSQL 18 says of ON DELETE RESTRICT; older versions say 23503.
  return hasCode(error, '23503', '23001');
}

/** One of two transactions that stood in each other's way was ended: a serialization failure or a deadlock. */
export function isSerializationFailure(error: unknown): boolean {
  return hasCode(error, '40001', '40P01');
}

const UNAVAILABLE_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '57014',
  '08006',
  '08003',
  '08001',
];
/** What node-postgres says without a code, of a line that is cut or of its own patience that is at its end. */
const CONNECTION_LOST = /Connection terminated|timeout exceeded when trying to connect|Query read timeout/i;

/** The database is away or too busy, and soon back. */
export function isUnavailable(error: unknown): boolean {
  return hasCode(error, ...UNAVAILABLE_CODES) || getErrorChain(error).some(({ message }) => CONNECTION_LOST.test(message));
}
