/** Health checks for an orchestrator: /livez means that the process runs, /readyz that it can serve. */
import type { FastifyInstance } from 'fastify';

/** `checkReady` throws if no requests should be sent here. */
export function registerHealthRoutes(app: FastifyInstance, checkReady: () => Promise<void>): void {
  app.get('/livez', { schema: { hide: true } }, async () => ({ ok: true }));
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    try {
      await checkReady();
      return { ok: true };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).header('retry-after', '2').send({ ok: false });
    }
  });
}
