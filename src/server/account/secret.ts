/** Passwords and security answers: argon2id, so that a stolen database gives neither away. */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { limitConcurrency } from '../concurrency-limit.ts';
import { createBusyError } from '../errors.ts';

/** 19 MiB, two passes, one lane: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Of the four threads that Node has for such work, one stays free for files. */
const MAX_RUNNING = 3;
/** About two seconds of work on one core; whoever comes later is asked to come back. */
const MAX_WAITING = 100;

const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');
/** A hash that nothing matches: checking it costs what checking a real one does. */
const UNMATCHABLE = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${base64(16)}$${base64(32)}`;

/** A flood of logins waits here instead of taking 19 MiB each. Throws `unavailable` where too many wait already. */
const inTurn = limitConcurrency(MAX_RUNNING, { maxQueued: MAX_WAITING, createError: createBusyError });

/** One text however a keyboard composes it. */
const plainPassword = (password: string) => password.normalize('NFKC');
/** `  Table  Tennis` and `table tennis` are the same sport. */
const plainAnswer = (answer: string) => answer.normalize('NFKC').trim().toLowerCase().replace(/\s+/gu, ' ');

/** Takes as long where there is no hash to match, or none that could be. */
async function matches(stored: string | undefined, secret: string): Promise<boolean> {
  const isReal = stored?.startsWith('$argon2id$') ?? false;
  const isMatch = await inTurn(() => verify(isReal && stored ? stored : UNMATCHABLE, secret));
  return isReal && isMatch;
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(plainPassword(password), COST));
}

export function hashAnswer(answer: string): Promise<string> {
  return inTurn(() => hash(plainAnswer(answer), COST));
}

export function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  return matches(stored, plainPassword(password));
}

export function isAnswer(stored: string | undefined, answer: string): Promise<boolean> {
  return matches(stored, plainAnswer(answer));
}
