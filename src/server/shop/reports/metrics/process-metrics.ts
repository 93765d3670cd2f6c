/** Memory and event loop of this process. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Meter } from '@opentelemetry/api';

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
