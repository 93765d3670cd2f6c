import { inject } from 'vitest';

/** The demo shop of this worker: no other file changes it meanwhile. Without a slash at its end. */
export function ownOrigin(): string {
  const origins = inject('origins');
  const origin = origins[(Number(process.env.VITEST_POOL_ID ?? 1) - 1) % origins.length];
  if (!origin) throw new Error('No shop was started for the browser');
  return origin;
}
