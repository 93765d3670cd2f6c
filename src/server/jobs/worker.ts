/** Runs the scheduled jobs in this process. If several processes share a database, each run is done by one of them. */
import { randomUUID } from 'node:crypto';
import type { PgBoss } from 'pg-boss';
import { SECOND } from '../../contract/time.ts';
import type { OpenDatabase } from '../database/connect.ts';
import { onEmailQueued } from '../email/outbox.ts';
import type { Logger } from '../logger.ts';
import { getJobCounter } from '../telemetry/counters.ts';
import { runInContext } from '../telemetry/request-context.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { CRON_QUEUE, createPgBoss, POLL_SECONDS, QUEUE_OPTIONS, RETENTION_SECONDS } from './queue.ts';
import { type Job, SEND_EMAILS } from './schedule.ts';

/** Waits for the transaction that queued an email to commit, and collects further emails into one run. */
const DEBOUNCE_MS = 500;

/** How often jobs with `isDue` are asked. Any process may write events, so this one isn't notified of them. */
const LOOK_INTERVAL = 2 * SECOND;

interface WorkerOptions {
  /** Seconds between two polls of a queue. */
  pollSeconds: number;
  /** Milliseconds that `stop` waits for a running job. */
  stopTimeout: number;
  /** Null: runs aren't traced. */
  tracing: Pick<Tracing, 'startJob' | 'endJob'> | null;
}

interface Run {
  readonly log: Logger;
  readonly signal: AbortSignal;
}

export interface Worker {
  /** Queues a run to start as soon as possible, here or in another process. */
  trigger: (name: string) => Promise<void>;
  /** Starts no more jobs and waits for the running one until the timeout; a job cut off then is retried by another process. */
  stop: () => Promise<void>;
}

async function registerJob(
  boss: PgBoss,
  { name, cron, timeoutSeconds, run }: Job,
  { log, signal }: Run,
  { pollSeconds, tracing }: Pick<WorkerOptions, 'pollSeconds' | 'tracing'>,
): Promise<string> {
  await boss.createQueue(name, { ...QUEUE_OPTIONS, ...(timeoutSeconds && { expireInSeconds: timeoutSeconds }) });
  await boss.schedule(name, cron);
  // Each job is also triggered at the start, because runs may have been missed while no process was up.
  await boss.send(name);
  return boss.work(name, { pollingIntervalSeconds: pollSeconds }, async () => {
    const runId = randomUUID();
    const counter = getJobCounter(name);
    const span = tracing?.startJob(name) ?? null;
    try {
      await runInContext({ id: runId, span, actor: { kind: 'job', name } }, () => run(signal));
      counter.completed += 1;
      if (span) tracing?.endJob(span, true);
    } catch (err) {
      counter.failed += 1;
      if (span) tracing?.endJob(span, false);
      log.error({ err, reqId: runId }, `job ${name} failed, will retry`);
      // pg-boss stores the message in the database; the details may be personal, so they are only logged.
      throw new Error('Job failed; see the log');
    }
  });
}

/** Triggers send-emails soon after emails are queued in this process. Returns a function that stops watching. */
function watchOutbox(triggerSend: () => Promise<void>, log: Logger): () => void {
  let timer: NodeJS.Timeout | undefined;
  const stopListening = onEmailQueued(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      triggerSend().catch((err) => log.error({ err }, 'could not trigger send-emails; the schedule will'));
    }, DEBOUNCE_MS);
  });
  return () => {
    stopListening();
    clearTimeout(timer);
  };
}

/** Triggers jobs that say they are due. Returns a function that stops asking. */
function watchDueJobs(jobs: Job[], trigger: (name: string) => Promise<void>, log: Logger): () => void {
  let isLooking = false;
  let hasFailed = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      for (const { name, isDue } of jobs) if (await isDue?.()) await trigger(name);
      hasFailed = false;
    } catch (err) {
      // Logged once while the database is unavailable.
      if (!hasFailed) log.warn({ err }, 'could not check which jobs are due; the schedule starts them');
      hasFailed = true;
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(look, LOOK_INTERVAL);
  return () => clearInterval(timer);
}

/** pg-boss tells some errors as copies that are no errors, with the queue beside; of those the log would say nothing. */
export function toError(told: unknown): Error {
  if (told instanceof Error) return told;
  const { message, ...facts } = Object(told) as { message?: unknown };
  return Object.assign(new Error(String(message ?? 'unknown')), facts);
}

export async function startWorker(
  connection: OpenDatabase['connection'],
  jobs: Job[],
  log: Logger,
  { pollSeconds = POLL_SECONDS, stopTimeout = 8 * SECOND, tracing = null }: Partial<WorkerOptions> = {},
): Promise<Worker> {
  const boss = createPgBoss(connection);
  boss.on('error', (err) => log.error({ err: toError(err), queue: Reflect.get(err, 'queue') ?? null }, 'job queue error'));
  const abortController = new AbortController();
  const workerIds = new Map<string, string>();
  let stopWatchingOutbox = () => {};
  let stopWatchingDueJobs = () => {};
  const stop = async () => {
    abortController.abort();
    stopWatchingOutbox();
    stopWatchingDueJobs();
    await boss.stop({ timeout: stopTimeout });
  };
  const trigger = async (name: string) => {
    await boss.send(name);
    const workerId = workerIds.get(name);
    if (workerId) boss.notifyWorker(workerId);
  };
  try {
    await boss.start();
    await boss.updateQueue(CRON_QUEUE, { deleteAfterSeconds: RETENTION_SECONDS });
    for (const job of jobs)
      workerIds.set(job.name, await registerJob(boss, job, { log, signal: abortController.signal }, { pollSeconds, tracing }));
    stopWatchingDueJobs = watchDueJobs(
      jobs.filter(({ isDue }) => isDue),
      trigger,
      log,
    );
    if (workerIds.has(SEND_EMAILS)) {
      stopWatchingOutbox = watchOutbox(() => trigger(SEND_EMAILS), log);
      // Emails that were queued between the first run and the line above would otherwise wait for the schedule.
      await trigger(SEND_EMAILS);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { trigger, stop };
}
