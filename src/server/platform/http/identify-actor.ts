/** Finds the actor that the audit log names for a call's changes. */
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Actor } from '../monitoring/request-context.ts';
import type { ApiKeyCaller, Caller } from './caller.ts';

/** Calls by which customers change what the log treats as security events: passwords, second factors, sessions, invitations. */
const OF_ACCOUNTS = /^\/api\/v1\/(?:auth|account|team)\//;

export function identifyCaller(caller: Caller | null, ip: string): Actor {
  if (!caller) return { kind: 'nobody', network: ip };
  if ('key' in caller) return { kind: 'key', ...(caller as ApiKeyCaller).key, network: ip };
  return { kind: caller.teamRole ? 'admin' : 'customer', id: caller.id, network: ip };
}

/** Call it once access was granted. Undefined if nothing of the call is logged, as for a customer's checkout. */
export function identifyActor({ caller, ip }: FastifyRequest, { method, path }: Endpoint): Actor | undefined {
  const actor = identifyCaller(caller, ip);
  const isOfTeam = actor.kind === 'admin' || actor.kind === 'key';
  return isOfTeam || (method !== 'GET' && OF_ACCOUNTS.test(path)) ? actor : undefined;
}
