/** Who is logged in, in local storage under `auth` as {user, token}; null for a visitor. */
import type { User } from '../../contract/auth.ts';
import { createStore } from './storage.ts';

export type SessionUser = Pick<User, 'name' | 'address' | 'email' | 'role'> & Partial<Pick<User, '_id' | 'phone'>>;

export interface Session {
  user: SessionUser;
  token: string;
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function parseSession(stored: unknown): Session | null {
  if (typeof stored !== 'object' || stored === null || !('user' in stored) || !('token' in stored)) return null;
  const { user, token } = stored;
  if (typeof user !== 'object' || user === null || !isString(token) || !token) return null;
  const { name, address, email, role } = user as Record<string, unknown>;
  if (!isString(name) || !isString(email)) return null;
  return { user: { ...user, name, email, address: isString(address) ? address : '', role: role === 1 ? 1 : 0 }, token };
}

const store = createStore<Session | null>('auth', null, parseSession);

/** The session in a component; null on the server and while hydrating. */
export const useSession = store.use;

export function readToken(): string | null {
  return store.read()?.token ?? null;
}

export function saveSession(session: Session): void {
  store.write(session);
}

/** The stored user is replaced, the token stays. */
export function replaceUser(user: SessionUser): void {
  const session = store.read();
  if (session) store.write({ ...session, user });
}

/** Ends the session here. Given a token, only if that is still the one in use: another tab may have logged in anew. */
export function clearSession(token?: string | null): void {
  if (token !== undefined && token !== readToken()) return;
  store.write(null);
}

const expiryListeners = new Set<() => void>();

/** Hears of each session that the server ended, so that the person can be told. Gives back how to stop. */
export function onSessionExpired(listener: () => void): () => void {
  expiryListeners.add(listener);
  return () => expiryListeners.delete(listener);
}

/** The server refused this token: the person is a visitor again. */
export function expireSession(token: string): void {
  if (token !== readToken()) return;
  clearSession(token);
  for (const listener of expiryListeners) listener();
}
