/** Statements that are written out. The shape of their rows is the caller's word. */
import { createHash } from 'node:crypto';
import { Param, SQL, StringChunk } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Database } from './connect.ts';

const dialect = new PgDialect();
const PLAIN_TYPES = new Set(['string', 'number', 'boolean']);
/** A column, a table, a list, nothing: drizzle knows how to write them. */
const UNSUPPORTED_CHUNK = new Error('part of a statement that the dialect writes');

/** Few: a statement's values are no part of its text. */
const statementNames = new Map<string, string>();

function toStatementName(text: string): string {
  // Made of the text: behind a pooler others use the same connection, and one name must be one statement.
  const name = statementNames.get(text) ?? `shop_${createHash('sha256').update(text).digest('base64url')}`;
  statementNames.set(text, name);
  return name;
}

/**
 * What drizzle's dialect makes of it, in a tenth of the time, where the statement is made of texts, plain values and others like it:
 * for what is asked a thousand times a second, that is as much as reading the answer.
 */
function toQuery(statement: SQL): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const write = (part: unknown): string => {
    if (part instanceof StringChunk) return part.value.join('');
    if (part instanceof SQL) return part.queryChunks.map(write).join('');
    if (part instanceof Param) values.push(part.encoder.mapToDriverValue(part.value));
    else if (PLAIN_TYPES.has(typeof part)) values.push(part);
    else throw UNSUPPORTED_CHUNK;
    return `$${values.length}`;
  };
  try {
    return { text: write(statement), values };
  } catch (error) {
    if (error !== UNSUPPORTED_CHUNK) throw error;
    const { sql: text, params } = dialect.sqlToQuery(statement);
    return { text, values: params };
  }
}

/** The rows that the statement gives, whichever database it runs on. */
export async function query<Row>(db: Database, statement: SQL): Promise<Row[]> {
  const { rows } = (await db.execute(statement)) as unknown as { rows: Row[] };
  return rows;
}

/** What drizzle speaks through: the pool, or in a transaction the one connection that it holds. */
function findClient(db: Database): pg.Pool | pg.Client | null {
  const { client } = (db as unknown as { session: { client?: unknown } }).session;
  return client instanceof pg.Pool || client instanceof pg.Client ? client : null;
}

/** The same for statements that come by the thousand: a server reads each only once a connection. No column of theirs is a time. */
export async function queryPrepared<Row>(db: Database, statement: SQL): Promise<Row[]> {
  const client = findClient(db);
  if (!client) return query(db, statement);
  const { text, values } = toQuery(statement);
  const { rows } = await client.query({ name: toStatementName(text), text, values });
  return rows;
}
