/** Reads the token of a call and asks who is behind it. Role and validity come from the database on each call, never from the token. */
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { isRecord } from '../../contract/is-record.ts';
import { isAtLeast, type TeamRole } from '../../contract/team-roles.ts';
import { readApiKey } from '../api-key-format.ts';
import type { ApiKeyCaller, Caller } from '../caller.ts';
import { AppError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Null where the token is unknown or expired. buildApp decorates the app with it, so that http/ need not import auth/. */
    findCaller: (token: string) => Promise<Caller | null>;
    /** Throws `second_factor_setup_required`. */
    requireSecondFactor: (caller: Caller) => void;
    /** Throws `reauthentication_required`. */
    requireRecentLogin: (caller: Caller, minutes: number) => void;
    /** Null where the key is unknown, has ended or expired, or whoever made it is no owner now. */
    findApiKeyCaller: (key: string) => Promise<ApiKeyCaller | null>;
  }
}

/** 256 random bits in base64url. Anything else is refused without asking the database. */
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** Null where the Authorization header holds nothing that could be a token. */
function readToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  return header && TOKEN_PATTERN.test(header) ? header : null;
}

/** Whoever makes a public call that answers visitors too; null without a valid token. */
export async function findOptionalCaller(request: FastifyRequest): Promise<Caller | null> {
  const token = readToken(request);
  return token ? request.server.findCaller(token) : null;
}

/** Null for public calls, and for those of guests without a token; otherwise the caller. Throws `unauthorized` without a valid token, `forbidden` where only admins may call, `role_too_low` where not every admin may, `reauthentication_required` where the endpoint takes a recent login; of an API key `api_key_not_allowed` or `scope_missing`. */
export async function authorize(request: FastifyRequest, endpoint: Endpoint): Promise<Caller | null> {
  const { access, recentLogin } = endpoint;
  if (access === 'public' || (access === 'guest' && !request.headers.authorization)) return null;
  const key = readApiKey(request.headers.authorization);
  // Set before it is decided, so that the log knows who was refused.
  if (key) {
    const program = await request.server.findApiKeyCaller(key);
    request.caller = program;
    return authorizeApiKey(program, endpoint);
  }
  const token = readToken(request);
  const caller = token && (await request.server.findCaller(token));
  if (!caller) throw new AppError('unauthorized', 'Please log in');
  request.caller = caller;
  if (access !== 'user' && access !== 'guest') {
    requireTeamRole(caller, access);
    // Not of an auth check: who must set one up is led to where they do it, not turned away.
    if (!endpoint.isAuthCheck) request.server.requireSecondFactor(caller);
  }
  if (recentLogin) request.server.requireRecentLogin(caller, recentLogin);
  return caller;
}

function requireTeamRole({ teamRole }: Caller, least: TeamRole): void {
  if (teamRole === null) throw new AppError('forbidden', 'This is for admins only');
  if (!isAtLeast(teamRole, least)) throw new AppError('role_too_low', `Your role, ${teamRole}, doesn't allow this: it takes ${least}`);
}

/** Its scopes decide, whatever the role of its owner; what takes a person's own login takes no key. */
function authorizeApiKey(caller: ApiKeyCaller | null, { scopes = [] }: Endpoint): Caller {
  if (!caller)
    throw new AppError('unauthorized', 'This API key is unknown, was ended or has expired, or its maker is no owner of the shop now');
  if (scopes.length === 0) throw new AppError('api_key_not_allowed', 'No API key may do this: it takes a login');
  if (!scopes.some((it) => caller.scopes.includes(it))) {
    throw new AppError('scope_missing', `This takes a key with the scope ${scopes.join(' or ')}; yours has ${caller.scopes.join(', ')}`);
  }
  return caller;
}

/** Of a call without a token, before its body is validated. Throws `unauthorized`. */
export function requireGuest(body: unknown): void {
  if (!isRecord(body) || !('guest' in body)) throw new AppError('unauthorized', 'Please log in');
}
