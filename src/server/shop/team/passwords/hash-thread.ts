/** The program of a thread that hashes: each message is a task (hash-threads.ts sends them), and has one answer. */
import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type Options as HashOptions, hashSync, verifySync } from '@node-rs/argon2';

export type { HashOptions };
export type HashTask = { secret: string; options: HashOptions } | { secret: string; storedHash: string };
export type HashAnswer = { value: string | boolean } | { error: unknown };

/** About a tenth of a core while requests could use all of it, and a whole one while they can't. */
const NICENESS = 10;

// On Linux a thread has a priority of its own; elsewhere this would be the priority of the whole process.
if (os.platform() === 'linux') {
  try {
    os.setPriority(0, NICENESS);
  } catch {
    // Forbidden by some sandboxes: then hashes compete with requests as equals.
  }
}

function run(task: HashTask): HashAnswer {
  try {
    return { value: 'storedHash' in task ? verifySync(task.storedHash, task.secret) : hashSync(task.secret, task.options) };
  } catch (error) {
    return { error };
  }
}

parentPort?.on('message', (task: HashTask) => parentPort?.postMessage(run(task)));
