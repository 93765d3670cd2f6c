/** The interface through which requests report to metrics/, which is loaded only if metrics are switched on. */
export interface RequestMetrics {
  /** `route`: the pattern, never the path. */
  recordRequest: (request: { method: string; route: string; status: number; seconds: number }) => void;
  recordRender: (seconds: number) => void;
}

/**
 * Counters of this process, as plain integers: counting costs one addition, whether or not metrics/ reads them. Names come from the code
 * (route patterns, job names), so there are few.
 */
export interface CachedRouteCounter {
  readonly route: string;
  ok: number;
  notModified: number;
}

export interface JobCounter {
  readonly job: string;
  completed: number;
  failed: number;
}

/** Requests that told the CDN to drop its cached responses. */
export const purgeCounter = { completed: 0, failed: 0 };

const cachedRoutes = new Map<string, CachedRouteCounter>();
const jobs = new Map<string, JobCounter>();

/** Cached responses of this route that the fast path has sent. */
export function getCachedRouteCounter(route: string): CachedRouteCounter {
  const counter = cachedRoutes.get(route) ?? { route, ok: 0, notModified: 0 };
  cachedRoutes.set(route, counter);
  return counter;
}

export function getJobCounter(job: string): JobCounter {
  const counter = jobs.get(job) ?? { job, completed: 0, failed: 0 };
  jobs.set(job, counter);
  return counter;
}

export const listCachedRouteCounters = (): readonly CachedRouteCounter[] => [...cachedRoutes.values()];
export const listJobCounters = (): readonly JobCounter[] => [...jobs.values()];

const securityEvents = new Map<string, number>();

export function countSecurityEvent(event: string): void {
  securityEvents.set(event, (securityEvents.get(event) ?? 0) + 1);
}

export const listSecurityEventCounters = (): ReadonlyMap<string, number> => securityEvents;
