/** Starts the jobs of this process. Of several processes on one database each run goes to one. */
import type { PgBoss } from 'pg-boss';
import type { OpenDatabase } from '../database/connect.ts';
import { onLetter } from '../mail/outbox.ts';
import { createBoss, DUE_QUEUE, KEPT, LOOK_EVERY, QUEUE } from './boss.ts';
import { type Job, type Log, SEND_MAILS } from './list.ts';

/** Long enough for a transaction that wrote a letter to be over, and for its neighbours' letters. */
const GATHER_MS = 500;

/** Tests are in more of a hurry. */
interface Pace {
  /** Seconds between two looks at a queue. */
  lookEvery: number;
  /** Milliseconds that stopping waits for what runs. */
  patience: number;
}

/** main.ts has two seconds more for the rest. */
const PACE: Pace = { lookEvery: LOOK_EVERY, patience: 8000 };

export interface Jobs {
  /** Has one run as soon as may be, here or in another process. */
  wake: (name: string) => Promise<void>;
  /** Begins nothing more and waits for what runs, but not for ever: what is cut off then is taken up again. */
  stop: () => Promise<void>;
}

async function take(boss: PgBoss, { name, cron, work }: Job, log: Log, signal: AbortSignal, lookEvery: number): Promise<string> {
  await boss.createQueue(name, QUEUE);
  await boss.schedule(name, cron);
  // Once at the start too: who knows how long nobody was here.
  await boss.send(name);
  return boss.work(name, { pollingIntervalSeconds: lookEvery }, async () => {
    try {
      await work(signal);
    } catch (err) {
      log.error({ err }, `the job "${name}" failed, it is tried again later`);
      // pg-boss keeps what it is told; what the log is told stays there.
      throw new Error('It failed, the log says why');
    }
  });
}

/** Wakes the sender soon after letters were written in this process. Gives back how to stop. */
function sendSoon(wake: () => Promise<void>, log: Log): () => void {
  let timer: NodeJS.Timeout | undefined;
  const stopListening = onLetter(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      wake().catch((err) => log.error({ err }, 'letters wait for the next minute'));
    }, GATHER_MS);
  });
  return () => {
    stopListening();
    clearTimeout(timer);
  };
}

export async function startJobs(
  place: OpenDatabase['connection'],
  jobs: Job[],
  log: Log,
  { lookEvery, patience }: Pace = PACE,
): Promise<Jobs> {
  const boss = createBoss(place);
  boss.on('error', (err) => log.error({ err }, 'the jobs have trouble, they go on'));
  const stopping = new AbortController();
  const workers = new Map<string, string>();
  let stopSending = () => {};
  const stop = async () => {
    stopping.abort();
    stopSending();
    await boss.stop({ timeout: patience });
  };
  const wake = async (name: string) => {
    await boss.send(name);
    const worker = workers.get(name);
    if (worker) boss.notifyWorker(worker);
  };
  try {
    await boss.start();
    await boss.updateQueue(DUE_QUEUE, { deleteAfterSeconds: KEPT });
    for (const job of jobs) workers.set(job.name, await take(boss, job, log, stopping.signal, lookEvery));
  } catch (error) {
    await stop();
    throw error;
  }
  if (workers.has(SEND_MAILS)) stopSending = sendSoon(() => wake(SEND_MAILS), log);
  return { wake, stop };
}
