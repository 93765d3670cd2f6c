/** Passwords and security answers: argon2id, so that a stolen database gives neither away. */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { limitConcurrency } from '../concurrency-limit.ts';
import { createBusyError } from '../errors.ts';

/** 19 MiB, two passes, one lane: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Of the four threads that Node has for such work, one stays free for files. */
const MAX_CONCURRENT = 3;
/** About two seconds of work on one core; whoever comes later is asked to come back. */
const MAX_QUEUED = 100;

const randomBase64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');
/** A hash that nothing matches: checking it costs what checking a real one does. */
const DUMMY_HASH = `$argon2id$v=19$m=${ARGON2_OPTIONS.memoryCost},t=${ARGON2_OPTIONS.timeCost},p=${ARGON2_OPTIONS.parallelism}$${randomBase64(16)}$${randomBase64(32)}`;

/** A flood of logins waits here instead of taking 19 MiB each. Throws `unavailable` where too many wait already. */
const limitHashing = limitConcurrency(MAX_CONCURRENT, { maxQueued: MAX_QUEUED, createError: createBusyError });

/** One text however a keyboard composes it. */
const normalizePassword = (password: string) => password.normalize('NFKC');
/** `  Table  Tennis` and `table tennis` are the same sport. */
const normalizeAnswer = (answer: string) => answer.normalize('NFKC').trim().toLowerCase().replace(/\s+/gu, ' ');

/** Takes as long where there is no hash to match, or none that could be. */
async function verifySecret(storedHash: string | undefined, secret: string): Promise<boolean> {
  const isReal = storedHash?.startsWith('$argon2id$') ?? false;
  const isMatch = await limitHashing(() => verify(isReal && storedHash ? storedHash : DUMMY_HASH, secret));
  return isReal && isMatch;
}

export function hashPassword(password: string): Promise<string> {
  return limitHashing(() => hash(normalizePassword(password), ARGON2_OPTIONS));
}

export function hashAnswer(answer: string): Promise<string> {
  return limitHashing(() => hash(normalizeAnswer(answer), ARGON2_OPTIONS));
}

export function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  return verifySecret(storedHash, normalizePassword(password));
}

export function verifyAnswer(storedHash: string | undefined, answer: string): Promise<boolean> {
  return verifySecret(storedHash, normalizeAnswer(answer));
}
