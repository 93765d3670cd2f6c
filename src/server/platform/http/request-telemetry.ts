/**
 * Telemetry of each request that reaches Fastify: its id in the response and in the context of all its work, a log line, a span, and
 * metrics. Calls that a page makes within the process belong to the page: they have its id, and aren't counted.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SECOND } from '../../../contract/values.ts';
import type { RequestMetrics } from '../monitoring/counters.ts';
import {
  chooseRequestId,
  getRequestContext,
  parseTraceParent,
  REQUEST_ID_HEADER,
  type RequestContext,
  runInContext,
} from '../monitoring/request-context.ts';
import type { Tracing } from '../monitoring/tracing.ts';
import { isInProcess } from './network-limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Null if metrics are switched off. */
    metrics: RequestMetrics | null;
  }
  interface FastifyRequest {
    telemetry: RequestContext | null;
  }
}

export interface Telemetry {
  metrics?: RequestMetrics | null;
  tracing?: Tracing | null;
}

/** For Fastify's `genReqId`. */
export function generateRequestId(raw: FastifyRequest['raw']): string {
  const page = isInProcess({ raw }) ? getRequestContext() : undefined;
  return page?.id ?? chooseRequestId(raw.headers);
}

/** The route's pattern. A path without a route has none, and may be anything. */
const getRoute = (request: FastifyRequest): string => request.routeOptions.url ?? 'none';

function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const line = { req: request, res: reply, responseTime: reply.elapsedTime };
  if (isInProcess(request)) request.log.debug(line, 'own request completed');
  else request.log.info(line, 'request completed');
}

/** Call it before other hooks are added, so that they and everything they call run in the context of their request. */
export function registerRequestTelemetry(app: FastifyInstance, { metrics = null, tracing = null }: Telemetry): void {
  app.decorate('metrics', metrics);
  app.decorateRequest('telemetry', null);

  const startSpan = (request: FastifyRequest) =>
    tracing?.startRequest({
      method: request.method,
      route: getRoute(request),
      traceParent: parseTraceParent(request.headers.traceparent),
      isInProcess: isInProcess(request),
    }) ?? null;

  app.addHook('onRequest', (request, reply, done) => {
    const context: RequestContext = { id: request.id, span: startSpan(request) };
    request.telemetry = context;
    reply.header(REQUEST_ID_HEADER, request.id);
    runInContext(context, done);
  });

  // A body arrives in events of its socket, which don't belong to a request's context.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.telemetry) runInContext(request.telemetry, done);
    else done();
  });

  app.addHook('onResponse', (request, reply, done) => {
    const { method, telemetry } = request;
    const status = reply.raw.statusCode;
    logRequest(request, reply);
    if (telemetry?.span) tracing?.endRequest(telemetry.span, status);
    if (metrics && !isInProcess(request))
      metrics.recordRequest({ method, route: getRoute(request), status, seconds: reply.elapsedTime / SECOND });
    done();
  });
}
