/**
 * Checks which hosts a proxy may name. Links, canonical URLs and the return from the payment page begin with the request's host, and pages
 * are cached by it. Most proxies pass X-Forwarded-Host on as the client sent it, so it is ignored unless it is one of the shop's own.
 */
import type { FastifyInstance } from 'fastify';

/** If the forwarded host isn't one of these, the Host header counts. */
export function registerForwardedHost(app: FastifyInstance, trustedHosts: readonly string[]): void {
  const trusted = new Set(trustedHosts);
  app.addHook('onRequest', (request, _reply, done) => {
    const isForwarded = request.headers['x-forwarded-host'] !== undefined;
    if (isForwarded && !trusted.has(request.host.toLowerCase())) delete request.headers['x-forwarded-host'];
    done();
  });
}
