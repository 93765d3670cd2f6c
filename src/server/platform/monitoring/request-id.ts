/** The id of a request: `X-Request-Id` of a proxy or client, else the trace id in `traceparent`, else a new one. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

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
