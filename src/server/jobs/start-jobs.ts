import type { Config } from '../config.ts';
import type { OpenDatabase } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import type { Logger } from '../logger.ts';
import type { Worker } from './worker.ts';

/** Imports pg-boss and the mailer only now: called after the shop has opened, they don't delay the first page. */
export async function startBackgroundJobs(config: Config, { connection }: OpenDatabase, deps: Deps, log: Logger): Promise<Worker> {
  const [{ startWorker }, { listJobs }, { selectMailer }] = await Promise.all([
    import('./worker.ts'),
    import('./schedule.ts'),
    import('../email/mailer.ts'),
  ]);
  return startWorker(connection, listJobs(deps, selectMailer(config), log), log);
}
