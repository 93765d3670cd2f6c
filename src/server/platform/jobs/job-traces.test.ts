/** Runs of jobs, as a collector receives them. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { getAttribute, openTraceCollector } from '../../../../tests/support/trace-collector.ts';
import { query } from '../database/query.ts';
import { startTracing } from '../monitoring/tracing.ts';
import { type Job, startWorker } from './worker.ts';

const collector = await openTraceCollector();
afterAll(collector.close);
const shop = await openShop();
const ERROR = 2;

test('[WATCH-10] each run of a job is a trace that contains its statements, and a failed one is marked', async () => {
  const tracing = await startTracing({ endpoint: collector.endpoint, serviceName: 'shop-of-the-test' });
  const ran = new Set<string>();
  const job = (name: string, run: Job['run']): Job => ({ name: `${name}-${randomUUID()}`, cron: '0 0 29 2 *', run });
  const good = job('good', async () => {
    await query(shop.deps.db, sql`select ${'ada@example.com'}::text as name`);
    ran.add('good');
  });
  const bad = job('bad', async () => {
    ran.add('bad');
    throw new Error('ada@example.com is away');
  });
  const log = { warn: () => undefined, error: () => undefined };
  const worker = await startWorker(shop.connection, [good, bad], log, { pollSeconds: 0.5, stopTimeout: 1500, tracing });
  await expect.poll(() => ran.size).toBe(2);
  await worker.stop();
  await tracing.close();

  const spans = collector.listSpans();
  const run = spans.find((it) => it.name === `job ${good.name}`);
  const failed = spans.find((it) => it.name === `job ${bad.name}`);
  const statements = spans.filter((it) => it.parentSpanId === run?.spanId);
  expect(statements.map((it) => [it.name, it.traceId, getAttribute(it, 'db.query.text')])).toEqual([
    ['select', run?.traceId, 'select $1::text as name'],
  ]);
  expect([run?.parentSpanId || null, failed?.parentSpanId || null]).toEqual([null, null]);
  expect(failed?.traceId).not.toBe(run?.traceId);
  expect([run?.status?.code === ERROR, failed?.status?.code]).toEqual([false, ERROR]);
  expect(collector.requests.join('')).not.toContain('ada@');
});
