/** The login of this browser: who is logged in, and what a login needs to know. */
import type { User } from '../../contract/auth.ts';
import { isRecord } from '../../contract/values.ts';
import { createStore } from './storage.ts';

export type SessionUser = Pick<User, 'name' | 'address' | 'email' | 'role'> & Partial<Pick<User, '_id' | 'phone'>>;

export interface Session {
  user: SessionUser;
  token: string;
  /** Of an owner who tries the shop: until when the orders of this session are tests. The server decides. */
  testOrdersUntil?: string;
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function parseSession(stored: unknown): Session | null {
  if (!isRecord(stored)) return null;
  const { user, token, testOrdersUntil } = stored;
  if (!isRecord(user) || !isString(token) || !token) return null;
  const { name, address, email, role } = user;
  if (!isString(name) || !isString(email)) return null;
  return {
    user: { ...user, name, email, address: isString(address) ? address : '', role: role === 1 ? 1 : 0 },
    token,
    ...(isString(testOrdersUntil) && { testOrdersUntil }),
  };
}

/** In local storage under `auth` as {user, token}; null for a visitor. */
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

/** Null: this session's orders are real ones. */
export function saveTestOrders(testOrdersUntil: string | null): void {
  const session = store.read();
  if (!session || session.testOrdersUntil === (testOrdersUntil ?? undefined)) return;
  const { user, token } = session;
  store.write({ user, token, ...(testOrdersUntil && { testOrdersUntil }) });
}

/** Until when the orders of whoever is here are tests, as far as this browser knows; null: they are real. */
export function useTestOrders(): string | null {
  const until = useSession()?.testOrdersUntil;
  return until && Date.parse(until) > Date.now() ? until : null;
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

/**
 * The token by which the shop recognizes this browser at its next login, so that a stranger's wrong passwords don't lock its user out: in
 * local storage under `device`. It proves nothing else, and outlasts a logout.
 */
const deviceStore = createStore<string | null>('device', null, (stored) =>
  typeof stored === 'string' && stored.length <= 100 ? stored : null,
);

/** For a login or a reset to send along, if this browser has logged in before. */
export function readDevice(): { device?: string } {
  const device = deviceStore.read();
  return device ? { device } : {};
}

export function saveDevice(device: string): void {
  deviceStore.write(device);
}

/** What a call needs again: the password, or a code of an account with a second factor, or a whole login where the session has ended. */
export type Proof = 'password' | 'code' | 'login';
type Prompt = (by: Proof) => Promise<boolean>;

/** The dialog that asks for it; api.ts calls it. */
let currentPrompt: Prompt | null = null;

/** Called by the page's dialog. Returns a function that withdraws it. */
export function provideReauthenticationPrompt(prompt: Prompt): () => void {
  currentPrompt = prompt;
  return () => {
    if (currentPrompt === prompt) currentPrompt = null;
  };
}

/** True once the person has proven it; false if they cancelled, or the page has no such dialog. */
export function promptReauthentication(by: Proof): Promise<boolean> {
  return currentPrompt?.(by) ?? Promise.resolve(false);
}

/**
 * Where login returns to: RequireAuth, the cart and the header put it into the navigation state as `from`. Only paths of this shop: a second
 * slash could lead to another host.
 */
export function readReturnTo(state: unknown): string | null {
  const from = isRecord(state) ? state.from : null;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : null;
}
