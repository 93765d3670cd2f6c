/** GET /metrics on the shop's own port, for callers with the token; for all others the page doesn't exist. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import type { MetricsEndpoint } from './open-metrics.ts';

/** Hashed to the same length, which a comparison in constant time requires. */
const digest = (text: string) => createHash('sha256').update(text).digest();

export function metricsRoutes(app: FastifyInstance, { token, respond }: MetricsEndpoint): void {
  const expected = digest(`Bearer ${token}`);
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected))
      throw new AppError('not_found', 'There is nothing at this URL');
    reply.hijack();
    reply.raw.setHeader('cache-control', 'no-store');
    respond(request.raw, reply.raw);
  });
}
