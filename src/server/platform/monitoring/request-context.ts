/**
 * The request that a piece of work belongs to, across everything that it awaits. Used when a statement is slow, and when a span needs its
 * parent. Entered once for each request that reaches Fastify, so never for cached responses of the fast path.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Span } from '@opentelemetry/api';
import type { ActorKind } from '../../../contract/audit.ts';

/** The actor of the current work, as the audit log names it. The database is told at the start of each transaction. */

/** In the form that shop/database/functions/audit_change.sql reads; null if nothing is to be logged, as for a checkout. */
export function describeActor(): string | null {
  const context = getRequestContext();
  return context?.actor ? JSON.stringify({ ...context.actor, requestId: context.id }) : null;
}

/**
 * Each transaction begins with it, so that the triggers for the version before, which leaves these rules to them, do nothing
 * (shop/database/functions/version_before.sql). Goes together with them. `set` instead of `select set_config`: a query would take the snapshot, and a
 * transaction's isolation level has to be set before that.
 */
export const SET_RULES = `set local storefront.rules = 'services'`;

const WRITES = /\b(?:insert|update|delete)\b/i;

/** Decided by its text; also true for some statements that only read. */
export const mayWrite = (statement: string): boolean => WRITES.test(statement);

/** The id of a request: `X-Request-Id` of a proxy or client, else the trace id in `traceparent`, else a new one. */

export const REQUEST_ID_HEADER = 'x-request-id';
const TRACEPARENT_HEADER = 'traceparent';

/** It is written into logs, pages and headers, so it may contain no special characters. */
const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

/** https://www.w3.org/TR/trace-context/; null where it isn't one. */
export function parseTraceParent(header: string | string[] | undefined): TraceParent | null {
  const [, traceId = '', spanId = '', flags = ''] = (typeof header === 'string' && TRACEPARENT.exec(header)) || [];
  return traceId ? { traceId, spanId, traceFlags: Number.parseInt(flags, 16) } : null;
}

export const isRequestId = (text: unknown): text is string => typeof text === 'string' && REQUEST_ID.test(text);

/** Like `chooseRequestId`, but for a request whose headers node:http hasn't parsed into an object; null if the client sent no id. */
export function findSentRequestId(rawHeaders: readonly string[]): string | null {
  let traceId: string | null = null;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const length = rawHeaders[index]?.length;
    if (length !== REQUEST_ID_HEADER.length && length !== TRACEPARENT_HEADER.length) continue;
    const name = rawHeaders[index]?.toLowerCase();
    const value = rawHeaders[index + 1];
    if (name === REQUEST_ID_HEADER && isRequestId(value)) return value;
    if (name === TRACEPARENT_HEADER) traceId = parseTraceParent(value)?.traceId ?? null;
  }
  return traceId;
}

export function chooseRequestId(headers: IncomingHttpHeaders): string {
  const sent = headers[REQUEST_ID_HEADER];
  if (isRequestId(sent)) return sent;
  return parseTraceParent(headers.traceparent)?.traceId ?? randomUUID();
}

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
