/** Receives traces as a collector does, by OTLP over HTTP. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OtlpSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status?: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

interface Export {
  resourceSpans: { resource: object; scopeSpans: { spans: OtlpSpan[] }[] }[];
}

export async function openTraceCollector() {
  /** Path and body of each request. */
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    requests.push(`${request.url}\n${(await request.toArray()).join('')}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const listSpans = (): OtlpSpan[] =>
    requests.flatMap((it) => {
      const { resourceSpans } = JSON.parse(it.split('\n', 2)[1] ?? '') as Export;
      return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
    });
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, listSpans, close: () => server.close() };
}

export const getAttribute = ({ attributes }: OtlpSpan, key: string) =>
  Object.values(attributes.find((it) => it.key === key)?.value ?? {})[0];
