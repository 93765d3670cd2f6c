/** The client of every pool to PostgreSQL. A class, because a pool constructs its clients itself. */
import pg from 'pg';
import { isReadOnlyError } from './pg-errors.ts';

export class PooledClient extends pg.Client {
  /** A statement was refused because this session can't write: the database on the other end has become a standby. */
  isReadOnly = false;
  /** Set by the pool while the client is in use. */
  release?: (error?: Error) => void;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // An error event that nobody listens to ends the process. pg-pool listens to idle clients only; a client in use is cut too, between
    // two of its statements, when its database restarts.
    this.on('error', () => undefined);
  }

  /** `never` fits the result of each of the overloads that this stands for. */
  override query(config: unknown, ...rest: unknown[]): never {
    const result: unknown = Reflect.apply(super.query, this, [config, ...rest]);
    // Without a promise it is the pool's own query, after which the pool removes the client for any error.
    if (result instanceof Promise) result.catch((error) => this.#handleFailure(config, error));
    return result as never;
  }

  #handleFailure(config: unknown, error: Error): void {
    if (isReadOnlyError(error)) this.isReadOnly = true;
    // drizzle takes a client for a transaction and gives it back only once `begin` has succeeded: the pool would be one client short for
    // as long as the process lives.
    if (isBegin(config)) this.release?.(error);
  }
}

const isBegin = (config: unknown): boolean =>
  typeof config === 'object' && config !== null && 'text' in config && typeof config.text === 'string' && /^begin\b/.test(config.text);

const SESSION_QUERY = `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`;

/** Throws where the session can't write: a standby, or a primary that is being demoted. Also proves that the database answers. */
export async function requireWritable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isReadOnly: boolean }>(SESSION_QUERY);
  if (rows[0]?.isReadOnly) throw Object.assign(new Error('The database is a read-only standby'), { code: '25006' });
}
