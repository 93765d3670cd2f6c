/** Metrics by OpenTelemetry, in Prometheus's format. Imported only if they are switched on. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Meter } from '@opentelemetry/api';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { ResponseCache } from '../../../platform/cache/open-response-cache.ts';
import type { Database, PoolState } from '../../../platform/database/connect.ts';
import type { RequestMetrics } from '../../../platform/monitoring/counters.ts';
import { addPoolMetrics, addShopMetrics } from './database-metrics.ts';
import { createDatabaseStateReader } from './database-state.ts';
import { addCacheMetrics, addJobMetrics, addRequestMetrics, addSecurityMetrics } from './request-metrics.ts';

/** Memory and event loop of this process. */

const NANOSECONDS = 1e9;
/** Milliseconds between two measurements of the event loop. */
const RESOLUTION = 20;

/** Returns a function that stops it. */
export function addProcessMetrics(meter: Meter): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  const lag = meter.createObservableGauge('storefront_event_loop_lag_seconds', {
    description: 'How late the event loop was since the last scrape: the 50th and 99th percentile, and the worst.',
  });
  lag.addCallback((result) => {
    if (delay.count === 0) return;
    // What it measures includes its own interval.
    const toSeconds = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION / 1000);
    result.observe(toSeconds(delay.percentile(50)), { quantile: '0.5' });
    result.observe(toSeconds(delay.percentile(99)), { quantile: '0.99' });
    result.observe(toSeconds(delay.max), { quantile: '1' });
    delay.reset();
  });
  const memory = meter.createObservableGauge('storefront_memory_bytes', { description: 'Memory of the process, by kind.' });
  memory.addCallback((result) => {
    const { rss, heapUsed, external } = process.memoryUsage();
    result.observe(rss, { kind: 'resident' });
    result.observe(heapUsed, { kind: 'heap' });
    result.observe(external, { kind: 'external' });
  });
  const uptime = meter.createObservableGauge('storefront_uptime_seconds', { description: 'Since the process began.' });
  uptime.addCallback((result) => result.observe(process.uptime()));
  return () => delay.disable();
}

interface MetricsSources {
  db: Database;
  pool?: PoolState | undefined;
  responseCache: ResponseCache;
}

export interface MetricsEndpoint {
  /** What a request must send as `Authorization: Bearer …`. */
  token: string;
  respond: (request: IncomingMessage, response: ServerResponse) => void;
}

export interface Metrics extends RequestMetrics, Pick<MetricsEndpoint, 'respond'> {
  close: () => Promise<void>;
}

export function openMetrics({ db, pool, responseCache }: MetricsSources): Metrics {
  const exporter = new PrometheusExporter({ preventServerStart: true, withoutScopeInfo: true, withoutTargetInfo: true });
  const provider = new MeterProvider({ readers: [exporter] });
  const meter = provider.getMeter('storefront');
  const requestMetrics = addRequestMetrics(meter);
  addCacheMetrics(meter, responseCache);
  addJobMetrics(meter);
  addSecurityMetrics(meter);
  addPoolMetrics(meter, pool);
  addShopMetrics(meter, createDatabaseStateReader(db));
  const stopProcessMetrics = addProcessMetrics(meter);
  return {
    ...requestMetrics,
    respond: (request, response) => exporter.getMetricsRequestHandler(request, response),
    close: async () => {
      stopProcessMetrics();
      await provider.shutdown();
    },
  };
}
