/** A closed shop over HTTP, on a port, as only there cached responses pass Fastify by. The pages are stand-ins that show what they may load. */
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { makeCategory, makeProducts } from '../../../../tests/support/products.ts';
import { listCategories } from '../../../contract/category.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { buildEndpointUrl } from '../../../contract/endpoint.ts';
import { readOpening, updateOpening } from '../../../contract/opening.ts';
import { receivePaymentWebhook } from '../../../contract/order.ts';
import { readProduct } from '../../../contract/product.ts';
import { readSettings } from '../../../contract/settings.ts';
import { updateShopDetails } from '../../../contract/shop-details.ts';
import { createApiKey, removeTeamMember } from '../../../contract/team.ts';
import { MINUTE } from '../../../contract/values.ts';
import { registerPages } from '../../platform/http/pages/ssr.ts';
import { endpoints } from '../../platform/http/route.ts';
import { settings } from '../database/schema/content.ts';
import { toOwnPath } from './enter-shop.ts';

const shop = await openShop();
await registerPages(shop.app, shop.deps, {
  assetsDir: shop.uploadsDir,
  toPageUrl: (url) => url,
  renderPage: async (_url, fetcher) => {
    const response = await fetcher(listCategories.path, {});
    const shown = response.ok ? JSON.stringify(await response.json()) : 'no categories';
    return new Response(`the shop: ${shown}`, { status: 200, headers: { 'content-type': 'text/html' } });
  },
});
await shop.app.listen({ port: 0, host: '127.0.0.1' });
const origin = `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`;

const PASSWORD = 'look-around';

interface Answer {
  status: number;
  text: string;
  headers: Headers;
  /** The cookie that it gives, as the browser sends it back. */
  cookie: string | undefined;
}

async function visit(path: string, init: RequestInit = {}): Promise<Answer> {
  await shop.responseCache.invalidation.catchUp();
  const response = await fetch(origin + path, { redirect: 'manual', ...init });
  const [cookie] = response.headers.getSetCookie().map((it) => it.split(';', 1)[0]);
  return { status: response.status, text: await response.text(), headers: response.headers, cookie };
}

const withCookie = (cookie: string | undefined): RequestInit => ({ headers: { cookie: cookie ?? '' } });

const enter = (password: string, to = '/') =>
  visit('/enter-shop', { method: 'POST', body: new URLSearchParams({ 'shop-password': password, to }) });

async function closeShop(passphrase = PASSWORD) {
  const owner = await shop.signUp({ role: 1, teamRole: 'owner' });
  const setOpen = async (isOpen: boolean) => {
    const { status } = await shop.call(updateOpening, { token: owner.token, body: { isOpen } });
    expect(status).toBe(200);
  };
  await shop.call(updateOpening, { token: owner.token, body: { isOpen: false, passphrase } });
  return { owner, open: () => setOpen(true), close: () => setOpen(false) };
}

test('[OPEN-2] a closed shop shows its name and asks for the password on every page, and keeps search engines out', async () => {
  const { owner } = await closeShop();
  const { body } = await shop.call(updateShopDetails, {
    token: owner.token,
    body: {
      name: 'Owl <& Co>',
      headline: '',
      accentColor: '',
      email: 'hello@owl.example',
      phone: '',
      address: '',
      legalDetails: '',
      lowStockThreshold: 5,
    },
  });
  expect(body.success).toBe(true);
  for (const path of ['/', '/product/mug', '/about', '/cart', '/login/../cart', '/dashboard/%2e%2e/', '/CATEGORIES?page=2', '/nowhere']) {
    const { status, text, headers } = await visit(path);
    expect([path, status]).toEqual([path, 403]);
    expect(text).toContain('Owl &lt;&amp; Co&gt;');
    expect(text).toContain('Enter password');
    expect(text).not.toContain('the shop:');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex');
  }
  expect((await visit('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n');
  for (const path of ['/sitemap.xml', '/sitemap/pages.xml', '/sitemap/products-1.xml']) expect((await visit(path)).status).toBe(404);
  // What a browser needs to show that page, and what the server is watched by.
  for (const path of ['/favicon.svg', '/livez', '/readyz']) expect((await visit(path)).status).toBe(200);
});

test('[OPEN-3] the password opens the shop, by the form or by a link, and leads to the requested page', async () => {
  const { owner } = await closeShop();
  const entered = await enter(PASSWORD, '/product/mug?size=L');
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/product/mug?size=L']);
  const [setCookie] = entered.headers.getSetCookie();
  expect(setCookie).toMatch(/^shop-pass=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
  expect((await visit('/product/mug', withCookie(entered.cookie))).text).toContain('"category":');
  expect((await visit(listCategories.path, withCookie(entered.cookie))).status).toBe(200);
  const linked = await visit(`/about?shop-password=${PASSWORD}&page=2`);
  expect([linked.status, linked.headers.get('location'), linked.cookie]).toEqual([303, '/about?page=2', entered.cookie]);
  const wrong = await enter(`${PASSWORD}!`, '/cart');
  expect([wrong.status, wrong.cookie]).toEqual([403, undefined]);
  expect(wrong.text).toContain('That isn&#39;t the password');
  expect(wrong.text).toContain('value="/cart"');
  expect((await visit('/?shop-password=')).status).toBe(403);
  // Another password: nobody who knew the old one is in any more.
  await shop.call(updateOpening, { token: owner.token, body: { passphrase: 'another-one' } });
  expect((await visit('/', withCookie(entered.cookie))).status).toBe(403);
  expect((await enter(PASSWORD)).status).toBe(403);
});

test.each([
  ['https://elsewhere.example/x', '/'],
  ['//elsewhere.example', '/'],
  ['/\\elsewhere.example', '/'],
  ['/.//elsewhere.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/cart?a=1', '/cart?a=1'],
])('[OPEN-3] after the password for %s the visitor gets to %s', (to, path) => {
  expect(toOwnPath(to)).toBe(path);
});

test('[OPEN-4] nobody gets in with a cookie of another shop, an invented one or none', async () => {
  await closeShop();
  const { cookie } = await enter(PASSWORD);
  await shop.deps.db.delete(settings);
  // The same password in another shop.
  await closeShop();
  expect((await visit('/', withCookie(cookie))).status).toBe(403);
  for (const forged of [`shop-pass=${'A'.repeat(43)}`, 'shop-pass=', `shop-pass=${PASSWORD}`, `x=shop-pass; shop-pass=${'z'.repeat(5000)}`])
    expect((await visit('/', withCookie(forged))).status).toBe(403);
});

test('[OPEN-4] after twenty wrong passwords a network has to wait, then the right one opens the shop', async () => {
  await closeShop();
  const guesses = await Promise.all(Array.from({ length: 30 }, (_, index) => enter(`guess-${index}`)));
  expect(guesses.filter(({ status }) => status === 403)).toHaveLength(20);
  const late = await enter(PASSWORD);
  expect([late.status, late.cookie]).toEqual([429, undefined]);
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(late.text).toContain('Too many tries');
  expect((await visit(`/?shop-password=${PASSWORD}`)).status).toBe(429);
  shop.advanceClock(16 * MINUTE);
  expect((await enter(PASSWORD)).status).toBe(303);
  for (let again = 0; again < 25; again += 1) expect((await enter(PASSWORD)).status).toBe(303);
});

/** Public calls, and calls of customers, that a closed shop answers; every other one is refused. */
const ANSWERED = [
  ...[
    'readSettings',
    'login',
    'logInBySecondFactor',
    'confirmEmail',
    'readResetOptions',
    'requestResetLink',
    'resetByLink',
    'resetPassword',
  ],
  ...['readInvitation', 'acceptInvitation', 'listCountries', 'readAddressFormat', 'readGuestOrder', 'cancelGuestOrder'],
  ...['requestGuestOrderChange', 'createGuestAccount', 'receivePaymentWebhook', 'proveAddress'],
  ...['readDelay', 'answerDelay'],
  ...['readWithdrawalForm', 'declareWithdrawal', 'declareWithdrawalByNumber'],
  ...['readGuestDownloads', 'readDownload', 'startDownload'],
];

test('[OPEN-5] in a closed shop customers can’t read the catalog or buy through the API, but can finish what they began', async () => {
  const { ACCESS_TABLE } = await import('../../../../tests/security/access-table.ts');
  const { getOperationId } = await import('../../platform/http/route.ts');
  await closeShop();
  const { token } = await shop.signUp();
  const tryCall = async ({ method, path }: Endpoint, headers: Record<string, string>) => {
    const isBodyless = method === 'GET' || method === 'DELETE';
    const url = path.replace(/\{\w+\}/g, 'x');
    const { body } = await shop.send({ method, url, headers, ...(!isBodyless && { payload: {} }) });
    return 'code' in body ? body.code : null;
  };
  for (const endpoint of endpoints) {
    const name = getOperationId(endpoint);
    const least = ACCESS_TABLE[name]?.least;
    if (least === 'public' || least === 'guest') {
      const isRefused = (await tryCall(endpoint, {})) === 'shop_closed';
      expect([name, isRefused]).toEqual([name, !ANSWERED.includes(name)]);
    } else if (least === 'user' && name !== 'logout') {
      const isRefused = (await tryCall(endpoint, { authorization: token })) === 'shop_closed';
      expect([name, isRefused]).toEqual([name, name === 'resumeCheckout']);
    }
  }
});

test('[OPEN-5] events of the payment provider reach a closed shop', async () => {
  await closeShop();
  const { method, path } = receivePaymentWebhook;
  const { status, body } = await shop.send({ method, url: path, payload: {} });
  // The call is reached: this shop only has no provider that could have signed it.
  expect([status, body]).toMatchObject([503, { code: 'payment_unavailable' }]);
});

test('[OPEN-6] the team sees the closed shop, in the browser and through the API', async () => {
  const { owner } = await closeShop();
  const customer = await shop.signUp();
  for (const teamRole of ['read-only', 'staff', 'owner'] as const) {
    const { token } = await shop.signUp({ role: 1, teamRole });
    const { status, cookie } = await visit(listCategories.path, { headers: { authorization: token } });
    expect([status, typeof cookie]).toEqual([200, 'string']);
    expect((await visit('/', withCookie(cookie))).text).toContain('the shop:');
  }
  // The admin area alone leads there as well.
  const { path } = readOpening;
  expect((await visit(path, { headers: { authorization: owner.token } })).cookie).toMatch(/^shop-pass=/);
  for (const token of [customer.token, 'x'.repeat(43)]) {
    const { status, cookie } = await visit(listCategories.path, { headers: { authorization: token } });
    expect([status, cookie]).toEqual([403, undefined]);
  }
  const { body } = await shop.call(createApiKey, { token: owner.token, body: { name: 'Shop window', scopes: ['read'] } });
  const byKey = await visit(listCategories.path, { headers: { authorization: `Bearer ${body.key}` } });
  expect([byKey.status, byKey.cookie]).toEqual([200, undefined]);
});

test('[OPEN-6] a member who leaves the team no longer sees the closed shop; everybody else still does', async () => {
  const { owner } = await closeShop();
  const staff = await shop.signUp({ role: 1, teamRole: 'staff' });
  const letIn = async (token: string) => withCookie((await visit(readOpening.path, { headers: { authorization: token } })).cookie);
  const [ofOwner, ofStaff] = [await letIn(owner.token), await letIn(staff.token)];
  const guest = withCookie((await enter(PASSWORD)).cookie);
  const readStatuses = () => Promise.all([ofOwner, ofStaff, guest].map(async (init) => (await visit('/', init)).status));
  expect(await readStatuses()).toEqual([200, 200, 200]);
  expect((await shop.call(removeTeamMember, { token: owner.token, params: { id: staff.id } })).status).toBe(200);
  expect(await readStatuses()).toEqual([200, 403, 200]);
  // The name of somebody else before the same pass.
  const forged = new Headers(ofStaff.headers).get('cookie')?.replace(staff.id, owner.id);
  expect((await visit('/', withCookie(forged))).status).toBe(403);
});

test('[OPEN-7] no cached response of a closed shop is used in an open one, or the other way round', async () => {
  const categoryId = await makeCategory(shop.deps.db, 'Lamps');
  await makeProducts(shop.deps.db, [{ categoryId, slug: 'lamp', name: 'Lamp', priceCents: 1000, quantity: 5 }]);
  const paths = ['/', listCategories.path, buildEndpointUrl(readProduct, { slug: 'lamp' }), '/robots.txt', '/sitemap.xml'];
  const readAll = async (init?: RequestInit) => {
    const answers = [];
    for (const path of paths) answers.push(await visit(path, init));
    return answers;
  };
  const open = await readAll();
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(open.map(({ headers }) => headers.get('etag') !== null)).toEqual([true, true, true, true, true]);
  const { open: openAgain, close } = await closeShop();
  expect((await readAll()).map(({ status }) => status)).toEqual([403, 403, 403, 200, 404]);
  // Known from before, by whoever saw it then.
  const etag = open[0]?.headers.get('etag') ?? '';
  expect((await visit('/', { headers: { 'if-none-match': etag } })).status).toBe(403);
  const { cookie } = await enter(PASSWORD);
  const seen = await readAll(withCookie(cookie));
  expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404]);
  expect(seen.map(({ headers }) => headers.get('cache-control')?.includes('no-store'))).toEqual([true, true, true, true, true]);
  expect((await readAll()).map(({ status }) => status)).toEqual([403, 403, 403, 200, 404]);
  await openAgain();
  const reopened = await readAll();
  expect(reopened.map(({ status, text }) => [status, text])).toEqual(open.map(({ status, text }) => [status, text]));
  expect(reopened.every(({ headers }) => headers.get('x-robots-tag') === null)).toBe(true);
  await close();
  expect((await readAll()).map(({ status }) => status)).toEqual([403, 403, 403, 200, 404]);
});

test('[OPEN-8] only a closed shop says in its settings that it is closed', async () => {
  const { body } = await shop.call(readSettings);
  expect(body.settings).not.toHaveProperty('isClosed');
  await closeShop();
  expect((await shop.call(readSettings)).body.settings.isClosed).toBe(true);
});
