/** Traces, as a collector receives them by OTLP. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { getAttribute, openTraceCollector } from '../../../../tests/support/trace-collector.ts';
import { query } from '../database/query.ts';
import { registerPages } from '../http/pages/ssr.ts';
import { startTracing } from './tracing.ts';

const collector = await openTraceCollector();
afterAll(collector.close);
const tracing = await startTracing({ endpoint: collector.endpoint, serviceName: 'shop-of-the-test' });
const shop = await openShop({ app: { telemetry: { tracing } } });
shop.app.get('/api/v1/secret', async () => ({ rows: await query(shop.deps.db, sql`select ${'nobody@example.com'}::text as name`) }));
await registerPages(shop.app, shop.deps, {
  assetsDir: null,
  toPageUrl: (url) => url,
  renderPage: async (_url, fetcher) => {
    await fetcher('/api/v1/secret?name=nobody', {});
    return new Response('a page', { headers: { 'content-type': 'text/html' } });
  },
});

test('[WATCH-6] a page, its call and its statement are one trace, continued from the caller’s, without personal data', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const response = await shop.send({ url: '/a/page?of=nobody', headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } });
  // Without an id of its own, it goes by its trace.
  expect(response).toMatchObject({ status: 200, headers: { 'x-request-id': traceId } });
  await tracing.close();

  expect(collector.requests[0]).toMatch(/^\/v1\/traces\n/);
  expect(collector.requests[0]).toContain('shop-of-the-test');
  const spans = collector.listSpans();
  const page = spans.find(({ name }) => name === 'GET /*');
  const call = spans.find(({ name }) => name === 'GET /api/v1/secret');
  const statement = spans.find((it) => it.parentSpanId === call?.spanId);
  expect(new Set(spans.map((it) => it.traceId))).toEqual(new Set([traceId]));
  expect([page?.parentSpanId, call?.parentSpanId]).toEqual(['00f067aa0ba902b7', page?.spanId]);
  expect(page && Number(getAttribute(page, 'http.response.status_code'))).toBe(200);
  expect(statement?.name).toBe('select');
  expect(statement && getAttribute(statement, 'db.query.text')).toBe('select $1::text as name');
  expect(collector.requests.join('')).not.toContain('nobody');
});
