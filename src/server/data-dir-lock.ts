/**
 * A lock file in a directory, held by one process at a time. It guards the embedded database: PGlite would let a second process open the
 * same directory, and both would lose data silently. The file names the process that holds it, so that the lock of a process that has
 * died can be taken over.
 */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRecord } from '../contract/is-record.ts';

const LOCK_FILE = 'shop.lock';
/** Milliseconds between two attempts to take a lock that is held. */
const POLL_INTERVAL = 200;
/** Other processes may take or remove the lock in between. */
const MAX_ATTEMPTS = 5;

interface LockHolder {
  pid: number;
  /** When the process started, in clock ticks since boot (Linux; null elsewhere). Tells the holder from a later process with the same pid. */
  started: string | null;
}

function readProcessStartTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Field 22; the command in field 2 is in brackets and may contain blanks, so fields are counted from behind it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function isAlive(holder: LockHolder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const started = readProcessStartTime(holder.pid);
  return !(holder.started && started && holder.started !== started);
}

/** Null where there is no lock file, or one that isn't ours. */
function readHolder(file: string): LockHolder | null {
  try {
    const holder: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isRecord(holder) || typeof holder.pid !== 'number') return null;
    return { pid: holder.pid, started: typeof holder.started === 'string' ? holder.started : null };
  } catch {
    return null;
  }
}

/**
 * Removes the lock of a dead process by renaming it first. If two processes do so at once, the second one may have renamed the new lock
 * of the first: it then puts that back.
 */
function removeStaleLock(file: string, renamedFile: string, staleHolder: LockHolder | null): void {
  try {
    renameSync(file, renamedFile);
    const renamed = readHolder(renamedFile);
    if (renamed && (renamed.pid !== staleHolder?.pid || renamed.started !== staleHolder.started)) linkSync(renamedFile, file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  } finally {
    rmSync(renamedFile, { force: true });
  }
}

/** Takes the lock and returns how to release it, or returns the pid of the process that holds it. */
function tryAcquireLock(directory: string): { unlock: () => void } | { heldBy: number } {
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, LOCK_FILE);
  const ownFile = path.join(directory, `${LOCK_FILE}.${process.pid}`);
  writeFileSync(ownFile, JSON.stringify({ pid: process.pid, started: readProcessStartTime(process.pid) }));
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      try {
        // Creating a hard link is atomic and fails where the file exists, so no other process reads a half-written lock.
        linkSync(ownFile, file);
        const unlock = () => {
          if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true });
        };
        return { unlock };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const holder = readHolder(file);
      if (holder && isAlive(holder)) return { heldBy: holder.pid };
      removeStaleLock(file, `${ownFile}.dead`, holder);
    }
    throw new Error(`Could not take the lock ${file}.`);
  } finally {
    rmSync(ownFile, { force: true });
  }
}

/** Takes the lock of the data directory and returns how to release it. Throws an error that names the process which holds it. */
export function lockDataDir(dataDir: string): () => void {
  const lock = tryAcquireLock(dataDir);
  if ('unlock' in lock) return lock.unlock;
  throw new Error(
    `The embedded database in ${dataDir} is in use by process ${lock.heldBy}. Stop that one first, choose another DATA_DIR, or use PostgreSQL (DATABASE_URL), which several processes can share.`,
  );
}

/** Waits until the lock of the directory is free, takes it, and returns how to release it. */
export async function waitForLock(directory: string): Promise<() => void> {
  for (;;) {
    const lock = tryAcquireLock(directory);
    if ('unlock' in lock) return lock.unlock;
    await sleep(POLL_INTERVAL);
  }
}
