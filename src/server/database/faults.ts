/** What PostgreSQL says when it refuses: https://www.postgresql.org/docs/18/errcodes-appendix.html */

import { causesOf } from '../errors.ts';

function hasCode(error: unknown, ...codes: string[]): boolean {
  return causesOf(error).some((it) => 'code' in it && codes.includes(String(it.code)));
}

/** The name of the unique index that was violated, or null. */
export function violatedUnique(error: unknown): string | null {
  for (const it of causesOf(error)) {
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
export function isGivenWay(error: unknown): boolean {
  return hasCode(error, '40001', '40P01');
}

const AWAY = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', '57P01', '57P02', '57P03', '53300', '57014', '08006', '08003', '08001'];
/** What node-postgres says without a code, of a line that is cut or of its own patience that is at its end. */
const CUT_OFF = /Connection terminated|timeout exceeded when trying to connect|Query read timeout/i;

/** The database is away or too busy, and soon back. */
export function isAway(error: unknown): boolean {
  return hasCode(error, ...AWAY) || causesOf(error).some(({ message }) => CUT_OFF.test(message));
}
