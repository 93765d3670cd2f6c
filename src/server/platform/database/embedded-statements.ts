/**
 * Prepared statements of the embedded database. PGlite parses and plans each statement anew, and asks the database six times for each. Here
 * a statement is prepared when it is first used, and then runs by its name in one round: a third of the time (docs/decisions/0049). That
 * is what `queryPrepared` marks, and what runs within a transaction: short statements that find their rows by a key.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type PGlite, parse, protocol, type QueryOptions, type Results } from '@electric-sql/pglite';
import { limitConcurrency } from '../process/concurrency-limit.ts';
import { MAX_PREPARED_TEXT_LENGTH, PREPARE_MARK } from './prepared-statements.ts';

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
