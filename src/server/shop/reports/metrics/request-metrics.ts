/** Metrics that this process counts itself: requests, rendering, response cache and jobs. */
import type { Meter } from '@opentelemetry/api';
import type { ResponseCache } from '../../../platform/cache/open-response-cache.ts';
import {
  listCachedRouteCounters,
  listJobCounters,
  listSecurityEventCounters,
  purgeCounter,
  type RequestMetrics,
} from '../../../platform/monitoring/counters.ts';

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function addRequestMetrics(meter: Meter): RequestMetrics {
  const requests = meter.createCounter('storefront_requests', {
    description: 'Requests by route, method and status, without those that the fast path answered from the cache.',
  });
  const duration = meter.createHistogram('storefront_request_duration_seconds', {
    description: 'From the first byte of such a request to the end of its response.',
    advice: { explicitBucketBoundaries: BUCKETS },
  });
  const renders = meter.createHistogram('storefront_render_duration_seconds', {
    description: 'Rendering a page, with the calls that it makes.',
    advice: { explicitBucketBoundaries: BUCKETS },
  });
  const cached = meter.createObservableCounter('storefront_cached_responses', {
    description: 'Responses that the fast path sent from the cache, by route and status.',
  });
  cached.addCallback((result) => {
    for (const { route, ok, notModified } of listCachedRouteCounters()) {
      result.observe(ok, { route, status: 200 });
      result.observe(notModified, { route, status: 304 });
    }
  });
  return {
    recordRequest: ({ method, route, status, seconds }) => {
      requests.add(1, { method, route, status });
      duration.record(seconds, { route });
    },
    recordRender: (seconds) => renders.record(seconds),
  };
}

export function addCacheMetrics(meter: Meter, { stats, getSize, invalidation }: ResponseCache): void {
  meter
    .createObservableCounter('storefront_cache_lookups', {
      description: 'Requests for what is cached: hit, joined (another one was running), miss.',
    })
    .addCallback((result) => {
      result.observe(stats.hits, { result: 'hit' });
      result.observe(stats.joined, { result: 'joined' });
      result.observe(stats.misses, { result: 'miss' });
    });
  meter
    .createObservableCounter('storefront_cdn_purges', { description: 'Requests to the CDN that it may drop what it holds, by result.' })
    .addCallback((result) => {
      result.observe(purgeCounter.completed, { result: 'completed' });
      result.observe(purgeCounter.failed, { result: 'failed' });
    });
  meter
    .createObservableGauge('storefront_cache_bytes', { description: 'Estimated memory of the entries.' })
    .addCallback((result) => result.observe(getSize().bytes));
  meter
    .createObservableGauge('storefront_cache_entries', { description: 'Cached responses.' })
    .addCallback((result) => result.observe(getSize().entries));
  meter
    .createObservableGauge('storefront_cache_connected', { description: '1 while the database tells this process of changes.' })
    .addCallback((result) => result.observe(Number(invalidation.isHearing())));
}

export function addJobMetrics(meter: Meter): void {
  meter
    .createObservableCounter('storefront_job_runs', { description: 'Runs of scheduled jobs in this process, by result.' })
    .addCallback((result) => {
      for (const { job, completed, failed } of listJobCounters()) {
        result.observe(completed, { job, result: 'completed' });
        result.observe(failed, { job, result: 'failed' });
      }
    });
}

export function addSecurityMetrics(meter: Meter): void {
  meter
    .createObservableCounter('storefront_security_events', {
      description: 'Security events of the audit log by name, counted by the process that seals them.',
    })
    .addCallback((result) => {
      for (const [event, count] of listSecurityEventCounters()) result.observe(count, { event });
    });
}
