/** What pg-boss's own table says about the jobs, whichever process runs them. By the database's clock. */
import { sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { query } from '../database/query.ts';

export interface JobState {
  job: string;
  /** How long the run that has been due the longest has been waiting; null if none is due. */
  waitingSeconds: number | null;
  /** Seconds since the last successful run; null if there was none within the hour for which pg-boss keeps runs. */
  succeededSecondsAgo: number | null;
}

/**
 * Reads some hundred rows. Finds none before the first worker has created the table. pg-boss's internal queues begin with two underscores.
 */
export async function listJobStates(db: Database): Promise<JobState[]> {
  const [table] = await query<{ name: string | null }>(db, sql`select to_regclass('pgboss.job')::text as name`);
  if (!table?.name) return [];
  return query<JobState>(
    db,
    sql`select name as job,
      extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry') and start_after <= now()))::float8 as "waitingSeconds",
      extract(epoch from now() - max(completed_on) filter (where state = 'completed'))::float8 as "succeededSecondsAgo"
      from pgboss.job where left(name, 2) <> '__' group by name order by name`,
  );
}
