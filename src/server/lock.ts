/**
 * One process at a time in a directory. One process on one embedded database. PGlite lets a second one open the same directory, and both lose
 * data silently, so a file of our own beside it names the holder. It is taken over only from a dead process.
 */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two looks at a lock that is held. */
const LOOK_EVERY = 200;

interface Holder {
  pid: number;
  /** When that process started, in ticks since boot (Linux): tells a reused process id from the holder. */
  started: string | null;
}

function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const started = startOf(holder.pid);
  return !(holder.started && started && holder.started !== started);
}

function readHolder(file: string): Holder | null {
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
function setAside(file: string, aside: string, dead: Holder | null): void {
  try {
    renameSync(file, aside);
    const moved = readHolder(aside);
    if (moved && (moved.pid !== dead?.pid || moved.started !== dead.started)) linkSync(aside, file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Takes the lock of a directory and gives back how to let go, or names the process that holds it. */
function tryLock(directory: string): { unlock: () => void } | { heldBy: number } {
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, 'shop.lock');
  const mine = path.join(directory, `shop.lock.${process.pid}`);
  writeFileSync(mine, JSON.stringify({ pid: process.pid, started: startOf(process.pid) }));
  try {
    for (let tries = 0; tries < 5; tries += 1) {
      try {
        // A link appears whole or not at all: nobody reads a half-written holder.
        linkSync(mine, file);
        const unlock = () => {
          if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true });
        };
        return { unlock };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const holder = readHolder(file);
      if (holder && isAlive(holder)) return { heldBy: holder.pid };
      setAside(file, `${mine}.dead`, holder);
    }
    throw new Error(`Could not take the lock ${file}.`);
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Takes the lock or throws an Error that names the process which holds it. Gives back how to let go. */
export function lockDataDir(dataDir: string): () => void {
  const lock = tryLock(dataDir);
  if ('unlock' in lock) return lock.unlock;
  throw new Error(
    `The embedded database in ${dataDir} is in use by process ${lock.heldBy}. Stop that one first, choose another DATA_DIR, or use PostgreSQL (DATABASE_URL), which several processes can share.`,
  );
}

/** Waits until no other process holds the directory's lock, and takes it. Gives back how to let go. */
export async function waitForLock(directory: string): Promise<() => void> {
  for (;;) {
    const lock = tryLock(directory);
    if ('unlock' in lock) return lock.unlock;
    await sleep(LOOK_EVERY);
  }
}
