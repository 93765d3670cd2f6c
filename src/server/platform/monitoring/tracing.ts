/**
 * Traces by OpenTelemetry, sent by OTLP: of a page, its calls within the process and their statements; and of jobs with their statements.
 * Loaded only if an endpoint is set. The shop's own request context carries the spans, so OpenTelemetry's context manager isn't needed.
 */
import type { Span } from '@opentelemetry/api';
import { SECOND } from '../../../contract/values.ts';
import type { TracingConfig } from '../settings/config.ts';
import { getRequestContext, type TraceParent } from './request-context.ts';
import { type FinishedStatement, observeStatements } from './statements.ts';

interface RequestSpanOptions {
  method: string;
  /** The route's pattern. The path itself may contain what somebody typed. */
  route: string;
  /** The trace that the client says the request belongs to. */
  traceParent: TraceParent | null;
  /** A call of a page within this process, which is part of the page's span. */
  isInProcess: boolean;
}

export interface Tracing {
  startRequest: (request: RequestSpanOptions) => Span;
  endRequest: (span: Span, status: number) => void;
  /** A run of a scheduled job: a trace of its own. */
  startJob: (name: string) => Span;
  endJob: (span: Span, hasSucceeded: boolean) => void;
  /** Sends the remaining spans. */
  close: () => Promise<void>;
}

/** A collector that doesn't answer must not delay the end of the process. */
const EXPORT_TIMEOUT = 5 * SECOND;

export async function startTracing({ endpoint, serviceName }: TracingConfig): Promise<Tracing> {
  const [api, { BatchSpanProcessor, TracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_TIMEOUT });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('storefront');

  const getParent = ({ traceParent, isInProcess }: RequestSpanOptions) => {
    const page = isInProcess ? getRequestContext()?.span : null;
    if (page) return trace.setSpan(ROOT_CONTEXT, page);
    return traceParent ? trace.setSpanContext(ROOT_CONTEXT, { ...traceParent, isRemote: true }) : ROOT_CONTEXT;
  };

  const recordStatement = (statement: FinishedStatement) => {
    const parent = statement.context?.span;
    if (!parent?.isRecording()) return;
    const { text, startedAt, duration, rows, hasFailed } = statement;
    const span = tracer.startSpan(
      /^\w+/.exec(text)?.[0].toLowerCase() ?? 'statement',
      {
        kind: SpanKind.CLIENT,
        startTime: startedAt,
        attributes: {
          'db.system.name': 'postgresql',
          'db.query.text': text,
          ...(rows !== null && { 'db.response.returned_rows': rows }),
        },
      },
      trace.setSpan(ROOT_CONTEXT, parent),
    );
    if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(startedAt + duration);
  };
  const stopObserving = observeStatements(recordStatement);

  return {
    startRequest: (request) =>
      tracer.startSpan(
        `${request.method} ${request.route}`,
        {
          kind: request.isInProcess ? SpanKind.INTERNAL : SpanKind.SERVER,
          attributes: { 'http.request.method': request.method, 'http.route': request.route },
        },
        getParent(request),
      ),
    endRequest: (span, status) => {
      span.setAttribute('http.response.status_code', status);
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    startJob: (name) => tracer.startSpan(`job ${name}`, { kind: SpanKind.INTERNAL, attributes: { 'job.name': name } }, ROOT_CONTEXT),
    endJob: (span, hasSucceeded) => {
      if (!hasSucceeded) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    close: async () => {
      stopObserving();
      // Spans that can't be sent are lost: the shop must be able to end without its collector.
      await provider.shutdown().catch(() => undefined);
    },
  };
}
