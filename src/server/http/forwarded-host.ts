/**
 * Which host a proxy may name. Links, canonical URLs and the way back from the payment page begin with the host of the request, and pages
 * are cached by it. Most proxies pass X-Forwarded-Host on as the client sent it, so it says nothing unless it is one of the shop's own.
 */
import type { FastifyInstance } from 'fastify';

/** Where the forwarded host isn't one of these, the request's host is that of its Host header. */
export function registerForwardedHost(app: FastifyInstance, trustedHosts: readonly string[]): void {
  const trusted = new Set(trustedHosts);
  app.addHook('onRequest', (request, _reply, done) => {
    const isForwarded = request.headers['x-forwarded-host'] !== undefined;
    if (isForwarded && !trusted.has(request.host.toLowerCase())) delete request.headers['x-forwarded-host'];
    done();
  });
}
