/** The client of every pool to PostgreSQL. A class, because a pool constructs its clients itself. */
import pg from 'pg';
import { bindContext, describeActor, mayWrite, SET_RULES } from '../monitoring/request-context.ts';
import { startStatement } from '../monitoring/statements.ts';
import { isReadOnlyError } from './pg-errors.ts';

/** Options that the pool passes to its clients. */
export interface PooledClientConfig extends pg.ClientConfig {
  /** Sent with each `begin`, in the same message. */
  beginWith?: string;
}

export class PooledClient extends pg.Client {
  /** A statement was refused because this session is read-only: the database has become a standby. */
  isReadOnly = false;
  /** Set by the pool while the client is in use. */
  release?: (error?: Error) => void;
  readonly #beginWith: string | undefined;

  constructor(config?: string | PooledClientConfig) {
    super(config);
    this.#beginWith = typeof config === 'object' ? config.beginWith : undefined;
    // An error event without a listener ends the process. pg-pool listens to idle clients only, but a client in use loses its connection
    // too, between two statements, when the database restarts.
    this.on('error', () => undefined);
  }

  /** `never` satisfies the result type of each overload that this replaces. */
  override query(config: unknown, ...rest: unknown[]): never {
    const end = startStatement(getText(config));
    const sent = isBegin(config) ? { ...config, text: [config.text, ...this.#listFirstStatements()].join('; ') } : config;
    const callback = rest.at(-1);
    // A query of the pool itself, which discards the client after any error.
    if (isCallback(callback)) {
      const callBack = (error: unknown, answer: unknown) => {
        end?.(answer, Boolean(error));
        callback(error, answer);
      };
      return Reflect.apply(super.query, this, [sent, ...rest.slice(0, -1), callBack]) as never;
    }
    const result: unknown = Reflect.apply(super.query, this, [sent, ...rest]);
    if (result instanceof Promise) {
      result.then(
        (answer) => end?.(answer, false),
        (error) => {
          end?.(null, true);
          this.#handleFailure(config, error);
        },
      );
    }
    return result as never;
  }

  /** The statements at the start of each transaction. */
  #listFirstStatements(): string[] {
    const actor = describeActor();
    const setActor = actor && `select set_config('storefront.actor', ${this.escapeLiteral(actor)}, true)`;
    return [this.#beginWith, SET_RULES, setActor].filter((it) => typeof it === 'string');
  }

  #handleFailure(config: unknown, error: Error): void {
    if (isReadOnlyError(error)) this.isReadOnly = true;
    // drizzle takes a client for a transaction, and returns it only if `begin` has succeeded. Without this the pool would be one client
    // short from then on.
    if (isBegin(config)) this.release?.(error);
  }
}

type Callback = (error: unknown, answer: unknown) => void;

const isCallback = (value: unknown): value is Callback => typeof value === 'function';

function getText(config: unknown): string {
  if (typeof config === 'string') return config;
  return typeof config === 'object' && config !== null && 'text' in config && typeof config.text === 'string' ? config.text : '';
}

const isBegin = (config: unknown): config is { text: string } => typeof config === 'object' && /^begin\b/.test(getText(config));

type OnConnected = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

/**
 * A query that waits for a connection is sent when another request returns one. Its async context must still be that of its own request.
 */
export class ContextPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: OnConnected): void;
  override connect(callback?: OnConnected): Promise<pg.PoolClient> | undefined {
    if (!callback) return super.connect();
    super.connect(bindContext(callback));
    return undefined;
  }

  /** If the audit log must know the actor, a single statement that writes gets a transaction of its own. */
  override query(config: unknown, ...rest: unknown[]): never {
    const isAudited = !isCallback(rest.at(-1)) && mayWrite(getText(config)) && describeActor() !== null;
    return (isAudited ? this.#queryInTransaction(config, rest) : Reflect.apply(super.query, this, [config, ...rest])) as never;
  }

  async #queryInTransaction(config: unknown, rest: unknown[]): Promise<unknown> {
    const client = await this.connect();
    // If it fails, the client releases itself.
    await client.query({ text: 'begin' });
    try {
      const result: unknown = await Reflect.apply(client.query, client, [config, ...rest]);
      await client.query({ text: 'commit' });
      client.release();
      return result;
    } catch (error) {
      await client.query({ text: 'rollback' }).then(
        () => client.release(),
        (lost) => client.release(lost),
      );
      throw error;
    }
  }
}

const SESSION_QUERY = `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`;

/** Throws if the session can't write: on a standby, or on a primary that is being demoted. Also proves that the database answers. */
export async function requireWritable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isReadOnly: boolean }>(SESSION_QUERY);
  if (rows[0]?.isReadOnly) throw Object.assign(new Error('The database is a read-only standby'), { code: '25006' });
}
