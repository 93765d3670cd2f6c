/** What the errors of PostgreSQL and of its driver mean. Codes: https://www.postgresql.org/docs/18/errcodes-appendix.html */
import { getErrorChain } from '../errors.ts';

/** Explains to an operator why the database can't be reached as the settings say, if trying again wouldn't help. */

const UNTRUSTED = [
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_SIGNATURE_FAILURE',
];

const WORDS: readonly [fits: (code: string, message: string) => boolean, words: string][] = [
  [(code) => UNTRUSTED.includes(code), "PostgreSQL's certificate isn't signed by the authority that sslrootcert names"],
  [(code) => code === 'ERR_TLS_CERT_ALTNAME_INVALID', "PostgreSQL's certificate isn't made out to the host that the database's URL names"],
  [(code) => code === 'CERT_HAS_EXPIRED', "PostgreSQL's certificate has expired, or this machine's clock is wrong"],
  [(code) => code === 'CERT_NOT_YET_VALID', "PostgreSQL's certificate isn't valid yet, or this machine's clock is wrong"],
  [
    (_code, message) => message === 'The server does not support SSL connections',
    "The database's URL asks for TLS, which PostgreSQL doesn't speak there",
  ],
  [
    (_code, message) => message.startsWith('unsupported startup parameter'),
    'A pooler refuses a parameter of the connection: where DATABASE_URL leads to one, set DATABASE_DIRECT_URL too, and no parameters but those of TLS',
  ],
];

/** Returns the error itself if there is nothing to explain. */
export function explainConnectionError(error: unknown): unknown {
  for (const it of getErrorChain(error)) {
    const code = 'code' in it ? String(it.code) : '';
    const words = WORDS.find(([fits]) => fits(code, it.message))?.[1];
    if (words) return new Error(words, { cause: error });
  }
  return error;
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return getErrorChain(error).some((it) => 'code' in it && codes.includes(String(it.code)));
}

function findViolation(error: unknown, code: string): string | null {
  for (const it of getErrorChain(error)) {
    if ('code' in it && it.code === code && 'constraint' in it && typeof it.constraint === 'string') return it.constraint;
  }
  return null;
}

/** The name of the violated unique index; null for other errors. */
export const findUniqueViolation = (error: unknown): string | null => findViolation(error, '23505');

/** The name of the violated check; null for other errors. */
export const findCheckViolation = (error: unknown): string | null => findViolation(error, '23514');

/** The name of the violated foreign key; null for other errors. */
export const findForeignKeyViolation = (error: unknown): string | null => findViolation(error, '23503');

/** Another row still references this one, or the referenced row doesn't exist. */
export function isForeignKeyViolation(error: unknown): boolean {
  // PostgreSQL 18 reports ON DELETE RESTRICT by 23001; older versions by 23503.
  return hasCode(error, '23503', '23001');
}

/** PostgreSQL rolled the transaction back because of a concurrent one: a serialization failure or a deadlock. */
export function isSerializationFailure(error: unknown): boolean {
  return hasCode(error, '40001', '40P01');
}

/** The statement waited for a lock for as long as `lock_timeout` allows. */
export function isLockTimeout(error: unknown): boolean {
  return hasCode(error, '55P03');
}

/** The statement writes, but the database is a standby or read-only for another reason. */
export function isReadOnlyError(error: unknown): boolean {
  return hasCode(error, '25006');
}

const UNAVAILABLE_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
  // Shut down by an admin, crashed, or still starting.
  '57P01',
  '57P02',
  '57P03',
  // Ended by PostgreSQL for being idle within a transaction, or idle at all.
  '25P03',
  '57P05',
  // A standby: the primary is away, and this one isn't promoted yet.
  '25006',
  // Rolled back for the sake of another transaction, again and again (retryTransaction in query.ts).
  '40001',
  '40P01',
  // Too many connections.
  '53300',
  // The statement timed out.
  '57014',
  // Connection errors.
  '08006',
  '08003',
  '08001',
];
/** Errors of node-postgres without a code: a lost connection (also of a rollback after it), its own timeouts, and a pool that is closing. */
const CONNECTION_LOST =
  /Connection terminated|not queryable|timeout exceeded when trying to connect|Query read timeout|Cannot use a pool after calling end/i;

/** A pooler's refusals that are permanent: trying again wouldn't help. */
const REFUSED_BY_POOLER = /^(unsupported startup parameter|no such (database|user)|bouncer config error)/;

/**
 * PgBouncer uses a single code, 08P01, for all of its own errors: a failover has cut the server connection, the next one fails, or it
 * waited too long for one. Each time it closes the client's connection, which PostgreSQL doesn't do for this code.
 */
const isPoolerFailure = (error: Error): boolean =>
  'code' in error && error.code === '08P01' && 'severity' in error && error.severity === 'FATAL' && !REFUSED_BY_POOLER.test(error.message);

/** The database is unreachable or overloaded: worth another try soon. */
export function isUnavailable(error: unknown): boolean {
  return hasCode(error, ...UNAVAILABLE_CODES) || getErrorChain(error).some((it) => CONNECTION_LOST.test(it.message) || isPoolerFailure(it));
}
