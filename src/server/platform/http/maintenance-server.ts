/** Serves the port until the database answers, so that an orchestrator sees a live process, and customers get a 503. */
import { createServer } from 'node:http';
import type { ErrorResponse } from '../../../contract/errors.ts';

const UNAVAILABLE: ErrorResponse = { success: false, message: 'The shop is opening, please try again', code: 'unavailable' };
const UNAVAILABLE_BODY = JSON.stringify(UNAVAILABLE);

/** Answers /livez with 200 and everything else with 503, /readyz with the reason. Returns a function that frees the port for the shop. */
export async function startMaintenanceServer(
  { port, host }: { port: number; host: string },
  getReason: () => string,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const isLivez = request.url === '/livez';
    response.writeHead(isLivez ? 200 : 503, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
      ...(!isLivez && { 'retry-after': '2' }),
    });
    if (isLivez) response.end(JSON.stringify({ ok: true }));
    else response.end(request.url === '/readyz' ? JSON.stringify({ ok: false, reason: getReason() }) : UNAVAILABLE_BODY);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
