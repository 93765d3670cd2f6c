/** As PooledClient and its pool do for a server: tells of each statement that the shop runs on the embedded database, and the database who runs it. */
import type { PGlite, Transaction } from '@electric-sql/pglite';
import { describeActor, mayWrite } from '../telemetry/actor.ts';
import { startStatement } from '../telemetry/statements.ts';

type Run = (text: string, ...rest: unknown[]) => Promise<unknown>;

async function observe(text: string, run: () => Promise<unknown>): Promise<unknown> {
  const end = startStatement(text);
  try {
    const result = await run();
    end?.(result, false);
    return result;
  } catch (error) {
    end?.(null, true);
    throw error;
  }
}

/** The same object, whose `query` is observed; `overrides` replace further methods. Bound, since PGlite has private fields. */
function withQuery<T extends object>(target: T, overrides: Record<string, unknown> = {}): T {
  const getMember = (name: string | symbol): unknown => {
    const member: unknown = Reflect.get(target, name, target);
    return typeof member === 'function' ? member.bind(target) : member;
  };
  const run = getMember('query') as Run;
  const query: Run = (text, ...rest) => observe(text, () => run(text, ...rest));
  const members: Record<string | symbol, unknown> = { query, ...overrides };
  return new Proxy(target, { get: (_target, name) => (Object.hasOwn(members, name) ? members[name] : getMember(name)) });
}

export function observeEmbedded(client: PGlite): PGlite {
  const transaction = <T>(work: (tx: Transaction) => Promise<T>) => {
    const actor = describeActor();
    return client.transaction(async (tx) => {
      // `set` and not `select set_config`: a query would take the snapshot, before which a transaction's isolation has to be set.
      if (actor !== null) await tx.query(`set local storefront.actor = '${actor.replaceAll("'", "''")}'`);
      return work(withQuery(tx));
    });
  };
  const observed = withQuery(client);
  // A statement that writes is a transaction of its own where the audit log is to know whose it is.
  const query: Run = (text, ...rest) =>
    mayWrite(text) && describeActor() !== null
      ? transaction((tx) => (tx.query as Run)(text, ...rest))
      : (observed.query as Run)(text, ...rest);
  return withQuery(client, { transaction, query });
}
