/** A PgBouncer in transaction mode in front of a test's PostgreSQL, of Debian 12 (1.18) or Debian 13 (1.24). */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../support/free-port.ts';
import { ensureRootFs, NOBODY, type RootFsProcess, runInRootFs } from './root-fs.ts';

export interface PgBouncer {
  port: number;
  /** The pooled address of a database. */
  urlOf: (database: string) => string;
  output: () => string;
  /** Drops all connections, and accepts new ones. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
}

interface PgBouncerOptions {
  suite: 'bookworm' | 'trixie';
  serverPort: number;
  /** Connections to PostgreSQL for each database. */
  poolSize?: number;
  /** Added to the address of the databases. */
  connectQuery?: string;
  settings?: Record<string, string | number>;
}

const LIMITS_QUERY = 'set statement_timeout = 5000; set idle_in_transaction_session_timeout = 10000';

async function waitUntilUp(url: string, { process: child, output }: RootFsProcess): Promise<void> {
  for (let attempts = 0; attempts < 200 && child.exitCode === null; attempts += 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(50);
    }
  }
  throw new Error(`PgBouncer did not start:\n${output()}`);
}

export async function startPgBouncer(options: PgBouncerOptions): Promise<PgBouncer> {
  const { suite, serverPort, poolSize = 10, connectQuery = LIMITS_QUERY, settings = {} } = options;
  const rootFs = await ensureRootFs({ suite, packages: ['pgbouncer'] });
  const port = await findFreePort();
  const directory = mkdtempSync(path.join(rootFs, 'tmp', 'pgbouncer-'));
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    admin_users: 'shop',
    pool_mode: 'transaction',
    default_pool_size: poolSize,
    max_client_conn: 2000,
    ...settings,
  };
  const database = `* = host=127.0.0.1 port=${serverPort} user=shop${connectQuery && ` connect_query='${connectQuery}'`}`;
  const config = `[databases]\n${database}\n[pgbouncer]\n${Object.entries(lines)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('')}`;
  const file = path.join(directory, 'pgbouncer.ini');
  writeFileSync(file, config);
  chmodSync(directory, 0o755);
  const urlOf = (name: string) => `postgres://shop@127.0.0.1:${port}/${name}`;
  const launch = async () => {
    const child = runInRootFs(rootFs, ['pgbouncer', `/${path.relative(rootFs, file)}`], { user: NOBODY });
    await waitUntilUp(urlOf('postgres'), child);
    return child;
  };
  let child = await launch();
  return {
    port,
    urlOf,
    output: () => child.output(),
    restart: async () => {
      await child.stop('SIGKILL');
      child = await launch();
    },
    stop: async () => {
      // Since version 1.23 SIGTERM and SIGINT wait for clients.
      await child.stop('SIGKILL');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
