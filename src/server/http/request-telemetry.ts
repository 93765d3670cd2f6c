/**
 * What each request that reaches Fastify leaves behind: its id in the response and around all of its work, one line of the log, a span,
 * and its part of the metrics. Calls that a page makes within the process belong to the page: they have its id, and aren't counted.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRenewal } from '../response-cache/renewal-context.ts';
import { getRequestContext, type RequestContext, runInContext } from '../telemetry/request-context.ts';
import { chooseRequestId, parseTraceParent, REQUEST_ID_HEADER } from '../telemetry/request-id.ts';
import type { RequestMetrics } from '../telemetry/request-metrics.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { isInProcess } from './network-budgets.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Null where metrics are switched off. */
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

/** What no route answers has no pattern; its path may be anything. */
const getRoute = (request: FastifyRequest): string => request.routeOptions.url ?? 'none';

function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const line = { req: request, res: reply, responseTime: reply.elapsedTime };
  if (isInProcess(request) || isRenewal()) request.log.debug(line, 'own request completed');
  else request.log.info(line, 'request completed');
}

/** To be called before other hooks are added: they and all that they call run in the context of their request. */
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

  // A body arrives in the events of its socket, which belong to no request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.telemetry) runInContext(request.telemetry, done);
    else done();
  });

  app.addHook('onResponse', (request, reply, done) => {
    const { method, telemetry } = request;
    const status = reply.raw.statusCode;
    logRequest(request, reply);
    if (telemetry?.span) tracing?.endRequest(telemetry.span, status);
    if (metrics && !isInProcess(request) && !isRenewal())
      metrics.recordRequest({ method, route: getRoute(request), status, seconds: reply.elapsedTime / 1000 });
    done();
  });
}
