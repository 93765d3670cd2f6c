/** Health checks for an orchestrator: /livez says that the process runs, /readyz that it can serve (the database answers). */
import type { FastifyInstance } from 'fastify';
import { pingDatabase } from '../database/ping.ts';
import type { Deps } from '../deps.ts';

export function registerHealthRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/livez', { schema: { hide: true } }, async () => ({ ok: true }));
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    try {
      await pingDatabase(deps.db);
      return { ok: true };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready: the database does not answer');
      return reply.code(503).send({ ok: false });
    }
  });
}
