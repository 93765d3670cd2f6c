/**
 * Reads a call's token, finds the caller, and decides whether they may make the call. Role and validity are read from the database with
 * each call, never from the token.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiKeyScope, type Endpoint, isAtLeast, type TeamRole } from '../../../contract/endpoint.ts';
import { isRecord } from '../../../contract/values.ts';
import { AppError } from '../errors.ts';
import type { Actor } from '../monitoring/request-context.ts';
import { containsApiKey, readApiKey } from '../secrets/api-key-format.ts';

/** Calls by which customers change what the log treats as security events: passwords, second factors, sessions, invitations. */
const OF_ACCOUNTS = /^\/api\/v1\/(?:auth|account|team)\//;

/** The actor that the audit log names for a caller's changes. */
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

/** The person behind a valid token. */
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
  /** Until when this session's orders are tests, while its account is an owner; null: they are real. */
  testOrdersUntil: Date | null;
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

/** Refuses API keys in URLs before anything else is done, because URLs end up in logs, histories and Referer headers. */

export function refuseKeysInUrls(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    if (!containsApiKey(url)) return;
    throw new AppError(
      'api_key_in_url',
      'An API key does not belong into a URL: proxies on the way may have logged it, so end it and make another. Send it as the header Authorization: Bearer <key>',
    );
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Null if the token is unknown or expired. buildApp adds it to the app, so that http/ needn't import auth/. */
    findCaller: (token: string) => Promise<Caller | null>;
    /** Throws `second_factor_setup_required`. */
    requireSecondFactor: (caller: Caller) => void;
    /** Throws `reauthentication_required`. */
    requireRecentLogin: (caller: Caller, minutes: number) => void;
    /** Null if the key is unknown, revoked or expired, or if its creator is no longer an owner. */
    findApiKeyCaller: (key: string) => Promise<ApiKeyCaller | null>;
  }
}

/** 256 random bits in base64url. Anything else is refused without a query. */
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** Null if the Authorization header contains nothing that could be a token. */
function readToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  return header && TOKEN_PATTERN.test(header) ? header : null;
}

/** Each request's caller, which its network's budget and its route look up: one query for both. */
const sessions = new WeakMap<FastifyRequest, Promise<Caller | null>>();
const programs = new WeakMap<FastifyRequest, Promise<ApiKeyCaller | null>>();

function findOnce<T>(found: WeakMap<FastifyRequest, Promise<T>>, request: FastifyRequest, find: () => Promise<T>): Promise<T> {
  const known = found.get(request) ?? find();
  found.set(request, known);
  return known;
}

const findSession = (request: FastifyRequest, token: string) => findOnce(sessions, request, () => request.server.findCaller(token));
const findProgram = (request: FastifyRequest, key: string) => findOnce(programs, request, () => request.server.findApiKeyCaller(key));

/** The caller of a public endpoint, if logged in; null without a valid token. */
export async function findOptionalCaller(request: FastifyRequest): Promise<Caller | null> {
  const token = readToken(request);
  return token ? findSession(request, token) : null;
}

/** The id of the account, or of the API key, that the request proves to come from; null: a visitor. */
export async function findCallerId(request: FastifyRequest): Promise<string | null> {
  const key = readApiKey(request.headers.authorization);
  if (key) return (await findProgram(request, key))?.key.id ?? null;
  return (await findOptionalCaller(request))?.id ?? null;
}

/**
 * Returns null for public endpoints and for guests without a token, otherwise the caller. Throws `unauthorized` without a valid token,
 * `forbidden` if only admins may call, `role_too_low` if the admin's role isn't enough, and `reauthentication_required` if the endpoint
 * requires a recent login; for API keys `api_key_not_allowed` or `scope_missing`.
 */
export async function authorize(request: FastifyRequest, endpoint: Endpoint): Promise<Caller | null> {
  const { access, recentLogin } = endpoint;
  if (access === 'public' || (access === 'guest' && !request.headers.authorization)) return null;
  const key = readApiKey(request.headers.authorization);
  // Set before access is decided, so that the log knows who was refused.
  if (key) {
    const program = await findProgram(request, key);
    request.caller = program;
    return authorizeApiKey(program, endpoint);
  }
  const token = readToken(request);
  const caller = token && (await findSession(request, token));
  if (!caller) throw new AppError('unauthorized', 'Please log in');
  request.caller = caller;
  if (access !== 'user' && access !== 'guest') {
    requireTeamRole(caller, access);
    // Not for an auth check: somebody who has to set up a second factor must be led there, not turned away.
    if (!endpoint.isAuthCheck) request.server.requireSecondFactor(caller);
  }
  if (recentLogin) request.server.requireRecentLogin(caller, recentLogin);
  return caller;
}

function requireTeamRole({ teamRole }: Caller, least: TeamRole): void {
  if (teamRole === null) throw new AppError('forbidden', 'This is for admins only');
  if (!isAtLeast(teamRole, least)) throw new AppError('role_too_low', `Your role, ${teamRole}, doesn't allow this: it takes ${least}`);
}

/** Only the key's scopes decide, not the role of its owner. Endpoints that require a person's own login accept no key. */
function authorizeApiKey(caller: ApiKeyCaller | null, { scopes = [] }: Endpoint): Caller {
  if (!caller)
    throw new AppError('unauthorized', 'This API key is unknown, revoked or expired, or its creator is no longer an owner of the shop');
  if (scopes.length === 0) throw new AppError('api_key_not_allowed', "API keys can't do this: log in instead");
  if (!scopes.some((it) => caller.scopes.includes(it))) {
    throw new AppError('scope_missing', `This takes a key with the scope ${scopes.join(' or ')}; yours has ${caller.scopes.join(', ')}`);
  }
  return caller;
}

/** For a call without a token, before its body is validated. Throws `unauthorized`. */
export function requireGuest(body: unknown): void {
  if (!isRecord(body) || !('guest' in body)) throw new AppError('unauthorized', 'Please log in');
}
