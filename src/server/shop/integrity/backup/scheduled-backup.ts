/** Makes a backup when one is due or asked for, and writes down what became of it. */
import path from 'node:path';
import type { BackupFailure, BackupStep } from '../../../../contract/backups.ts';
import { SECOND } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Logger } from '../../../platform/log/logger.ts';
import { getRequestContext, runInContext } from '../../../platform/monitoring/request-context.ts';
import { getInterval } from '../../connections/backup-plan.ts';
import { readEmailShop } from '../../messages/emails/email-settings.service.ts';
import { queueEmail } from '../../messages/emails/outbox.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import { listMembers } from '../../team/roles/team.repository.ts';
import { claimAttempt, patchBackupState, readBackupState, recordChecked } from './backup-state.repository.ts';
import { type BackupState, isBackupDue, isInterrupted } from './backup-state.ts';
import { type Attempt, type MakeBackup, makeBackupInChildProcess } from './make-backup.ts';

type Context = Pick<Deps, 'db' | 'now' | 'connections' | 'publicUrl'>;

interface Options {
  log: Pick<Logger, 'error' | 'warn'>;
  signal: AbortSignal;
  make?: MakeBackup;
}

const SIGN_INTERVAL = 10 * SECOND;

/** Owners are told by email after so many failed attempts: one may be a passing fault. */
const TOLD_AFTER = 3;

/** The progress of a backup isn't written to the activity log. */
const write = <T>(work: () => Promise<T>): Promise<T> => runInContext({ id: getRequestContext()?.id ?? '', span: null }, work);

/** Stores each step, and in between that the process is alive. Returns a function that stops it. */
function reportProgress({ db, now }: Context, startedAt: number, log: Options['log']) {
  let step: BackupStep = 'reading';
  let last = Promise.resolve();
  const report = () => {
    last = last
      .then(() => write(() => patchBackupState(db, { running: { startedAt, step, seenAt: now().getTime() } })))
      .catch((err) => log.warn({ err }, 'the progress of the backup could not be written'));
  };
  const timer = setInterval(report, SIGN_INTERVAL);
  return {
    onStep: (reached: BackupStep) => {
      step = reached;
      report();
    },
    end: () => {
      clearInterval(timer);
      return last;
    },
  };
}

const DESTINATION_ERRORS = ['target'];
const READING_ERRORS = ['cut_short', 'damaged', 'newer_version', 'no_passphrase', 'wrong_passphrase', 'verify'];

function explain({ made, error }: Attempt): { reason: BackupFailure; detail: string } {
  if (made) return { reason: 'problems', detail: String(made.findings ?? 0) };
  if (error && DESTINATION_ERRORS.includes(error.code)) return { reason: 'destination', detail: error.message };
  if (error && READING_ERRORS.includes(error.code)) return { reason: 'unreadable', detail: error.message };
  return { reason: 'failed', detail: '' };
}

async function notifyOwners(tx: Database, { now, publicUrl }: Context): Promise<void> {
  const { renderBackupFailedEmail } = await import('../../messages/emails/templates/team-emails.ts');
  const shop = await readEmailShop(tx);
  const owners = (await listMembers(tx)).filter(({ role }) => role === 'owner');
  for (const { email } of owners) await queueEmail(tx, renderBackupFailedEmail({ recipient: email, publicUrl, shop }), now());
}

async function writeFailure(context: Context, state: BackupState, failure: { reason: BackupFailure; detail: string }): Promise<void> {
  const failures = state.failures + 1;
  const isTold = failures >= TOLD_AFTER;
  await context.db.transaction(async (tx) => {
    const at = context.now().getTime();
    await patchBackupState(tx, { failures, running: null, failure: { at, ...failure }, isTold });
    if (isTold && !state.isTold) await notifyOwners(tx, context);
  });
}

/** Failures are counted and logged here instead of being thrown: the job queue would retry at once, and a full disk is still full. */
export async function runDueBackup(context: Context, { log, signal, make = makeBackupInChildProcess }: Options): Promise<void> {
  const { db, now, connections } = context;
  const plan = connections.backupPlan;
  if (!plan) return;
  const attemptedAt = now().getTime();
  const before = await readBackupState(db);
  const { timeZone } = await readShopDetails(db);
  if (!isBackupDue(before, plan, attemptedAt, timeZone)) return;
  const started = { every: getInterval(plan), attemptedAt, requestedAt: null };
  // One that was killed counts as failed, and has written nothing itself.
  const failures = (before?.failures ?? 0) + (before && isInterrupted(before, attemptedAt) ? 1 : 0);
  const state: BackupState = { goodAt: 0, bytes: 0, ...before, ...started, failures };
  const running = { startedAt: attemptedAt, step: 'reading', seenAt: attemptedAt } as const;
  if (!(await write(() => claimAttempt(db, before, { ...started, failures, running })))) return;
  const progress = reportProgress(context, attemptedAt, log);
  const failed = (error: unknown): Attempt => ({ made: null, isBusy: false, error: null, complaint: String(error) });
  const attempt = await make(plan, signal, progress.onStep).catch(failed);
  await progress.end();
  const { made, isBusy, complaint } = attempt;
  // Cut off because this process ends: the next one makes the backup.
  if (signal.aborted) {
    const asBefore = { attemptedAt: before?.attemptedAt ?? 0, requestedAt: before?.requestedAt ?? null, running: null };
    return write(() => patchBackupState(db, asBefore));
  }
  // Tried again after a quarter of an hour, unless the other backup turns out well.
  if (isBusy) return write(() => patchBackupState(db, { running: null }));
  if (made?.findings === 0) {
    const good = {
      goodAt: attemptedAt,
      bytes: made.bytes,
      failures: 0,
      failure: null,
      isTold: false,
      notDeleted: made.notDeleted !== null,
    };
    await patchBackupState(db, { ...good, running: null });
    await write(() => recordChecked(db, path.posix.basename(URL.parse(made.location)?.pathname ?? made.location)));
    if (made.notDeleted) log.warn({ complaint: made.notDeleted }, "old backups can't be deleted");
    return;
  }
  await writeFailure(context, state, explain(attempt));
  const what = made ? `verify finds ${made.findings} things in the backup` : 'the backup failed';
  log.error({ location: made?.location, complaint }, `${what}: docs/operations/backups.md, Backups`);
}
