/** Headers that every answer bears. Pages add a policy of their own, made of their own scripts (see pages.ts). */
import type { FastifyInstance, FastifyReply } from 'fastify';

export const DENY_ALL_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'strict-transport-security': 'max-age=31536000',
};

/** What is already said of policy and caching stays. */
export function setSecurityHeaders(reply: FastifyReply): FastifyReply {
  reply.headers(SECURITY_HEADERS);
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', DENY_ALL_POLICY);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  return reply;
}

export function registerSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    setSecurityHeaders(reply);
  });
}
