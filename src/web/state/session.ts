/** The logged-in user and token, in local storage under `auth` as {user, token}; null for a visitor. */

import type { User } from '../../contract/auth.ts';
import { isRecord } from '../../contract/values.ts';
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
  if (!isRecord(stored)) return null;
  const { user, token } = stored;
  if (!isRecord(user) || !isString(token) || !token) return null;
  const { name, address, email, role } = user;
  if (!isString(name) || !isString(email)) return null;
  return { user: { ...user, name, email, address: isString(address) ? address : '', role: role === 1 ? 1 : 0 }, token };
}

const store = createStore<Session | null>('auth', null, parseSession);

/** The session, for components; null on the server and while hydrating. */
export const useSession = store.use;

export function readToken(): string | null {
  return store.read()?.token ?? null;
}

export function saveSession(session: Session): void {
  store.write(session);
}

export function replaceUser(user: SessionUser): void {
  const session = store.read();
  if (session) store.write({ ...session, user });
}

/** Ends the session in this browser. With a token, only if it is still the current one: another tab may have logged in again. */
export function clearSession(token?: string | null): void {
  if (token !== undefined && token !== readToken()) return;
  store.write(null);
}

const expiryListeners = new Set<() => void>();

/** Called for each session that the server ended. Returns a function that unsubscribes. */
export function onSessionExpired(listener: () => void): () => void {
  expiryListeners.add(listener);
  return () => expiryListeners.delete(listener);
}

/** The server refused this token: end the session, and tell listeners. */
export function expireSession(token: string): void {
  if (token !== readToken()) return;
  clearSession(token);
  for (const listener of expiryListeners) listener();
}
