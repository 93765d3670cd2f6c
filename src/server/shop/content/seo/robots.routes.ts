/** robots.txt: what search engines may crawl, and where the sitemap is. */
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { getPublicOrigin } from '../../../platform/http/public-origin.ts';

/** Personal pages, and pages with endlessly many URLs, which are of no use in search results. */
const DISALLOWED_PATHS = ['/api/', '/dashboard/', '/guest/', '/success', '/cancel', '/pay/', '/login', '/register', '/forget-password'];

export function robotsRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/robots.txt', { schema: { hide: true }, config: { cache: 'per-origin' } }, async (request, reply) => {
    const lines = [
      'User-agent: *',
      ...DISALLOWED_PATHS.map((path) => `Disallow: ${path}`),
      `Sitemap: ${getPublicOrigin(deps, request)}/sitemap.xml`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
