/**
 * The lease: how long after its last heartbeat a process may serve from its cache. It starts when the heartbeat is sent, not when it comes
 * back, because only changes committed before the sending are certain to have been processed.
 */
import { SECOND } from '../../../contract/values.ts';

/** Also the longest that stock taken by a purchase stays unseen by other processes. */
export const LEASE_DURATION = SECOND;
/** More than the clocks of two machines can drift apart during a lease. */
const CLOCK_SKEW = 250;

/** After this time, a process that didn't answer has certainly lost its lease. */
export const LEASE_EXPIRED_AFTER = LEASE_DURATION + CLOCK_SKEW;

/** The time by two clocks: the steady clock may stop while the machine sleeps, and the wall clock can be set back. */
export interface ClockReading {
  steady: number;
  wall: number;
}

export const readClocks = (): ClockReading => ({ steady: performance.now(), wall: Date.now() });

export interface Lease {
  isValid: () => boolean;
  renew: (heartbeatSentAt: ClockReading) => void;
}

export function createLease(duration: number = LEASE_DURATION): Lease {
  let renewedAt: ClockReading = { steady: Number.NEGATIVE_INFINITY, wall: 0 };
  return {
    isValid: () => performance.now() - renewedAt.steady < duration && Date.now() - renewedAt.wall < duration,
    renew: (heartbeatSentAt) => {
      renewedAt = heartbeatSentAt;
    },
  };
}
