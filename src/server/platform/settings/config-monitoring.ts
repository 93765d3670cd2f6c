/** Settings of monitoring: metrics that others fetch, and traces that the shop sends. */

import type { TracingConfig } from '../monitoring/tracing.ts';
import type { Settings } from './config-parse.ts';

/** Who may read metrics, and where they are served. */
export interface MetricsConfig {
  /** Host and port of a separate server for metrics; null: there is none. */
  readonly address: { readonly port: number; readonly host: string } | null;
  /** Token for `/metrics` on the shop's port; null: not served there. */
  readonly token: string | null;
}

export function readMetricsConfig({ METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: metricsToken }: Settings): MetricsConfig | null {
  if (port === undefined && metricsToken === undefined) return null;
  return Object.freeze({ address: port === undefined ? null : { port, host }, token: metricsToken ?? null });
}

export function readTracingConfig({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_SERVICE_NAME: serviceName,
}: Settings): TracingConfig | null {
  return endpoint ? Object.freeze({ endpoint: endpoint.replace(/\/+$/, ''), serviceName }) : null;
}
