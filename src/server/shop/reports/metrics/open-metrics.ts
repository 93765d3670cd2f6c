/** Metrics by OpenTelemetry, in Prometheus's format. Imported only if they are switched on. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { ResponseCache } from '../../../platform/cache/open-response-cache.ts';
import type { Database, PoolState } from '../../../platform/database/connect.ts';
import type { RequestMetrics } from '../../../platform/monitoring/request-metrics.ts';
import { addPoolMetrics, addShopMetrics } from './database-metrics.ts';
import { createDatabaseStateReader } from './database-state.ts';
import { addProcessMetrics } from './process-metrics.ts';
import { addCacheMetrics, addJobMetrics, addRequestMetrics, addSecurityMetrics } from './request-metrics.ts';

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
