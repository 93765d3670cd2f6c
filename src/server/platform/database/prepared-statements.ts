/**
 * Prepared statements: PostgreSQL parses and plans such a statement once for each connection and then runs it by its name, which saves up to
 * half of the time of a short one. node-postgres prepares what has a name; the ORM has no public way to give one to raw SQL. So `queryPrepared`
 * marks a statement with a comment, and the pool's clients, which the transactions use too, name what is marked. As on the embedded database,
 * what has values within a transaction is named too, once it comes again: such statements find their rows by a key.
 */

import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type PGlite, parse, protocol, type QueryOptions, type Results } from '@electric-sql/pglite';
import { LRUCache } from 'lru-cache';
import { limitConcurrency } from '../process/concurrency-limit.ts';
import { PooledClient } from './pooled-client.ts';

/**
 * Prepared statements of the embedded database. PGlite parses and plans each statement every time, with six calls to the database. Here
 * a statement is prepared when it is first used, and then runs by its name in one round: a third of the time (docs/decisions/0049). That
 * is what `queryPrepared` marks, and what runs within a transaction: short statements that find their rows by a key.
 */

/** The database keeps at most this many plans; then it drops all of them. */
const MAX_STATEMENTS = 300;

interface PreparedStatement {
  name: string;
  parameterTypes: number[];
}

const { bind, describe, execute, sync } = protocol.serialize;

/** Replaces the client's `query` and `transaction`, through which drizzle runs all statements. */
export function prepareStatements(client: PGlite): void {
  const statements = new Map<string, PreparedStatement>();

  /** Sends all messages in one call to the database. After an error, those up to `sync` are skipped. */
  const send = (...messages: Uint8Array[]) => client.execProtocolStream(Buffer.concat(messages), { syncToFs: false });

  async function prepare(text: string): Promise<PreparedStatement> {
    const known = statements.get(text);
    if (known) return known;
    if (statements.size >= MAX_STATEMENTS) {
      await send(protocol.serialize.query('deallocate all'));
      statements.clear();
    }
    const name = `shop_${statements.size}`;
    const described = await send(protocol.serialize.parse({ name, text }), describe({ type: 'S', name }), sync());
    const statement = { name, parameterTypes: parse.parseDescribeStatementResults(described) };
    statements.set(text, statement);
    return statement;
  }

  function serialize(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null;
    return String(client.serializers[type ?? 0]?.(value) ?? value);
  }

  /** Call it only while no other statement can run between its round trips. */
  async function runPrepared<T>(text: string, values: unknown[], options?: QueryOptions): Promise<Results<T>> {
    const { name, parameterTypes } = await prepare(text);
    const bound = values.map((value, index) => serialize(value, parameterTypes[index]));
    const messages = await send(bind({ statement: name, values: bound }), describe({ type: 'P' }), execute({}), sync());
    // PGlite would copy all of its parsers for each call that passes its own, which takes as long as a short statement.
    const { parsers, ...rest } = options ?? {};
    const [result] = parse.parseResults(messages, parsers ? Object.assign(Object.create(client.parsers), parsers) : client.parsers, rest);
    return result as Results<T>;
  }

  const isShort = (text: string) => text.length <= MAX_PREPARED_TEXT_LENGTH;

  // A queue for the database's only connection, first come, first served: prepared statements and transactions wait in it. Other statements
  // wait in PGlite's own queue until no transaction is open.
  const takeConnection = limitConcurrency(1);

  const query: PGlite['query'] = client.query.bind(client);
  client.query = <T>(text: string, values: unknown[] = [], options?: QueryOptions): Promise<Results<T>> => {
    if (!text.startsWith(PREPARE_MARK) || !isShort(text)) return query<T>(text, values, options);
    return takeConnection(() => client.runExclusive(() => runPrepared<T>(text, values, options)));
  };

  // Only one transaction at a time waits in PGlite's queue: however many checkouts are waiting, a page's queries wait for two of them at
  // most. A transaction runs without returning to the event loop, and so would all waiting ones, one after the other. So before each, the
  // event loop gets a turn to serve visitors.
  const transaction: PGlite['transaction'] = client.transaction.bind(client);
  const limit = limitConcurrency(1);
  const runTransaction: PGlite['transaction'] = (work) =>
    transaction((tx) => {
      const unprepared = tx.query;
      const queryWithin = <T>(text: string, values: unknown[] = [], options?: QueryOptions): Promise<Results<T>> =>
        values.length && isShort(text) && !tx.closed
          ? client.runExclusive(() => runPrepared<T>(text, values, options))
          : unprepared<T>(text, values, options);
      return work(Object.assign(tx, { query: queryWithin }));
    });
  client.transaction = (work) =>
    limit(async () => {
      await nextTurn();
      return takeConnection(() => runTransaction(work));
    });
}

export const PREPARE_MARK = '/* prepare */ ';

/** Longer statements are imports, whose text differs each time. */
export const MAX_PREPARED_TEXT_LENGTH = 8000;
/**
 * A connection keeps its plans until it ends. So after this many, further statements, such as large edits with lists of ids, aren't named.
 */
const MAX_PLANS = 300;
const MAX_SEEN_TEXTS = 1000;

/** Names of marked statements by their text. There are few, because values aren't part of the text; bounded in case some differ after all. */
const statementNames = new LRUCache<string, string>({ max: MAX_SEEN_TEXTS });
/** Texts of statements that ran once within a transaction. */
const seenTexts = new Set<string>();

/** Derived from the text: behind a pooler, processes share connections, and a name must mean the same statement to all of them. */
const makeName = (text: string) => `shop_${createHash('sha256').update(text).digest('base64url')}`;

/** The name of a marked statement. */
function toStatementName(text: string): string {
  const known = statementNames.get(text) ?? makeName(text);
  statementNames.set(text, known);
  return known;
}

function comesAgain(text: string): boolean {
  if (seenTexts.has(text)) return true;
  if (seenTexts.size >= MAX_SEEN_TEXTS) seenTexts.clear();
  seenTexts.add(text);
  return false;
}

const hasText = (config: unknown): config is { text: string } =>
  typeof config === 'object' && config !== null && 'text' in config && typeof config.text === 'string';

/** The class that the pool uses for its clients (option `Client`). */
export class PreparingClient extends PooledClient {
  #isInTransaction = false;
  /** Names of statements within this connection's transactions, by text. */
  readonly #plans = new Map<string, string>();

  override query(config: unknown, ...rest: unknown[]): never {
    return Reflect.apply(super.query, this, [hasText(config) ? this.#prepare(config, rest[0]) : config, ...rest]) as never;
  }

  #prepare(config: { text: string }, values: unknown): { text: string; name?: string } {
    const { text } = config;
    if (text.startsWith(PREPARE_MARK)) return { ...config, name: toStatementName(text) };
    if (/^begin\b/.test(text)) this.#isInTransaction = true;
    else if (text === 'commit' || text === 'rollback') this.#isInTransaction = false;
    const hasValues = Array.isArray(values) && values.length > 0;
    const name = this.#isInTransaction && hasValues ? this.#findPlan(text) : undefined;
    return name ? { ...config, name } : config;
  }

  #findPlan(text: string): string | undefined {
    const known = this.#plans.get(text);
    if (known || this.#plans.size >= MAX_PLANS || text.length > MAX_PREPARED_TEXT_LENGTH || !comesAgain(text)) return known;
    const name = makeName(text);
    this.#plans.set(text, name);
    return name;
  }
}
