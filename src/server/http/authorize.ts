/** Who is calling. The header holds the token and nothing else; role and validity come from the database on each call. */
import type { FastifyRequest } from 'fastify';
import type { Access } from '../../contract/endpoint.ts';
import { type Caller, findCaller } from '../auth/auth-session.ts';
import type { Database } from '../database/connect.ts';
import { AppError } from '../errors.ts';

/** 256 random bits in base64url. Anything else is refused without asking the database. */
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** The token of a call, or null where there is none that could be one. */
export function readToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  return header && TOKEN_PATTERN.test(header) ? header : null;
}

/** Null for public calls; otherwise the caller, or `unauthorized` or `forbidden`. */
export async function authorize(db: Database, now: Date, request: FastifyRequest, access: Access): Promise<Caller | null> {
  if (access === 'public') return null;
  const token = readToken(request);
  const caller = token && (await findCaller(db, token, now));
  if (!caller) throw new AppError('unauthorized', 'Please log in');
  if (access === 'admin' && caller.role !== 1) throw new AppError('forbidden', 'This is for admins only');
  return caller;
}
