/** Starts a PostgreSQL server and migrates a template database once; each worker gets a copy of it. */
import type { TestProject } from 'vitest/node';
import { openServer } from '../../src/server/database/connect.ts';
import { startPostgres } from './postgres.ts';

export default async function setup(project: TestProject) {
  const postgres = await startPostgres();
  await postgres.run('create database template');
  const { close } = await openServer(postgres.urlOf('template'), { warn: () => undefined }, 2);
  await close();
  project.provide('dump', null);
  project.provide('server', { url: postgres.urlOf('') });
  return () => postgres.stop();
}
