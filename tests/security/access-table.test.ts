/** Every call of the contract, made by every identity: the table alone says how each is answered. */
import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listSessions } from '../../src/contract/account-security.ts';
import { createAddress } from '../../src/contract/address.ts';
import { logout } from '../../src/contract/auth.ts';
import { type ApiKeyScope, type Endpoint, isAtLeast, type TeamRole } from '../../src/contract/endpoint.ts';
import { createApiKey, endApiKey } from '../../src/contract/team.ts';
import { DAY } from '../../src/contract/values.ts';
import { endpoints, getOperationId } from '../../src/server/platform/http/route.ts';
import { apiKeys, sessions, users } from '../../src/server/shop/database/schema/account.ts';
import { createSession } from '../../src/server/shop/team/sessions/session.service.ts';
import { openShopWithPayments, seedProducts } from '../support/checkout.ts';
import { checkOutAsGuest } from '../support/guests.ts';
import { takeTurn } from '../support/projects.ts';
import { ACCESS_TABLE, type AccessRow } from './access-table.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

const REFUSALS = { unauthorized: 401, forbidden: 403, role_too_low: 403, api_key_not_allowed: 403, scope_missing: 403 } as const;
type Refusal = keyof typeof REFUSALS;

interface Identity {
  /** The Authorization header of a new identity of this kind. */
  makeHeader: () => Promise<string | undefined>;
  /** The refusal of the call; null: it is processed. */
  expect: (row: AccessRow) => Refusal | null;
  /** Refused by the same code as no login at all: some of the calls are enough. */
  isStranger?: boolean;
  /** A new header isn't needed for each call: a key outlives what it changes, and a shop has only so many. */
  isKey?: true;
}

const signUp = async (teamRole?: TeamRole) => shop.signUp(teamRole && { teamRole });

/** Identities with a valid login, in this role or as a customer. */
const person = (role: TeamRole | null): Identity => ({
  makeHeader: async () => (await signUp(role ?? undefined)).token,
  expect: ({ least }) => {
    if (least === 'public' || least === 'guest' || least === 'user') return null;
    if (!role) return 'forbidden';
    return isAtLeast(role, least) ? null : 'role_too_low';
  },
});

/** Identities with a worthless header: only public calls are open, as without any header. */
const stranger = (makeHeader: Identity['makeHeader']): Identity => ({
  makeHeader,
  isStranger: true,
  expect: ({ least }) => (least === 'public' ? null : 'unauthorized'),
});

async function makeKey(scope: ApiKeyScope = 'read') {
  const owner = await signUp('owner');
  const { body } = await shop.call(createApiKey, { token: owner.token, body: { name: 'Robot', scopes: [scope] } });
  return { owner, header: `Bearer ${body.key}`, id: String(body.keys[0]?._id) };
}

const key = (scope: ApiKeyScope): Identity => ({
  makeHeader: async () => (await makeKey(scope)).header,
  isKey: true,
  expect: ({ least, scopes }) => {
    if (least === 'public' || scopes.includes(scope)) return null;
    return scopes.length ? 'scope_missing' : 'api_key_not_allowed';
  },
});

async function guestCheckout(email: string) {
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 5 }]);
  return (await checkOutAsGuest(shop, [mug], { email })).body;
}

const IDENTITIES: Record<string, Identity> = {
  nobody: { ...stranger(async () => undefined), isStranger: false },
  'garbage for a token': stranger(async () => 'Bearer null'),
  'a forged token': stranger(async () => randomBytes(32).toString('base64url')),
  "a guest with the link's signature for a token": stranger(async () => (await guestCheckout('grace@example.com')).signature),
  'a login that was ended': stranger(async () => {
    const { token } = await signUp('owner');
    await shop.call(logout, { token });
    return token;
  }),
  'a login that has expired': stranger(async () => {
    const { id, token } = await signUp('owner');
    await db
      .update(sessions)
      .set({ usedAt: new Date(Date.now() - 8 * DAY) })
      .where(eq(sessions.userId, id));
    return token;
  }),
  'a disabled account whose session is still there': stranger(async () => {
    const { id, token } = await signUp('owner');
    await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, id));
    return token;
  }),
  'a customer': person(null),
  'an owner who was demoted meanwhile': {
    ...person(null),
    makeHeader: async () => {
      const { id, token } = await signUp('owner');
      await db.update(users).set({ role: 0, teamRole: null }).where(eq(users.id, id));
      return token;
    },
  },
  'read-only': person('read-only'),
  staff: person('staff'),
  'an owner': person('owner'),
  'a key of the scope read': key('read'),
  'a key of the scope catalogue': key('catalogue'),
  'a key of the scope orders': key('orders'),
  'a key that was ended': stranger(async () => {
    const { owner, header, id } = await makeKey();
    await shop.call(endApiKey, { token: owner.token, params: { id } });
    return header;
  }),
  'a key that has expired': stranger(async () => {
    const { header, id } = await makeKey();
    await db
      .update(apiKeys)
      .set({ expiresAt: new Date(0) })
      .where(eq(apiKeys.id, id));
    return header;
  }),
  'a key of an owner who is one no more': stranger(async () => {
    const { owner, header } = await makeKey();
    await db.update(users).set({ teamRole: 'staff' }).where(eq(users.id, owner.id));
    return header;
  }),
};

const rowOf = (endpoint: Endpoint): AccessRow => {
  const row = ACCESS_TABLE[getOperationId(endpoint)];
  if (!row) throw new Error(`${endpoint.method} ${endpoint.path} has no row in tests/security/access-table.ts`);
  return row;
};

test('[SAFE-16] [KEY-2] [STAFF-1] the contract and the table agree on each call', () => {
  for (const it of endpoints) {
    const { least, scopes } = rowOf(it);
    const takesRole = ['read-only', 'staff', 'owner'].includes(least);
    expect([it.access, it.scopes], it.path).toEqual([least, takesRole ? scopes : undefined]);
    // Read-only members and `read` keys change nothing; no key opens an owner's call.
    if (least === 'read-only' || scopes.includes('read')) expect(it.method, it.path).toBe('GET');
    if (least === 'owner') expect(scopes, it.path).toEqual([]);
  }
});

test.each(Object.entries(IDENTITIES))(
  '[SAFE-16] [GATE-1] [GATE-3] [STAFF-1] [KEY-2] %s gets the answer in the table from each call',
  async (_who, identity) => {
    const known = await identity.makeHeader();
    for (const it of identity.isStranger ? takeTurn(endpoints, 0, 4) : endpoints) {
      const expected = identity.expect(rowOf(it));
      const changesSomething = !expected && it.method !== 'GET' && known !== undefined && !identity.isKey;
      const authorization = changesSomething ? await identity.makeHeader() : known;
      const params = { id: randomUUID(), note: randomUUID(), name: 'about', slug: 'x' };
      const { status, body } = await shop.call(it, { headers: authorization ? { authorization } : {}, params, body: {} });
      const { code } = body as { code?: string };
      const call = `${it.method} ${it.path}: ${status} ${code}`;
      if (!expected) expect([...Object.keys(REFUSALS), 'internal_error'], call).not.toContain(code);
      else if (it.isAuthCheck) expect([status, body], call).toEqual([REFUSALS[expected], { ok: false }]);
      else expect([status, body], call).toEqual([REFUSALS[expected], { success: false, message: expect.any(String), code: expected }]);
    }
  },
);

const ADDRESS = { recipient: 'Ada', street: '12 St James Square', postcode: 'SW1Y 4LE', city: 'London', region: '', country: 'GB' };
/** Valid bodies of calls about one object, so that they reach the check of its owner. */
const BODIES: Record<string, object> = {
  requestOrderChange: { kind: 'cancel', reason: 'x' },
  requestGuestOrderChange: { kind: 'cancel', reason: 'x' },
  updateAddress: ADDRESS,
  createGuestAccount: { password: 'correct horse battery' },
};

const MAKE: Record<string, (token: string, userId: string) => Promise<string>> = {
  order: async (token) => {
    const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 5 }]);
    return (await shop.checkOut(token, [mug])).body.order;
  },
  address: async (token) => (await shop.call(createAddress, { token, body: ADDRESS })).body.address._id,
  session: async (token, userId) => {
    await createSession(db, userId, new Date());
    const list = (await shop.call(listSessions, { token })).body.sessions;
    return String(list.find(({ isCurrent }) => !isCurrent)?._id);
  },
};

const listOwned = (of: (row: AccessRow) => boolean) =>
  endpoints.filter((it) => of(rowOf(it))).map((it) => [getOperationId(it), it] as const);

describe('objects with an owner', () => {
  test.each(listOwned(({ of }) => of !== undefined && of !== 'guest order'))(
    '[SAFE-16] [ORDER-2] %s: its owner gets it, another customer, staff or a shop owner gets a 404',
    async (name, it) => {
      const { id: userId, token } = await signUp();
      // An order that wasn't paid has no documents: its owner is told that, others that there is no such order.
      const params = { id: await MAKE[String(rowOf(it).of)]?.(token, userId), document: randomUUID() };
      const [customer, staff, owner] = [await signUp(), await signUp('staff'), await signUp('owner')];
      for (const other of [customer, staff, owner]) {
        const { status, body } = await shop.call(it, { token: other.token, params, body: BODIES[name] ?? {} });
        expect([status, Object.keys(body).sort()]).toEqual([404, ['code', 'message', 'success']]);
      }
      // Their calls had no effect. An unpaid order can't be returned.
      const { status, body } = await shop.call(it, { token, params, body: BODIES[name] ?? {} });
      expect([status, body]).toMatchObject(
        { requestOrderChange: [409, { code: 'wrong_order_status' }], downloadOrderDocument: [404, { code: 'not_found' }] }[name] ?? [
          200,
          { success: true },
        ],
      );
    },
  );

  test.each(listOwned(({ of }) => of === 'guest order'))(
    "[SAFE-16] [GUEST-5] %s: opens only with the signature of the order's own link, whoever has it",
    async (name, it) => {
      const [mine, other] = [await guestCheckout('grace@example.com'), await guestCheckout('mallory@example.com')];
      const [customer, owner] = [await shop.signUp({ email: 'grace@example.com' }), await signUp('owner')];
      const params = { id: mine.order, document: randomUUID() };
      const open = (signature: unknown, token?: string) =>
        shop.call(it, { ...(token && { token }), params, body: { ...BODIES[name], signature } });
      for (const token of [customer.token, owner.token]) expect((await open(other.signature, token)).status).toBe(404);
      for (const odd of [undefined, null, '', {}, [mine.signature], `${mine.signature}x`])
        expect([400, 404], String(odd)).toContain((await open(odd, customer.token)).status);
      const ok = await open(mine.signature, customer.token);
      expect(ok.status, String(ok.body.message)).toBe(
        { downloadGuestDocument: 404, requestGuestOrderChange: 409, claimGuestOrder: 409, createGuestAccount: 409 }[name] ?? 200,
      );
    },
  );
});
