/** Opens a database of the tests' PostgreSQL as the shop does: with TEST_PGBOUNCER=on through a PgBouncer (tests/support/setup-postgres.ts). */
import { inject } from 'vitest';
import { MINUTE } from '../../src/contract/values.ts';
import { type OpenDatabase, openServer } from '../../src/server/platform/database/connect.ts';
import { DEFAULT_DATABASE_LIMITS } from '../../src/server/platform/settings/read-config.ts';

/** On a busy machine statements take long, and waiting for a connection longer. Tests about the limits set their own. */
const GENEROUS_LIMITS = { ...DEFAULT_DATABASE_LIMITS, connect: MINUTE, statement: MINUTE, idleTransaction: 2 * MINUTE };

/** The settings of a shop on this database, which `url` leads to directly. */
export function toServerEnv(url: string): { DATABASE_URL: string; DATABASE_DIRECT_URL?: string } {
  const server = inject('server');
  if (!server?.pooledUrl) return { DATABASE_URL: url };
  return { DATABASE_URL: url.replace(server.url, server.pooledUrl), DATABASE_DIRECT_URL: url };
}

export function openTestServer(url: string, log: Parameters<typeof openServer>[1], maxConnections: number): Promise<OpenDatabase> {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = toServerEnv(url);
  return openServer(DATABASE_URL, log, maxConnections, { directUrl: DATABASE_DIRECT_URL ?? null, timeLimits: GENEROUS_LIMITS });
}
