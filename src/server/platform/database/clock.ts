/**
 * The current time by the database's clock. If each instance used its machine's clock, instances with different times would end each
 * other's checkouts early, send an email twice and refuse each other's signatures. Between two readings, the time is continued by the
 * steady clock, whatever happens to the machine's.
 */
import { sql } from 'drizzle-orm';
import { MINUTE, SECOND } from '../../../contract/values.ts';
import type { Logger } from '../log/logger.ts';
import type { OpenDatabase } from './connect.ts';
import { query } from './query.ts';

/** Steady clocks drift by milliseconds in this time. */
const MAX_AGE = MINUTE;
/**
 * If the machine's clock moves against the steady one by this much, it was set, or the machine slept; either way the time is read again.
 */
const JUMP = SECOND;
/** The operator is warned about a larger difference. */
const TOLERATED_SKEW = 5 * SECOND;
const PAUSE_AFTER_FAILURE = SECOND;

interface Reading {
  /** By the database's clock, in milliseconds since 1970. */
  time: number;
  /** When it was read, by the steady clock and by the machine's clock. */
  steady: number;
  wall: number;
}

async function readClock({ db }: Pick<OpenDatabase, 'db'>): Promise<Reading> {
  const sentAt = performance.now();
  const [row] = await query<{ time: number }>(db, sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as time`);
  if (!row) throw new Error('The database returned no time');
  const steady = performance.now();
  // The database read it about halfway between request and response.
  return { time: row.time + (steady - sentAt) / 2, steady, wall: Date.now() };
}

/** The embedded database runs in this process and has the same clock. */
export async function openClock(database: Pick<OpenDatabase, 'db' | 'kind'>, log: Pick<Logger, 'warn'>): Promise<() => Date> {
  if (database.kind === 'embedded') return () => new Date();
  let isSkewed = false;
  const read = async () => {
    const reading = await readClock(database);
    const skew = reading.wall - reading.time;
    const wasSkewed = isSkewed;
    isSkewed = Math.abs(skew) > TOLERATED_SKEW;
    if (isSkewed && !wasSkewed)
      log.warn(
        { skewSeconds: Math.round(skew / SECOND) },
        "this machine's clock differs from the database's, which the shop goes by: keep both in step (NTP)",
      );
    return reading;
  };
  let last = await read();
  let isReading = false;
  let failedAt = Number.NEGATIVE_INFINITY;
  const readAgain = async () => {
    isReading = true;
    try {
      last = await read();
    } catch {
      // The database is unreachable, which others report. The steady clock goes on.
      failedAt = performance.now();
    } finally {
      isReading = false;
    }
  };
  return () => {
    const steady = performance.now();
    const elapsed = steady - last.steady;
    const isOld = elapsed > MAX_AGE || Math.abs(Date.now() - last.wall - elapsed) > JUMP;
    if (isOld && !isReading && steady - failedAt > PAUSE_AFTER_FAILURE) void readAgain();
    return new Date(last.time + elapsed);
  };
}
