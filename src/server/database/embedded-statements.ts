/**
 * Prepared statements of the embedded database. PGlite parses and plans each statement anew, and asks the database six times for each. Here
 * a statement is prepared when it is first used, and then runs by its name in one round: a third of the time (docs/decisions/0049). That
 * is what `queryPrepared` marks, and what runs within a transaction: short statements that find their rows by a key.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type PGlite, parse, protocol, type QueryOptions, type Results } from '@electric-sql/pglite';
import { limitConcurrency } from '../concurrency-limit.ts';
import { MAX_PREPARED_TEXT_LENGTH, PREPARE_MARK } from './prepared-statements.ts';

/** The database keeps the plans of so many at most; then it forgets all of them. */
const MAX_STATEMENTS = 300;

interface PreparedStatement {
  name: string;
  parameterTypes: number[];
}

const { bind, describe, execute, sync } = protocol.serialize;

/** Changes the client's `query` and `transaction`, by which drizzle runs everything. */
export function prepareStatements(client: PGlite): void {
  const statements = new Map<string, PreparedStatement>();

  /** All of it in one call of the database. An error skips what follows, up to `sync`. */
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

  /** To be called where nothing else can run between its rounds. */
  async function runPrepared<T>(text: string, values: unknown[], options?: QueryOptions): Promise<Results<T>> {
    const { name, parameterTypes } = await prepare(text);
    const bound = values.map((value, index) => serialize(value, parameterTypes[index]));
    const messages = await send(bind({ statement: name, values: bound }), describe({ type: 'P' }), execute({}), sync());
    // PGlite would copy all of its parsers beside the caller's, which takes as long as a short statement.
    const { parsers, ...rest } = options ?? {};
    const [result] = parse.parseResults(messages, parsers ? Object.assign(Object.create(client.parsers), parsers) : client.parsers, rest);
    return result as Results<T>;
  }

  const isShort = (text: string) => text.length <= MAX_PREPARED_TEXT_LENGTH;

  // The database's one connection, first come, first served. Prepared statements and transactions take turns by it; all else waits in
  // PGlite's own queue until no transaction is open.
  const takeConnection = limitConcurrency(1);

  const query: PGlite['query'] = client.query.bind(client);
  client.query = <T>(text: string, values: unknown[] = [], options?: QueryOptions): Promise<Results<T>> => {
    if (!text.startsWith(PREPARE_MARK) || !isShort(text)) return query<T>(text, values, options);
    return takeConnection(() => client.runExclusive(() => runPrepared<T>(text, values, options)));
  };

  // Only one transaction at a time stands in that queue: however many checkouts wait for their turn, a page's queries wait for two of
  // them at most. A transaction runs from promise to promise without a turn of the event loop, and so would all that wait, one after the
  // other: before each, the event loop serves the visitors.
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
