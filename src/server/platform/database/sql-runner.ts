/** One session of either database, through which migrations and SQL functions are applied. */
import type { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';

export interface SqlRunner {
  /** Several statements in one call are one transaction. */
  run: (statements: string) => Promise<void>;
  query: <Row>(statement: string, values?: unknown[]) => Promise<Row[]>;
}

export function createEmbeddedRunner(client: PGlite): SqlRunner {
  return {
    run: async (statements) => void (await client.exec(statements)),
    query: async <Row>(statement: string, values?: unknown[]) => (await client.query<Row>(statement, values)).rows,
  };
}

export function createServerRunner(client: pg.ClientBase): SqlRunner {
  return {
    run: async (statements) => void (await client.query(statements)),
    query: async <Row>(statement: string, values?: unknown[]) => (await client.query(statement, values)).rows as Row[],
  };
}
