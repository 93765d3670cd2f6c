/**
 * Makes a backup by running `npm run shop -- backup` in a process of its own: packing and checking take memory and CPU that customers need in
 * this one. Keys and passphrase are in its environment, where no list of processes shows them.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { BACKUP_STEPS, type BackupStep } from '../../../../contract/backups.ts';
import { isRecord } from '../../../../contract/values.ts';
import { findAsset } from '../../../platform/process/asset-path.ts';
import type { BackupPlan, Keep } from '../../connections/backup-plan.ts';

export interface Made {
  location: string;
  bytes: number;
  findings: number | null;
  notDeleted: string | null;
}

export interface Attempt {
  /** What the command reported of the backup; null if it made none. */
  made: Made | null;
  /** Another backup is being made, by another process or by hand. */
  isBusy: boolean;
  /** Why it failed, if the command knew. */
  error: { code: string; message: string } | null;
  /** The end of its error output, for the log. */
  complaint: string;
}

export type MakeBackup = (plan: BackupPlan, signal: AbortSignal, onStep: (step: BackupStep) => void) => Promise<Attempt>;

/** How much of the command's error output is logged. */
const MAX_TEXT = 2000;

/** The command's source file, or its built one. */
const findProgram = () => findAsset('cli/shop.ts') ?? findAsset('shop.js') ?? path.resolve('build/server/shop.js');

const toKeepArguments = (keep: Keep): string[] =>
  'newest' in keep ? ['--keep', String(keep.newest)] : ['--keep-days', String(keep.days), '--keep-weeks', String(keep.weeks)];

/** Replaces this process's own backup settings by those of the plan. */
function toEnvironment({ passphrase, s3Keys }: BackupPlan): NodeJS.ProcessEnv {
  // biome-ignore lint/style/noProcessEnv: the command gets the shop's own settings, but for these
  const { BACKUP_TO, BACKUP_PASSPHRASE_FILE, BACKUP_SECRET_KEY_FILE, ...environment } = process.env;
  return {
    ...environment,
    // Empty counts as not set, also where a file of settings has one.
    BACKUP_TO: '',
    BACKUP_PASSPHRASE_FILE: '',
    BACKUP_SECRET_KEY_FILE: '',
    BACKUP_PASSPHRASE: passphrase ?? '',
    BACKUP_ACCESS_KEY: s3Keys?.accessKey ?? '',
    BACKUP_SECRET_KEY: s3Keys?.secretKey ?? '',
  };
}

const NOTHING: Omit<Attempt, 'complaint'> = { made: null, isBusy: false, error: null };

function parseResult(output: unknown): Omit<Attempt, 'complaint'> {
  if (!isRecord(output)) return NOTHING;
  if (typeof output.error === 'string')
    return { ...NOTHING, isBusy: output.error === 'in_use', error: { code: output.error, message: String(output.message ?? '') } };
  return { ...NOTHING, made: output as unknown as Made };
}

/** Lines of JSON: `{ step }` while it works, at the end the result. */
function readLines(onStep: (step: BackupStep) => void) {
  let rest = '';
  let result: unknown = null;
  const read = (line: string) => {
    try {
      const output: unknown = JSON.parse(line);
      const step = isRecord(output) ? BACKUP_STEPS.find((it) => it === output.step) : undefined;
      if (step) onStep(step);
      else result = output;
    } catch {
      // No line of the command's own.
    }
  };
  return {
    add: (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) read(line);
    },
    finish: () => {
      if (rest) read(rest);
      return parseResult(result);
    },
  };
}

export const makeBackupInChildProcess: MakeBackup = (plan, signal, onStep) =>
  new Promise((resolve, reject) => {
    const owners = plan.isOwners ? ['--public-only'] : [];
    const args = [findProgram(), 'backup', plan.to, '--check', ...toKeepArguments(plan.keep), ...owners, '--json', '--steps'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: toEnvironment(plan), signal });
    const output = readLines(onStep);
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', output.add);
    child.stderr.on('data', (chunk) => {
      complaint = (complaint + chunk).slice(-MAX_TEXT);
    });
    child.once('error', reject);
    child.once('close', () => resolve({ ...output.finish(), complaint: complaint.trim() }));
  });
