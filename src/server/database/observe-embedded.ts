/** As PooledClient does for a server: tells of each statement that the shop runs on the embedded database. */
import type { PGlite, Transaction } from '@electric-sql/pglite';
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
  const transaction = <T>(work: (tx: Transaction) => Promise<T>) => client.transaction((tx) => work(withQuery(tx)));
  return withQuery(client, { transaction });
}
