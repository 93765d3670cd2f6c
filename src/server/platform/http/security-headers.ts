/**
 * Security headers of every response. Pages and the API's documentation have a Content-Security-Policy of their own, which stays.
 * Why not @fastify/helmet: docs/decisions/0027-security-headers.md.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';

/** For responses that aren't pages: if a browser shows one, it may load and run nothing. */
const DENY_ALL_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'strict-transport-security': 'max-age=31536000',
};

/** Leaves a policy or `cache-control` that the route has set. */
export function setSecurityHeaders(reply: FastifyReply): FastifyReply {
  reply.headers(SECURITY_HEADERS);
  if (!reply.hasHeader('cross-origin-resource-policy')) reply.header('cross-origin-resource-policy', 'same-origin');
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', DENY_ALL_POLICY);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  return reply;
}

export function registerSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    setSecurityHeaders(reply);
  });
}
