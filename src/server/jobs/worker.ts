/** Starts the jobs of this process. Of several processes on one database each run goes to one. */
import type { PgBoss } from 'pg-boss';
import type { OpenDatabase } from '../database/connect.ts';
import { onEmailQueued } from '../email/outbox.ts';
import { CRON_QUEUE, createPgBoss, POLL_SECONDS, QUEUE_OPTIONS, RETENTION_SECONDS } from './queue.ts';
import { type Job, type Logger, SEND_EMAILS } from './schedule.ts';

/** Long enough for a transaction that wrote a letter to be over, and for its neighbours' letters. */
const DEBOUNCE_MS = 500;

/** Tests are in more of a hurry. */
interface WorkerOptions {
  /** Seconds between two looks at a queue. */
  pollSeconds: number;
  /** Milliseconds that stopping waits for what runs. */
  stopTimeout: number;
}

/** main.ts has two seconds more for the rest. */
const DEFAULT_OPTIONS: WorkerOptions = { pollSeconds: POLL_SECONDS, stopTimeout: 8000 };

export interface Worker {
  /** Has one run as soon as may be, here or in another process. */
  trigger: (name: string) => Promise<void>;
  /** Begins nothing more and waits for what runs, but not for ever: what is cut off then is taken up again. */
  stop: () => Promise<void>;
}

async function registerJob(boss: PgBoss, { name, cron, run }: Job, log: Logger, signal: AbortSignal, pollSeconds: number): Promise<string> {
  await boss.createQueue(name, QUEUE_OPTIONS);
  await boss.schedule(name, cron);
  // Once at the start too: who knows how long nobody was here.
  await boss.send(name);
  return boss.work(name, { pollingIntervalSeconds: pollSeconds }, async () => {
    try {
      await run(signal);
    } catch (err) {
      log.error({ err }, `the job "${name}" failed, it is tried again later`);
      // pg-boss keeps what it is told; what the log is told stays there.
      throw new Error('It failed, the log says why');
    }
  });
}

/** Wakes the sender soon after letters were written in this process. Gives back how to stop. */
function watchOutbox(triggerSend: () => Promise<void>, log: Logger): () => void {
  let timer: NodeJS.Timeout | undefined;
  const stopListening = onEmailQueued(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      triggerSend().catch((err) => log.error({ err }, 'letters wait for the next minute'));
    }, DEBOUNCE_MS);
  });
  return () => {
    stopListening();
    clearTimeout(timer);
  };
}

export async function startWorker(
  connection: OpenDatabase['connection'],
  jobs: Job[],
  log: Logger,
  { pollSeconds, stopTimeout }: WorkerOptions = DEFAULT_OPTIONS,
): Promise<Worker> {
  const boss = createPgBoss(connection);
  boss.on('error', (err) => log.error({ err }, 'the jobs have trouble, they go on'));
  const abortController = new AbortController();
  const workerIds = new Map<string, string>();
  let stopWatchingOutbox = () => {};
  const stop = async () => {
    abortController.abort();
    stopWatchingOutbox();
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
    for (const job of jobs) workerIds.set(job.name, await registerJob(boss, job, log, abortController.signal, pollSeconds));
  } catch (error) {
    await stop();
    throw error;
  }
  if (workerIds.has(SEND_EMAILS)) stopWatchingOutbox = watchOutbox(() => trigger(SEND_EMAILS), log);
  return { trigger, stop };
}
