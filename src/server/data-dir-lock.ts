/**
 * One process at a time in a directory. One process on one embedded database. PGlite lets a second one open the same directory, and both lose
 * data silently, so a file of our own beside it names the holder. It is taken over only from a dead process.
 */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two looks at a lock that is held. */
const POLL_INTERVAL = 200;

interface LockHolder {
  pid: number;
  /** When that process started, in ticks since boot (Linux): tells a reused process id from the holder. */
  started: string | null;
}

function readProcessStartTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
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

function readHolder(file: string): LockHolder | null {
  try {
    const holder: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof holder !== 'object' || holder === null || !('pid' in holder) || typeof holder.pid !== 'number') return null;
    const started = 'started' in holder && typeof holder.started === 'string' ? holder.started : null;
    return { pid: holder.pid, started };
  } catch {
    return null;
  }
}

/** Clears away a dead holder's file. Two may try at once: one that finds it moved a newer file puts that back. */
function removeStaleLock(file: string, staleFile: string, staleHolder: LockHolder | null): void {
  try {
    renameSync(file, staleFile);
    const moved = readHolder(staleFile);
    if (moved && (moved.pid !== staleHolder?.pid || moved.started !== staleHolder.started)) linkSync(staleFile, file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  } finally {
    rmSync(staleFile, { force: true });
  }
}

/** Takes the lock of a directory and gives back how to let go, or names the process that holds it. */
function tryAcquireLock(directory: string): { unlock: () => void } | { heldBy: number } {
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, 'shop.lock');
  const ownFile = path.join(directory, `shop.lock.${process.pid}`);
  writeFileSync(ownFile, JSON.stringify({ pid: process.pid, started: readProcessStartTime(process.pid) }));
  try {
    for (let tries = 0; tries < 5; tries += 1) {
      try {
        // A link appears whole or not at all: nobody reads a half-written holder.
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

/** Takes the lock or throws an Error that names the process which holds it. Gives back how to let go. */
export function lockDataDir(dataDir: string): () => void {
  const lock = tryAcquireLock(dataDir);
  if ('unlock' in lock) return lock.unlock;
  throw new Error(
    `The embedded database in ${dataDir} is in use by process ${lock.heldBy}. Stop that one first, choose another DATA_DIR, or use PostgreSQL (DATABASE_URL), which several processes can share.`,
  );
}

/** Waits until no other process holds the directory's lock, and takes it. Gives back how to let go. */
export async function waitForLock(directory: string): Promise<() => void> {
  for (;;) {
    const lock = tryAcquireLock(directory);
    if ('unlock' in lock) return lock.unlock;
    await sleep(POLL_INTERVAL);
  }
}
