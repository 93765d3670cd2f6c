/**
 * Makes a backup when it is due, by running `npm run shop -- backup` in a process of its own: packing and checking take memory and CPU that
 * customers need in this one.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Deps } from '../../../deps.ts';
import type { Logger } from '../../../platform/log/logger.ts';
import { findAsset } from '../../../platform/process/asset-path.ts';
import type { BackupConfig } from '../../../platform/settings/config.ts';
import { isBackupDue, readBackupState, writeBackupState } from './backup-state.ts';

interface Made {
  location: string;
  bytes: number;
  findings: number | null;
}

/** How much of the command's error output is logged. */
const MAX_TEXT = 2000;

/** The command's source file, or its built one. */
const findProgram = () => findAsset('cli/shop.ts') ?? findAsset('shop.js') ?? path.resolve('build/server/shop.js');

interface Attempt {
  /** What the command reported of the backup; null if it made none. */
  made: Made | null;
  /** Another backup is being made, by another process or by hand. */
  isBusy: boolean;
  complaint: string;
}

export type MakeBackup = (to: string, keep: number, signal: AbortSignal) => Promise<Attempt>;

function parseOutput(text: string): Pick<Attempt, 'made' | 'isBusy'> {
  try {
    const output = JSON.parse(text) as Made | { error: string };
    return 'error' in output ? { made: null, isBusy: output.error === 'in_use' } : { made: output, isBusy: false };
  } catch {
    return { made: null, isBusy: false };
  }
}

export const makeBackupInChildProcess: MakeBackup = (to, keep, signal) =>
  new Promise((resolve, reject) => {
    const args = [findProgram(), 'backup', to, '--check', '--keep', String(keep), '--json'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], signal });
    const texts = { out: '', err: '' };
    child.stdout.on('data', (chunk) => {
      texts.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      texts.err = (texts.err + chunk).slice(-MAX_TEXT);
    });
    child.once('error', reject);
    child.once('close', () => resolve({ ...parseOutput(texts.out), complaint: texts.err.trim() }));
  });

/** Failures are counted and logged here instead of being thrown: the job queue would retry at once, and a full disk is still full. */
export async function runDueBackup(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { to, every, keep }: Pick<BackupConfig, 'to' | 'every' | 'keep'>,
  { log, signal, make = makeBackupInChildProcess }: { log: Logger; signal: AbortSignal; make?: MakeBackup },
): Promise<void> {
  const attemptedAt = now().getTime();
  const before = await readBackupState(db);
  if (to === null || !isBackupDue(before, every, attemptedAt)) return;
  const state = { goodAt: 0, bytes: 0, failures: 0, ...before, every, attemptedAt };
  await writeBackupState(db, state);
  const failed = (error: unknown): Attempt => ({ made: null, isBusy: false, complaint: String(error) });
  const { made, isBusy, complaint } = await make(to, keep, signal).catch(failed);
  // Cut off because this process ends: the next one makes the backup.
  if (signal.aborted) return void (await writeBackupState(db, { ...state, attemptedAt: before?.attemptedAt ?? 0 }));
  // Tried again after a quarter of an hour, unless the other backup turns out well.
  if (isBusy) return;
  if (made?.findings === 0) {
    await writeBackupState(db, { ...state, goodAt: attemptedAt, bytes: made.bytes, failures: 0 });
    return;
  }
  await writeBackupState(db, { ...state, failures: state.failures + 1 });
  const what = made ? `verify finds ${made.findings} things in the backup` : 'the backup failed';
  log.error({ location: made?.location, complaint }, `${what}: docs/operations.md, Backups`);
}
