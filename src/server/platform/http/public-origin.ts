/** The origin under which customers reach the shop: PUBLIC_URL, or where that isn't set the host of the request. */

import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { AppError } from '../errors.ts';

/**
 * Checks which hosts a proxy may name. Links, canonical URLs and the return from the payment page begin with the request's host, and pages
 * are cached by it. Most proxies pass X-Forwarded-Host on as the client sent it, so it is ignored unless it is one of the shop's own.
 */

/** If the forwarded host isn't one of these, the Host header counts. */
export function registerForwardedHost(app: FastifyInstance, getPublicUrl: () => string | null, trustedHosts: readonly string[]): void {
  const trusted = new Set(trustedHosts);
  app.addHook('onRequest', (request, _reply, done) => {
    const isForwarded = getPublicUrl() === null && request.headers['x-forwarded-host'] !== undefined;
    if (isForwarded && !trusted.has(request.host.toLowerCase())) delete request.headers['x-forwarded-host'];
    done();
  });
}

/** The origin at which this process can reach itself, whatever IP address it listens on. */
export function getLoopbackOrigin(bound: AddressInfo): string {
  const isWildcard = bound.address === '0.0.0.0' || bound.address === '::';
  const host = isWildcard ? '127.0.0.1' : bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return `http://${host}:${bound.port}`;
}

/** Without a slash at its end. Throws `invalid_request` where the Host header is no valid host. */
export function getPublicOrigin(deps: Pick<Deps, 'publicUrl'>, request: FastifyRequest): string {
  // X-Forwarded-Proto may hold anything.
  const protocol = request.protocol === 'https' ? 'https' : 'http';
  const origin = deps.publicUrl ?? URL.parse(`${protocol}://${request.host}`)?.origin;
  if (!origin) throw new AppError('invalid_request', "The Host header isn't an address");
  return origin;
}
