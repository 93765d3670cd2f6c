/**
 * Sends webhook deliveries. Safe to run in several processes at once. Each endpoint has a few deliveries running and waits only for its
 * own, so one that hangs doesn't delay others. Meanwhile this looks for further due deliveries.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../contract/values.ts';
import { WEBHOOK_ERRORS, type WebhookAttempt, type WebhookError } from '../../../../contract/webhook.ts';
import type { Deps } from '../../../deps.ts';
import { PublicFetchError } from '../../../platform/http/public-fetch.ts';
import type { Logger } from '../../../platform/log/logger.ts';
import { failpoint } from '../../../platform/process/failpoints.ts';
import * as repository from './delivery.repository.ts';
import { toMessageId } from './delivery.repository.ts';
import { notifyOwners } from './delivery.service.ts';
import { listUnwrittenEvents, postponeWriting, saveBody } from './event.repository.ts';
import { buildWebhookHeaders, renderPayload } from './webhook-payload.ts';

/** When a failed delivery is tried again: the intervals of the Standard Webhooks specification, for a day. */

const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR];
/** Up to a tenth is added at random, so that deliveries that failed together aren't repeated together. */
const JITTER = 0.1;

interface FailedAttempt {
  /** Number of attempts, including this one. */
  attempts: number;
  firstAt: Date;
  at: Date;
  /** Milliseconds that the receiver requested by Retry-After; 0: none. */
  retryAfter: number;
}

/** Null: it is given up. The last attempt is made when the day is over. */
export function getNextAttempt({ attempts, firstAt, at, retryAfter }: FailedAttempt, random = Math.random): Date | null {
  const end = firstAt.getTime() + DAY;
  if (at.getTime() >= end) return null;
  const pause = PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? 0;
  return new Date(Math.min(end, at.getTime() + Math.max(retryAfter, pause * (1 + JITTER * random()))));
}

/** A number of seconds, or a date, as HTTP has it. */
export function parseRetryAfter(header: string | string[] | undefined, now: Date): number {
  if (typeof header !== 'string') return 0;
  const time = /^\d+$/.test(header) ? Number(header) * SECOND : Date.parse(header) - now.getTime();
  return Number.isNaN(time) ? 0 : Math.max(0, time);
}

/** Default timeout of an attempt; the specification recommends 15 to 30 seconds. */
const TIMEOUT = 15 * SECOND;
/** How many deliveries to one endpoint run at once in this process. */
const PER_ENDPOINT = 4;
const MAX_RUN = MINUTE;
const LOOK_INTERVAL = SECOND;
const ANSWER_BYTES = 1000;
const EVENTS_PER_LOOK = 200;
/** A body that can't be written is tried after 1, 2, 4 … minutes, instead of at each look. */
const MAX_BACKOFF = HOUR;

type Context = Pick<Deps, 'db' | 'now' | 'publicFetch' | 'publicUrl'>;

interface Options {
  log: Pick<Logger, 'error'>;
  /** Aborted: no further attempt is made. */
  signal?: AbortSignal;
  /** Milliseconds for an attempt, from the connection to the end of the response. */
  timeout?: number;
}

interface Outcome {
  attempt: WebhookAttempt;
  retryAfter: number;
}

const toErrorCode = (error: unknown): WebhookError | null =>
  error instanceof PublicFetchError ? (WEBHOOK_ERRORS.find((it) => it === error.code) ?? 'unreachable') : null;

/** Removes control characters, and halves of characters that were cut, because they can't be stored or shown. */
const toText = (body: Buffer) => body.toString('utf8').replace(/[^\P{Cc}\n\t]|\uFFFD/gu, '');

async function attemptDelivery({ now, publicFetch }: Context, delivery: repository.ClaimedDelivery, timeout: number): Promise<Outcome> {
  const at = now();
  const startedAt = performance.now();
  const secrets = [delivery.secret];
  if (delivery.previousSecret && delivery.previousSecretUntil && delivery.previousSecretUntil > at) secrets.push(delivery.previousSecret);
  const { url, body } = delivery;
  const headers = {
    'user-agent': 'Storefront-Webhooks/1',
    ...buildWebhookHeaders({ id: toMessageId(delivery.eventId), at, body }, secrets),
  };
  const told = { at: at.toISOString(), status: null, error: null, answer: '' };
  const measure = () => Math.round(performance.now() - startedAt);
  try {
    const answer = await publicFetch(url, { method: 'POST', headers, body, maxBytes: ANSWER_BYTES, cutsBody: true, timeout });
    const attempt = { ...told, status: answer.status, answer: toText(answer.body), duration: measure() };
    return { attempt, retryAfter: parseRetryAfter(answer.headers['retry-after'], now()) };
  } catch (error) {
    const code = toErrorCode(error);
    if (!code) throw error;
    return { attempt: { ...told, error: code, duration: measure() }, retryAfter: 0 };
  }
}

async function saveOutcome(context: Context, delivery: repository.ClaimedDelivery, { attempt, retryAfter }: Outcome): Promise<void> {
  const { id, endpointId, attempts, firstAttemptAt: firstAt } = delivery;
  const { db, now } = context;
  const { status } = attempt;
  if (status !== null && status >= 200 && status < 300) return repository.recordAttempt(db, id, { state: 'delivered', attempt });
  const isGone = status === 410;
  const nextAttemptAt = isGone ? null : getNextAttempt({ attempts, firstAt, at: now(), retryAfter });
  if (nextAttemptAt) return repository.recordAttempt(db, id, { state: 'waiting', attempt, nextAttemptAt });
  await db.transaction(async (tx) => {
    await repository.recordAttempt(tx, id, { state: 'failed', attempt });
    if (!isGone) return notifyOwners(tx, context, endpointId, 'failed');
    if (await repository.switchOffEndpoint(tx, endpointId)) await notifyOwners(tx, context, endpointId, 'gone');
  });
}

async function writeBodies({ db, now }: Context, { log }: Options): Promise<void> {
  for (const event of await listUnwrittenEvents(db, now(), EVENTS_PER_LOOK)) {
    try {
      await saveBody(db, event.id, await renderPayload(db, event));
    } catch (err) {
      log.error({ err, eventId: event.id }, 'the body of a webhook could not be written');
      const wait = Math.min(MINUTE * 2 ** event.writeFailures, MAX_BACKOFF);
      await postponeWriting(db, event.id, new Date(now().getTime() + wait));
    }
  }
}

/** Returns the number of attempts. */
export async function deliverWebhooks(context: Context, options: Options): Promise<number> {
  const { db, now } = context;
  const { log, signal, timeout = TIMEOUT } = options;
  const startedAt = performance.now();
  const underWay = new Map<string, Set<Promise<void>>>();
  const count = () => [...underWay.values()].reduce((sum, it) => sum + it.size, 0);
  let attempts = 0;

  const start = (delivery: repository.ClaimedDelivery) => {
    const ofEndpoint = underWay.get(delivery.endpointId) ?? new Set();
    underWay.set(delivery.endpointId, ofEndpoint);
    attempts += 1;
    const work = attemptDelivery(context, delivery, timeout)
      .then((outcome) => {
        failpoint('webhook.attempted');
        return saveOutcome(context, delivery, outcome);
      })
      // Its lease expires, and then it is tried again.
      .catch((err) => log.error({ err, deliveryId: delivery.id }, 'a webhook could not be delivered'))
      .finally(() => ofEndpoint.delete(work));
    ofEndpoint.add(work);
  };

  const startDue = async (): Promise<number> => {
    await writeBodies(context, options);
    let started = 0;
    for (const endpointId of await repository.listDueEndpoints(db, now())) {
      const free = PER_ENDPOINT - (underWay.get(endpointId)?.size ?? 0);
      const claimed = free > 0 ? await repository.claimDeliveries(db, endpointId, free, now()) : [];
      claimed.forEach(start);
      started += claimed.length;
    }
    return started;
  };

  while (!signal?.aborted && performance.now() - startedAt < MAX_RUN) {
    const started = await startDue();
    if (!started && !count()) break;
    await Promise.race([...[...underWay.values()].flatMap((it) => [...it]), sleep(LOOK_INTERVAL)]);
  }
  await Promise.all([...underWay.values()].flatMap((it) => [...it]));
  return attempts;
}
