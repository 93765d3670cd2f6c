/**
 * The data directory. Only the user who runs the shop may read it, because it contains password hashes, orders and emails. One process at a
 * time holds its lock, which guards the embedded database: PGlite would let a second process open the same directory, and both would lose
 * data silently.
 *
 * The operating system holds the lock, on an empty file: an open SQLite transaction is a locked range of that file, which Node can't
 * lock by itself. So it also works between containers, where a process id says nothing. It is never taken from a process that is alive but
 * stopped, and it is gone the moment its process is (docs/decisions/0032-data-directory-lock.md).
 */
import { type Dirent, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, lstat, mkdir, opendir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRecord } from '../../../contract/values.ts';
import type { Logger } from '../log/logger.ts';

/** The locked file. It stays when the lock is released: if it were deleted, two processes could lock two different files of this name. */
const LOCK_FILE = 'shop.lock.sqlite';
/** Names the process that holds the lock, for the error message only. */
const HOLDER_FILE = 'shop.lock';
/** Milliseconds between two attempts to take a lock that is held. */
const POLL_INTERVAL = 200;
const SQLITE_BUSY = 5;

/** Keeps a reference to held connections: if one were garbage-collected, its lock would be released. */
const heldLocks = new Set<DatabaseSync>();

/** Null where another process holds it. */
function openLocked(file: string): DatabaseSync | null {
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(file, { timeout: 0 });
    // If several do this at once, one succeeds. Without the in-memory journal it would also write a second file.
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
    return connection;
  } catch (error) {
    connection?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null;
    throw new Error(`${file} can't be locked. It must be writable, on a file system that locks files.`, { cause: error });
  }
}

/** `process 17`, with the machine or container where it isn't this one. */
function describeHolder(directory: string): string {
  try {
    const holder: unknown = JSON.parse(readFileSync(path.join(directory, HOLDER_FILE), 'utf8'));
    if (!isRecord(holder) || typeof holder.pid !== 'number') return 'another process';
    return `process ${holder.pid}${typeof holder.host === 'string' && holder.host !== os.hostname() ? ` of ${holder.host}` : ''}`;
  } catch {
    return 'another process';
  }
}

/** Takes the lock and returns a function that releases it, or returns who holds it. */
function tryAcquireLock(directory: string): { unlock: () => void } | { heldBy: string } {
  mkdirSync(directory, { recursive: true });
  const connection = openLocked(path.join(directory, LOCK_FILE));
  if (!connection) return { heldBy: describeHolder(directory) };
  heldLocks.add(connection);
  const holderFile = path.join(directory, HOLDER_FILE);
  const unlock = () => {
    if (!heldLocks.delete(connection)) return;
    rmSync(holderFile, { force: true });
    connection.close();
  };
  try {
    // Renamed into place, so that nobody reads half of it.
    writeFileSync(`${holderFile}.new`, JSON.stringify({ pid: process.pid, host: os.hostname() }));
    renameSync(`${holderFile}.new`, holderFile);
    return { unlock };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Takes the lock of the data directory and returns how to release it. Throws an error that names the process which holds it. */
export function lockDataDir(dataDir: string): () => void {
  const lock = tryAcquireLock(dataDir);
  if ('unlock' in lock) return lock.unlock;
  throw new Error(
    `The embedded database in ${dataDir} is in use by ${lock.heldBy}. Stop that one first, choose another DATA_DIR, or use PostgreSQL (DATABASE_URL), which several processes can share.`,
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

/** The permission bits of group and others. */
const OTHERS = 0o077;
/** Whether the file no longer exists, so that there is nothing to do. */
const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** From now on, whatever this process creates is accessible to its user only: directories 0700, files 0600. */
export function createFilesPrivately(): void {
  process.umask(OTHERS);
}

async function removeOthers(file: string): Promise<void> {
  const { mode } = await lstat(file);
  if (mode & OTHERS) await chmod(file, mode & 0o7777 & ~OTHERS);
}

async function* listEntries(directory: string, onError: (error: unknown) => void): AsyncGenerator<{ file: string; entry: Dirent }> {
  const entries = await opendir(directory).catch(onError);
  if (!entries) return;
  for await (const entry of entries) {
    const file = path.join(directory, entry.name);
    yield { file, entry };
    if (entry.isDirectory()) yield* listEntries(file, onError);
  }
}

/**
 * Removes the permissions of group and others from a directory and everything in it, which an older version, a restored backup or a manual
 * copy may have left. The directory itself comes first, which protects the rest at once. Symbolic links aren't followed, because they may
 * lead anywhere.
 */
export async function closeDataDir(dataDir: string, log: Pick<Logger, 'warn'>): Promise<void> {
  const failures: unknown[] = [];
  const onError = (error: unknown) => {
    if (!isGone(error)) failures.push(error);
  };
  await mkdir(dataDir, { recursive: true });
  await removeOthers(dataDir).catch(onError);
  // One after the other: a large shop has millions of images, and meanwhile the first customers are served.
  for await (const { file, entry } of listEntries(dataDir, onError)) if (!entry.isSymbolicLink()) await removeOthers(file).catch(onError);
  if (failures.length)
    log.warn({ err: failures[0], files: failures.length }, 'files of the data directory may be open to other users of this machine');
}
