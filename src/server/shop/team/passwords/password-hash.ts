/** Hashes passwords and security answers with argon2id, so that a stolen database reveals neither. */
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createBusyError } from '../../../platform/errors.ts';
import { limitConcurrency } from '../../../platform/process/concurrency-limit.ts';
import { hashInThread, verifyInThread } from './hash-threads.ts';

/** 19 MiB, two passes, one lane: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/**
 * A core stays free for all other requests, or where threads have no priorities (hash-thread.ts) those who log in would hold everyone else
 * up. Figures: `npm run bench -- logins`.
 */
const MAX_CONCURRENT = Math.max(1, Math.min(3, availableParallelism() - 1));
/** About two seconds of work on one core; further callers get `unavailable`. */
const MAX_QUEUED = 100;

const randomBase64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');
/** A hash that no password matches. It has the parameters of real ones, so that verifying it takes as long. */
export const DUMMY_HASH = `$argon2id$v=19$m=${ARGON2_OPTIONS.memoryCost},t=${ARGON2_OPTIONS.timeCost},p=${ARGON2_OPTIONS.parallelism}$${randomBase64(16)}$${randomBase64(32)}`;

/** Bounds memory in a flood of logins: each hash takes 19 MiB. Throws `unavailable` where too many wait already. */
const limitHashing = limitConcurrency(MAX_CONCURRENT, { maxQueued: MAX_QUEUED, createError: createBusyError });

/** The same characters, however a keyboard composes them, are the same password. */
const normalizePassword = (password: string) => password.normalize('NFKC');
/** `  Table  Tennis` and `table tennis` are the same answer. */
const normalizeAnswer = (answer: string) => answer.normalize('NFKC').trim().toLowerCase().replace(/\s+/gu, ' ');

/** Verifies DUMMY_HASH where there is no real hash, so that the time taken doesn't tell whether an account exists. */
async function verifySecret(storedHash: string | undefined, secret: string): Promise<boolean> {
  const isReal = storedHash?.startsWith('$argon2id$') ?? false;
  const isMatch = await limitHashing(() => verifyInThread(isReal && storedHash ? storedHash : DUMMY_HASH, secret));
  return isReal && isMatch;
}

export function hashPassword(password: string): Promise<string> {
  return limitHashing(() => hashInThread(normalizePassword(password), ARGON2_OPTIONS));
}

export function hashAnswer(answer: string): Promise<string> {
  return limitHashing(() => hashInThread(normalizeAnswer(answer), ARGON2_OPTIONS));
}

export function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  return verifySecret(storedHash, normalizePassword(password));
}

export function verifyAnswer(storedHash: string | undefined, answer: string): Promise<boolean> {
  return verifySecret(storedHash, normalizeAnswer(answer));
}
