/**
 * Starts a PostgreSQL server and migrates a template database once; each worker gets a copy of it. With TEST_PGBOUNCER=on the tests reach it
 * through PgBouncer in transaction mode, and directly where the shop would (tests/cluster).
 */
import type { TestProject } from 'vitest/node';
import { openServer } from '../../src/server/platform/database/connect.ts';
import { type PgBouncer, startPgBouncer } from '../cluster/pgbouncer.ts';
import { startPostgres } from './postgres.ts';

export default async function setup(project: TestProject) {
  // This server never crashes, so it needs no log to recover from. Tests of crashes start their own.
  const postgres = await startPostgres(['-c', 'synchronous_commit=off', '-c', 'full_page_writes=off']);
  await postgres.run('create database template');
  const { close } = await openServer(postgres.urlOf('template'), { warn: () => undefined }, 2);
  await close();
  let pgBouncer: PgBouncer | undefined;
  // Tests leave many databases behind, whose connections would add up.
  const settings = { server_idle_timeout: 5 };
  if (process.env.TEST_PGBOUNCER === 'on') pgBouncer = await startPgBouncer({ suite: 'trixie', serverPort: postgres.port, settings });
  project.provide('dump', null);
  project.provide('server', { url: postgres.urlOf(''), pooledUrl: pgBouncer?.urlOf('') ?? null });
  return async () => {
    await pgBouncer?.stop();
    await postgres.stop();
  };
}
