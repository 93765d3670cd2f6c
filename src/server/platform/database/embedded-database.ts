/** The embedded database beyond its queries: copying its files while the shop is open, and reporting its statements. */
import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import type { PGlite, Transaction } from '@electric-sql/pglite';
import { describeActor, mayWrite, SET_RULES } from '../monitoring/request-context.ts';
import { startStatement } from '../monitoring/statements.ts';

/**
 * Copies the embedded database's files while the shop is open. It has a single session, so reading all tables would block every sale for
 * long. Copying files takes milliseconds (less if the file system can share their blocks), and the copy is read elsewhere.
 */
export const copyFiles = (from: string, to: string): Promise<void> =>
  cp(from, to, { recursive: true, errorOnExist: true, force: false, mode: constants.COPYFILE_FICLONE });

/** Returns for how many milliseconds others had to wait. */
export async function copyWhileQuiet(client: PGlite, directory: string, to: string): Promise<number> {
  // First writes what is only in memory to the files; other statements can run in between.
  await client.exec('checkpoint');
  // During a transaction nobody else has one open. Changes that the copy lacks are in its write-ahead log, as after a power failure.
  return client.transaction(async () => {
    const startedAt = performance.now();
    await copyFiles(directory, to);
    return Math.round(performance.now() - startedAt);
  });
}

/**
 * For the embedded database, what PooledClient and its pool do for a server: reports each statement that the shop runs, and tells the
 * database who the actor is.
 */
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

/** The same object with an observed `query`; `overrides` replaces further methods. Methods are bound, because PGlite has private fields. */
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
      await tx.query(SET_RULES);
      if (actor !== null) await tx.query(`set local storefront.actor = '${actor.replaceAll("'", "''")}'`);
      return work(withQuery(tx));
    });
  };
  const observed = withQuery(client);
  // If the audit log must know the actor, a single statement that writes gets a transaction of its own.
  const query: Run = (text, ...rest) =>
    mayWrite(text) && describeActor() !== null
      ? transaction((tx) => (tx.query as Run)(text, ...rest))
      : (observed.query as Run)(text, ...rest);
  return withQuery(client, { transaction, query });
}
