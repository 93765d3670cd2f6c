/** Migrates the given database, and is killed (SIGKILL, like a power failure) while its nth statement runs. */
import pg from 'pg';
import { migrateServerDatabase } from '../../src/server/platform/database/migrate.ts';

const [url = '', killAt = ''] = process.argv.slice(2);
let left = Number(killAt);

const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = function die(this: pg.Client, ...args: unknown[]) {
  const answer = query.apply(this, args);
  left -= 1;
  // By then it is on its way to the server, but not answered.
  if (left === 0) setImmediate(() => process.kill(process.pid, 'SIGKILL'));
  return answer;
} as typeof pg.Client.prototype.query;

await migrateServerDatabase(url, { warn: () => undefined }, { limits: { connect: 3000, lock: 5000, statement: 60_000, retries: 10 } });
