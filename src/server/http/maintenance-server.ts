/** The door while the database is away: the process lives, and the shop opens soon. */
import { createServer } from 'node:http';

const UNAVAILABLE_BODY = JSON.stringify({ success: false, message: 'The shop is opening, please try again' });

/** Answers /livez with 200 and all else with 503. Gives back how to make way for the shop. */
export async function startMaintenanceServer({ port, host }: { port: number; host: string }): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const isLivez = request.url === '/livez';
    response.writeHead(isLivez ? 200 : 503, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
      ...(!isLivez && { 'retry-after': '2' }),
    });
    response.end(isLivez ? JSON.stringify({ ok: true }) : UNAVAILABLE_BODY);
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
