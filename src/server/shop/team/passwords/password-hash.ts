/** Hashes passwords and security answers with argon2id, so that a stolen database reveals neither. */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError, createBusyError } from '../../../platform/errors.ts';
import { assetPath } from '../../../platform/process/asset-path.ts';
import { limitConcurrency } from '../../../platform/process/concurrency-limit.ts';
import type { HashAnswer, HashOptions, HashTask } from './hash-thread.ts';

/** Refuses the passwords that attackers try first: the 18,000 most frequently leaked ones of eight characters or more. */

let loading: Promise<ReadonlySet<string>> | undefined;

/** Loaded with the first password that is set: it takes two megabytes. */
async function load(): Promise<ReadonlySet<string>> {
  const text = await readFile(assetPath('shop/team/passwords/common-passwords.txt'), 'utf8');
  return new Set(text.split('\n').filter((line) => line && !line.startsWith('#')));
}

/** Throws `invalid_request` that names the field. The list is in lower case: `Password1` is as common as `password1`. */
export async function requireUncommonPassword(password: string, path: string): Promise<void> {
  loading ??= load();
  if (!(await loading).has(password.normalize('NFKC').toLowerCase())) return;
  throw new AppError('invalid_request', 'This password is on lists of leaked passwords. Choose another one.', {
    issues: [{ path, code: 'common_password', message: 'is a common password' }],
  });
}

/**
 * Hashes in threads of a lower priority than Node's own, so that requests come first where all cores are busy: docs/decisions/0050. The
 * caller limits how many work at once. A thread starts when one is needed and none is idle, and stays until the process ends.
 */

/** Beside this file as source; in the build (vite.config.ts) beside the chunk that this file is part of. */
const PROGRAM = new URL(`./hash-thread${path.extname(import.meta.filename)}`, import.meta.url);

const idleThreads = new Set<Worker>();

function startThread(): Worker {
  // Without the process's own flags, which may name modules that only the main thread can run.
  const thread = new Worker(PROGRAM, { execArgv: [] });
  // An error of an idle thread would otherwise end the process.
  thread.on('error', () => undefined);
  thread.on('exit', () => idleThreads.delete(thread));
  return thread;
}

/** Rejects if the thread ends before it has answered; the next task gets a new thread. */
async function getAnswer(task: HashTask): Promise<HashAnswer> {
  const [thread = startThread()] = idleThreads;
  idleThreads.delete(thread);
  const listeners = new AbortController();
  const { signal } = listeners;
  // A busy thread keeps the process alive, so that a command can wait for its hash; an idle one doesn't.
  thread.ref();
  try {
    const ended = once(thread, 'exit', { signal }).then(([code]) => Promise.reject(new Error(`A hashing thread ended with ${code}`)));
    const answered = once(thread, 'message', { signal }).then(([answer]) => answer as HashAnswer);
    thread.postMessage(task);
    const answer = await Promise.race([answered, ended]);
    idleThreads.add(thread);
    return answer;
  } finally {
    thread.unref();
    listeners.abort();
  }
}

async function run(task: HashTask): Promise<string | boolean> {
  const answer = await getAnswer(task);
  if ('error' in answer) throw answer.error;
  return answer.value;
}

export const hashInThread = async (secret: string, options: HashOptions): Promise<string> => String(await run({ secret, options }));
export const verifyInThread = async (storedHash: string, secret: string): Promise<boolean> => (await run({ storedHash, secret })) === true;

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
