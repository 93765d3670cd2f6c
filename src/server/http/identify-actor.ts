/** Whom the audit log will name for what a call changes. */
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { ApiKeyCaller } from '../caller.ts';
import type { Actor } from '../telemetry/request-context.ts';

/** Where people who don't work here change what the log has as security events: passwords, second factors, sessions, invitations. */
const OF_ACCOUNTS = /^\/api\/v1\/(?:auth|account|team)\//;

/** To be called once the call is authorized. Undefined where nothing of it is for the log, as of a customer's checkout. */
export function identifyActor({ caller, ip }: FastifyRequest, { method, path }: Endpoint): Actor | undefined {
  if (caller && 'key' in caller) return { kind: 'key', ...(caller as ApiKeyCaller).key, network: ip };
  if (caller?.teamRole) return { kind: 'admin', id: caller.id, network: ip };
  if (method === 'GET' || !OF_ACCOUNTS.test(path)) return undefined;
  return caller ? { kind: 'customer', id: caller.id, network: ip } : { kind: 'nobody', network: ip };
}
