/** Published vulnerabilities of identity and ownership, replayed. docs/security/published-holes.md names those that other tests prove. */
import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { updateProfile } from '../../../src/contract/account.ts';
import { requestResetLink, resetPassword } from '../../../src/contract/account-security.ts';
import { checkAdmin, checkUser, login, register } from '../../../src/contract/auth.ts';
import { listCategories } from '../../../src/contract/category.ts';
import { deleteCategory } from '../../../src/contract/category-admin.ts';
import { readGuestOrder } from '../../../src/contract/guest-order.ts';
import { readOrder } from '../../../src/contract/order.ts';
import { listAllOrders } from '../../../src/contract/order-admin.ts';
import { acceptInvitation, inviteToTeam } from '../../../src/contract/team.ts';
import { endpoints } from '../../../src/server/platform/http/route.ts';
import { users } from '../../../src/server/shop/database/schema/account.ts';
import { queueResetLink } from '../../../src/server/shop/team/passwords/reset-link.service.ts';
import { openShopWithPayments, seedProducts } from '../../support/checkout.ts';
import { listOutbox } from '../../support/emails.ts';
import { buyAsGuest } from '../../support/guests.ts';
import { openShop } from '../../support/harness.ts';
import { makeCategory } from '../../support/products.ts';
import { ada } from '../../support/users.ts';

const shop = await openShopWithPayments();
/** A shop that emails links. */
const mailing = await openShop({
  deps: () => ({
    publicUrl: 'https://shop.example',
    accounts: { sendsLinks: true, resetsByAnswer: true, hidesTakenEmails: true, demandsSecondFactor: true },
    setupWarnings: ['emails_to_files'],
  }),
});
const { db } = shop.deps;

test('[SAFE-17] [GATE-3] CVE-2023-28121: a platform’s header makes nobody an admin', async () => {
  const { id } = await shop.signUp({ teamRole: 'owner' });
  for (const name of ['x-wcpay-platform-checkout-user', 'x-user-id', 'x-forwarded-user', 'x-remote-user', 'x-medusa-access-token'])
    for (const value of [id, '1']) expect((await shop.call(checkAdmin, { headers: { [name]: value } })).status).toBe(401);
});

test('[SAFE-17] [GATE-3] CVE-2018-14773: a header or a path that names another path doesn’t open that one', async () => {
  const path = listAllOrders.path;
  const headers = { 'x-original-url': path, 'x-rewrite-url': path, 'x-forwarded-path': path, 'x-forwarded-prefix': path };
  expect((await shop.send({ url: '/api/v1/category/categories', headers })).body).not.toHaveProperty('orders');
  const spellings = [path, `/${path}`, path.toUpperCase(), `${path}/`, `${path}//`, `${path};/`, `${path}/.`, `${path}%20`, `${path}.json`];
  const traversals = [
    `/api/v1/category/../order/admin/orders`,
    `/api/v1/category/%2e%2e/order/admin/orders`,
    `/api/v1/order%2fadmin%2forders`,
  ];
  for (const url of [...spellings, ...traversals]) {
    const { status, body } = await shop.send({ url });
    expect([400, 401, 404], url).toContain(status);
    expect(body, url).not.toHaveProperty('orders');
  }
});

test('[SAFE-17] [SAFE-9] method override: the HTTP method counts, whatever a header, a field or a parameter says', async () => {
  const { token } = await shop.signUp({ teamRole: 'owner' });
  const id = await makeCategory(db, 'Shoes');
  const url = deleteCategory.path.replace('{id}', id);
  const headers = { authorization: token, 'x-http-method-override': 'DELETE', 'x-http-method': 'DELETE', 'x-method-override': 'DELETE' };
  for (const method of ['GET', 'POST'] as const)
    expect(
      (await shop.send({ method, url: `${url}?_method=DELETE`, headers, ...(method === 'POST' && { payload: { _method: 'DELETE' } }) }))
        .status,
    ).toBe(404);
  expect((await shop.call(listCategories)).body.category).toHaveLength(1);
});

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('[SAFE-17] [ACC-6] CVE-2015-9235: a self-issued token, unsigned or with its own key, is refused', async () => {
  const { id } = await shop.signUp({ teamRole: 'owner' });
  const payload = base64({ sub: id, _id: id, role: 1, exp: 9_999_999_999 });
  for (const header of [
    { alg: 'none' },
    { alg: 'nOnE', typ: 'JWT' },
    { alg: 'HS256', kid: '../../../dev/null' },
    { alg: 'HS256', jku: 'https://evil.example/' },
  ])
    for (const signature of ['', 'AAAA']) {
      const token = `${base64(header)}.${payload}.${signature}`;
      for (const authorization of [token, `Bearer ${token}`])
        expect((await shop.call(checkAdmin, { headers: { authorization } })).status).toBe(401);
    }
});

test('[SAFE-17] [SAFE-3] session fixation: the login makes the token; a supplied one is ignored', async () => {
  const planted = randomBytes(32).toString('base64url');
  await shop.call(register, { body: ada });
  const headers = { authorization: planted, cookie: `token=${planted}; session=${planted}` };
  const { body, headers: sent } = await shop.call(login, { headers, body: { ...ada, token: planted, session: planted } });
  expect([body.token === planted, sent['set-cookie']]).toEqual([false, undefined]);
  expect((await shop.call(checkUser, { token: planted })).status).toBe(401);
  const again = (await shop.call(login, { body: ada, token: body.token })).body.token;
  expect(again).not.toBe(body.token);
});

test('[SAFE-17] [SAFE-1] CVE-2026-33756, CVE-2026-35401: several logins in one request are refused', async () => {
  await shop.call(register, { body: ada });
  const guesses = ['a', 'b', 'c', 'd', 'e', 'f', ada.password].map((password) => ({ email: ada.email, password }));
  for (const body of [
    guesses,
    { batch: guesses },
    { ...ada, password: guesses.map(({ password }) => password) },
    { email: guesses, password: 'x' },
  ])
    expect((await shop.call(login, { body })).status).toBe(400);
  const query = 'mutation { a: login(password: "a") { token } b: login(password: "b") { token } }';
  for (const url of ['/graphql', '/api/graphql', '/api/v1/graphql', '/api/v1/batch'])
    expect((await shop.send({ method: 'POST', url, payload: { query } })).status).toBe(404);
});

test.each([true, 0, null, {}, { $ne: null }, { $gt: '' }, [], [ada.password], ['$regex', '.*']])(
  '[SAFE-17] [SAFE-5] type juggling: %j as a password or an answer is refused',
  async (value) => {
    await shop.call(register, { body: ada });
    expect((await shop.call(login, { body: { email: ada.email, password: value } })).status).toBe(400);
    expect((await shop.call(login, { body: { email: value, password: ada.password } })).status).toBe(400);
    const reset = await shop.call(resetPassword, { body: { email: ada.email, answer: value, newPassword: 'another horse' } });
    expect(reset.status).toBe(400);
  },
);

test('[SAFE-17] [ACCT-8] CVE-2017-8295, CVE-2026-28213: no header changes a reset link’s host, and no response contains the link', async () => {
  await mailing.call(register, { body: ada });
  await mailing.deps.db.update(users).set({ isEmailUnconfirmed: false });
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-host': 'evil.example',
    forwarded: 'host=evil.example',
    origin: 'https://evil.example',
  };
  const answer = await mailing.call(requestResetLink, { headers, body: { email: ada.email } });
  expect(Object.keys(answer.body).sort()).toEqual(['message', 'success']);
  await queueResetLink(mailing.deps, ada.email);
  const sent = (await listOutbox(mailing.deps.db)).filter(({ kind }) => kind === 'reset password');
  expect(sent.length).toBeGreaterThan(0);
  for (const { text, html } of sent) {
    expect(text).toContain('https://shop.example/reset-password#token=');
    expect(text + html).not.toContain('evil.example');
  }
});

test('[SAFE-17] [SAFE-9] mass assignment: an invited person can’t choose role or email', async () => {
  const { token } = await mailing.signUp({ teamRole: 'owner' });
  const { body } = await mailing.call(inviteToTeam, { token, body: { email: 'new@shop.example', role: 'read-only' } });
  const secret = String(body.link).split('#')[1];
  const lies = { role: 'owner', teamRole: 'owner', email: 'other@shop.example', isAdmin: true };
  await mailing.call(acceptInvitation, { body: { token: secret, name: 'Nina', password: 'a horse of staples', ...lies } });
  const [nina] = await mailing.deps.db.select().from(users).where(eq(users.name, 'Nina'));
  expect(nina).toMatchObject({ email: 'new@shop.example', teamRole: 'read-only' });
});

test('[SAFE-17] [USER-2] EverShop #940: the login decides whose account is changed, not an id in the request', async () => {
  const [mallory, victim] = [await shop.signUp({ name: 'Mallory' }), await shop.signUp({ name: 'Victim' })];
  const lies = { _id: victim.id, id: victim.id, userId: victim.id, email: victim.email, role: 1, teamRole: 'owner', disabledAt: null };
  await shop.call(updateProfile, { token: mallory.token, body: { name: 'Changed', address: 'x', ...lies } });
  const rows = await db.select().from(users);
  expect(rows.map(({ name }) => name).sort()).toEqual(['Changed', 'Victim']);
  expect(rows.every(({ role, teamRole }) => role === 0 && teamRole === null)).toBe(true);
});

test('[SAFE-17] [GUEST-5] CVE-2025-12919: an order’s id or number opens it for nobody', async () => {
  const [mug = ''] = await seedProducts(shop, [{ quantity: 5 }]);
  const { id } = await buyAsGuest(shop, [mug]);
  const { token } = await shop.signUp();
  for (const key of [id, id.toUpperCase(), '1', '0001', '%231']) {
    expect((await shop.call(readOrder, { params: { id: key } })).status).toBe(401);
    expect((await shop.call(readOrder, { token, params: { id: key } })).status).toBe(404);
    expect([400, 404]).toContain((await shop.call(readGuestOrder, { params: { id: key }, body: {} })).status);
  }
});

test('[SAFE-17] [GUEST-5] CVE-2026-31887: one order’s link leads to no other order by filters', async () => {
  const [mug = ''] = await seedProducts(shop, [{ quantity: 5 }]);
  const [mine, other] = [await buyAsGuest(shop, [mug]), await buyAsGuest(shop, [mug], { email: 'other@example.com' })];
  const tricks = {
    id: other.id,
    filter: [{ type: 'or', field: 'id', value: other.id }],
    $or: [{}],
    associations: { user: {} },
    order: other.id,
    limit: 500,
  };
  const { body } = await shop.call(readGuestOrder, {
    params: { id: mine.id },
    query: tricks as never,
    body: { signature: mine.signature, ...tricks },
  });
  expect(body.order._id).toBe(mine.id);
  expect(JSON.stringify(body)).not.toContain('other@example.com');
  const signatures = [[mine.signature], { $ne: '' }, mine.signature.toLowerCase(), `${mine.signature}=`];
  for (const signature of signatures)
    expect([400, 404]).toContain((await shop.call(readGuestOrder, { params: { id: other.id }, body: { signature } })).status);
});

test('[SAFE-17] [SAFE-4] CVE-2026-31888: a refused login repeats none of its input', async () => {
  for (const email of ['nobody@example.com', ada.email]) {
    const { body } = await shop.call(login, { body: { email, password: 'wrong horse' } });
    expect(JSON.stringify(body)).not.toMatch(/@|horse/);
  }
});

test('[SAFE-17] [SAFE-7] web cache deception: no cache stores a personal response, whatever its path ends with', async () => {
  const { token } = await shop.signUp({ teamRole: 'owner' });
  for (const { method, path, access } of endpoints) {
    if (method !== 'GET' || access === 'public') continue;
    const url = path.replace(/\{\w+\}/g, randomUUID());
    for (const end of ['', '/', '/x.css', ';x.css', '.css', '%2fx.css', '?x.css']) {
      const answer = await shop.send({ url: url + end, headers: { authorization: token } });
      expect(String(answer.headers['cache-control']), url + end).toMatch(/no-store|^private/);
    }
  }
});
