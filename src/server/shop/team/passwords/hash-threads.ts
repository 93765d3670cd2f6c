/**
 * Hashes in threads of a lower priority than Node's own, so that requests come first where all cores are busy: docs/decisions/0050. The
 * caller limits how many work at once. A thread starts when one is needed and none is idle, and stays until the process ends.
 */
import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { HashAnswer, HashOptions, HashTask } from './hash-thread.ts';

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
