/** Runs the scheduled jobs in this process. If several processes share a database, each run is done by one of them. */
import { randomUUID } from 'node:crypto';
import type { PgBoss } from 'pg-boss';
import { SECOND } from '../../../contract/values.ts';
import type { OpenDatabase } from '../database/connect.ts';
import type { Logger } from '../log/logger.ts';
import { getJobCounter } from '../monitoring/counters.ts';
import { runInContext } from '../monitoring/request-context.ts';
import type { Tracing } from '../monitoring/tracing.ts';
import { CRON_QUEUE, createPgBoss, POLL_SECONDS, QUEUE_OPTIONS, RETENTION_SECONDS } from './queue.ts';

/** Waits for the transaction that brought work to commit, and collects more of it into one run. */
const DEBOUNCE_MS = 500;

/** How often jobs with `isDue` are asked. Any process may write events, so this one isn't notified of them. */
const LOOK_INTERVAL = 2 * SECOND;

export interface Job {
  name: string;
  /** Five fields, from minutes to weekdays: https://en.wikipedia.org/wiki/Cron */
  cron: string;
  /** How long a run may take before it counts as failed and another one begins; 5 minutes by default. */
  timeoutSeconds?: number;
  /** The signal is aborted when the process stops: then start no more work. */
  run: (signal: AbortSignal) => Promise<unknown>;
  /** Called every few seconds; returns true if the job should run before its schedule. Must be a single cheap statement. */
  isDue?: () => Promise<boolean>;
  /** Calls the listener when work comes in this process, for a job that nobody should wait a minute for. Returns what stops it. */
  onWork?: (listener: () => void) => () => void;
}

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

/** Triggers the job soon after work came in this process. Returns a function that stops watching. */
function watchWork({ name, onWork }: Job, trigger: (name: string) => Promise<void>, log: Logger): () => void {
  let timer: NodeJS.Timeout | undefined;
  const stopListening = onWork?.(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      trigger(name).catch((err) => log.error({ err }, `could not trigger ${name}; the schedule will`));
    }, DEBOUNCE_MS);
  });
  return () => {
    stopListening?.();
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

/** pg-boss reports some errors as copies that aren't Errors, together with the queue; the log would show nothing of these. */
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
  const stopWatching: (() => void)[] = [];
  const stop = async () => {
    abortController.abort();
    for (const stopOne of stopWatching) stopOne();
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
    const watchedJobs = jobs.filter(({ isDue }) => isDue);
    stopWatching.push(watchDueJobs(watchedJobs, trigger, log));
    for (const job of jobs.filter(({ onWork }) => onWork)) {
      stopWatching.push(watchWork(job, trigger, log));
      // Work that came between the first run and the line above would otherwise wait for the schedule.
      await trigger(job.name);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { trigger, stop };
}
