/** The machines in between: HAProxy with deploy/haproxy.cfg before instances and databases, and PgBouncer with deploy/cluster/pgbouncer.ini. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { MINUTE, SECOND } from '../../src/contract/values.ts';
import { createMachine, type Machine, readDeployFile } from './network.ts';
import { poll } from './poll.ts';
import type { RootFsProcess } from './root-fs.ts';

export const EDGE_ORIGIN = 'https://10.0.0.5';
const EDGE_ADDRESS = '10.0.0.5';
const POOLER_ADDRESS = '10.0.0.6';

export interface Proxies {
  /** Past PgBouncer, to the primary. */
  directUrl: string;
  pooledUrl: string;
  restartPgBouncer: () => Promise<void>;
  /** The program that ended although it should run; null: none. */
  explainEnd: () => string | null;
}

/** Before its first checks HAProxy uses all machines in turn. */
const CONNECTIONS = 6;

async function leadsToPrimary(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3 * SECOND });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"');
    return rows[0]?.isStandby === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function leadAllToPrimary(url: string): Promise<boolean> {
  for (let count = 0; count < CONNECTIONS; count += 1) if (!(await leadsToPrimary(url))) return false;
  return true;
}

async function waitForDatabase(url: string, output: () => string): Promise<void> {
  if (!(await poll(() => leadAllToPrimary(url), MINUTE))) throw new Error(`Nothing answers at ${new URL(url).host}:\n${output()}`);
}

/** Role and database of the shop, by deploy/cluster/database.sql. */
async function createShopDatabase(superuserUrl: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  const statements = readDeployFile('cluster/database.sql', { 'change-me': password }).replace(/^--.*$/gm, '');
  for (const statement of statements.split(';').filter((it) => it.trim())) await client.query(statement);
  await client.end();
}

function startHaProxy(edge: Machine, directory: string): RootFsProcess {
  edge.writeFile('/etc/haproxy/shop.pem', readFileSync(path.join(directory, 'shop.pem'), 'utf8'));
  edge.writeFile('/etc/haproxy/haproxy.cfg', readDeployFile('haproxy.cfg'));
  edge.writeFile('/etc/haproxy/haproxy-postgres.cfg', readDeployFile('cluster/haproxy-postgres.cfg'));
  // Fewer connections than the file allows: a container may not have the files for them.
  return edge.start(['haproxy', '-n', '2000', '-f', '/etc/haproxy/haproxy.cfg', '-f', '/etc/haproxy/haproxy-postgres.cfg']);
}

export async function startProxies(rootFs: string, directory: string, password: string): Promise<Proxies> {
  const edge = createMachine('edge', EDGE_ADDRESS, rootFs, directory);
  const haProxy = startHaProxy(edge, directory);
  const urlOf = (user: string, host: string, database: string) => `postgres://${user}:${password}@${host}/${database}`;
  const superuserUrl = urlOf('postgres', `${EDGE_ADDRESS}:5432`, 'postgres');
  await waitForDatabase(superuserUrl, haProxy.output);
  await createShopDatabase(superuserUrl, password);

  const pooler = createMachine('pooler', POOLER_ADDRESS, rootFs, directory);
  pooler.writeFile('/etc/pgbouncer/pgbouncer.ini', readDeployFile('cluster/pgbouncer.ini'), 'postgres');
  pooler.writeFile('/etc/pgbouncer/userlist.txt', readDeployFile('cluster/userlist.txt', { 'change-me': password }), 'postgres');
  const pooledUrl = urlOf('shop', `${POOLER_ADDRESS}:6432`, 'shop');
  const launch = async () => {
    const pgBouncer = pooler.start(['pgbouncer', '/etc/pgbouncer/pgbouncer.ini'], { user: 'postgres' });
    await waitForDatabase(pooledUrl, pgBouncer.output);
    return pgBouncer;
  };
  let pgBouncer = await launch();
  return {
    directUrl: urlOf('shop', `${EDGE_ADDRESS}:5432`, 'shop'),
    pooledUrl,
    restartPgBouncer: async () => {
      await pgBouncer.stop('SIGKILL');
      pgBouncer = await launch();
    },
    explainEnd: () => {
      const ended = [haProxy, pgBouncer].find((it) => it.process.exitCode !== null);
      return ended ? `${ended.process.spawnargs.join(' ')} has ended:\n${ended.output()}` : null;
    },
  };
}
