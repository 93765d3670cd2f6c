/**
 * Which request a piece of work belongs to, through all that it awaits: read where a statement is slow, and where a span needs its parent.
 * Entered once for each request that reaches Fastify; a cached response of the fast path never does.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import type { ActorKind } from '../../contract/audit-kinds.ts';

/** Whom the audit log names for what is changed. */
export interface Actor {
  readonly kind: ActorKind;
  /** Of an account or an API key. */
  readonly id?: string;
  /** Of a key, a command or a job. */
  readonly name?: string;
  /** The address that the request came from. */
  readonly network?: string;
}

export interface RequestContext {
  /** The request id: in the answer's header, in each line of the log, and in errors that people see. */
  readonly id: string;
  /** Null where nothing is traced. */
  readonly span: Span | null;
  /** Who does it, once that is known. */
  actor?: Actor | undefined;
}

const contexts = new AsyncLocalStorage<RequestContext>();

export const getRequestContext = (): RequestContext | undefined => contexts.getStore();

export const runInContext = <T>(context: RequestContext, work: () => T): T => contexts.run(context, work);

/** For a callback that another request's work may call, such as that of a connection which becomes free. */
export const bindContext = <Args extends unknown[]>(callback: (...args: Args) => void): ((...args: Args) => void) =>
  AsyncLocalStorage.bind(callback);
