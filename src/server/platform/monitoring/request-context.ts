/**
 * The request that a piece of work belongs to, across everything that it awaits. Used when a statement is slow, and when a span needs its
 * parent. Entered once for each request that reaches Fastify, so never for cached responses of the fast path.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import type { ActorKind } from '../../../contract/audit.ts';

/** Who the audit log names for changes. */
export interface Actor {
  readonly kind: ActorKind;
  /** Id of an account or an API key. */
  readonly id?: string;
  /** Name of a key, a command or a job. */
  readonly name?: string;
  /** The IP address that the request came from. */
  readonly network?: string;
}

export interface RequestContext {
  /** The request id: in the answer's header, in each line of the log, and in errors that people see. */
  readonly id: string;
  /** Null where nothing is traced. */
  readonly span: Span | null;
  /** Set once it is known. */
  actor?: Actor | undefined;
}

const contexts = new AsyncLocalStorage<RequestContext>();

export const getRequestContext = (): RequestContext | undefined => contexts.getStore();

export const runInContext = <T>(context: RequestContext, work: () => T): T => contexts.run(context, work);

/** For a callback that runs within another request's work, such as when a connection becomes free. */
export const bindContext = <Args extends unknown[]>(callback: (...args: Args) => void): ((...args: Args) => void) =>
  AsyncLocalStorage.bind(callback);
