/** The person behind a valid token, as `auth/` finds them and every route may ask. */
import type { FastifyRequest } from 'fastify';
import type { ApiKeyScope, TeamRole } from '../../../contract/access.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Actor } from '../monitoring/request-context.ts';

/** Finds the actor that the audit log names for a call's changes. */

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

export interface Caller {
  id: string;
  name: string;
  email: string;
  phone: string;
  address: string;
  /** 1 is an admin. */
  role: 0 | 1;
  /** An admin's role in the team. Null: a customer. */
  teamRole: TeamRole | null;
  /** Hash of the session's token, to end this session or all others. */
  tokenHash: string;
  /** When they last logged in or confirmed their password or code. */
  authenticatedAt: Date;
  /** They need a code to log in and to confirm that it is them. */
  hasSecondFactor: boolean;
  /** Until when they have to set up a second factor; null: not required, or they have one. */
  secondFactorDueAt: Date | null;
}

/**
 * A program that calls with an API key. It acts for the owner who created the key, and histories show the key's name. Only the key's scopes
 * decide what it may do.
 */
export interface ApiKeyCaller extends Caller {
  scopes: readonly ApiKeyScope[];
  key: { id: string; name: string };
}
