/** GET /metrics on a separate port, which customers can't reach. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './open-metrics.ts';

interface MetricsServer {
  url: string;
  close: () => void;
}

export async function serveMetrics({ respond }: Pick<Metrics, 'respond'>, address: { port: number; host: string }): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url?.split('?', 1)[0] === '/metrics') respond(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  const { address: host, family, port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://${family === 'IPv6' ? `[${host}]` : host}:${port}/metrics`, close };
}
