/** Where the shop sells, what is kept of a look at it, and what is never claimed. */
import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { checkLaw, type Duty, LAW_MARKETS, readLaw, updateLawMarkets } from '../../../contract/law.ts';
import { updateShippingSettings } from '../../../contract/pricing-settings.ts';
import { readDashboardStats } from '../../../contract/reports.ts';
import type { ShopResponse, VisitShop } from '../../platform/http/visit-shop.ts';
import { checkLawDaily, DUTIES, isFollowed, checkLaw as look } from './law.service.ts';

const shop = await openShop();

const openLaw = async () => {
  const { token } = await shop.signUp({ role: 1 });
  return {
    token,
    read: async () => (await shop.call(readLaw, { token })).body,
    choose: (markets: string[], version?: number) => shop.call(updateLawMarkets, { token, body: { markets, version } }),
    check: () => shop.call(checkLaw, { token }),
  };
};

const ZONE = { name: 'There', rates: [{ name: 'Post', basis: 'flat', tiers: [{ from: 0, price: 5 }], freeFrom: null }] };
const ship = (token: string, countries: string[]) => {
  const zones = [{ ...ZONE, places: countries.map((country) => ({ country, region: '' })) }];
  return shop.call(updateShippingSettings, { token, body: { defaultCountry: countries[0], zones } });
};

/** Pages as a shop without the web would have them. */
const answer = (body: string): ShopResponse => ({ status: 200, location: null, cookies: [], body });
const visitPages =
  (pages: Record<string, string>): VisitShop =>
  async (path) =>
    path in pages ? answer(pages[path] ?? '') : { ...answer(''), status: 404 };
const FOOTER = '<footer><a href="/about">About</a></footer>';

const find = (duties: Duty[], id: string) => duties.find((it) => it.id === id);
const silent = { warn: () => undefined };

test('every duty has a name of its own, an hour to read it, a law for each market, and a page where it is met', () => {
  expect(new Set(DUTIES.map(({ id }) => id)).size).toBe(DUTIES.length);
  for (const { id, sources, fixAt, title, advice } of DUTIES) {
    expect(Object.keys(sources).length, id).toBeGreaterThan(0);
    expect(
      Object.keys(sources).every((it) => LAW_MARKETS.includes(it as 'EU')),
      id,
    ).toBe(true);
    expect(fixAt).toMatch(/^\/dashboard\/admin\//);
    expect(title.length * advice.length).toBeGreaterThan(0);
  }
});

test('[LAW-1] where the shop sells is suggested by its shipping zones, and chosen by the merchant', async () => {
  const { token, read, choose } = await openLaw();
  expect((await read()).law).toMatchObject({ markets: null, reached: LAW_MARKETS, checkedAt: null });
  await ship(token, ['DE', 'NO', 'GB', 'NZ']);
  const { law, version } = await read();
  expect(law).toMatchObject({ markets: null, reached: ['EU', 'GB', 'other'] });
  expect(law.duties.every(({ state, saw }) => state === 'unchecked' && saw === '')).toBe(true);
  const chosen = await choose(['JP', 'EU'], version);
  expect(chosen).toMatchObject({ status: 200, body: { law: { markets: ['EU', 'JP'], reached: ['EU', 'GB', 'other'] } } });
  const { duties, unseen } = chosen.body.law;
  expect(find(duties, 'commercial_transactions')?.sources.map(({ market }) => market)).toEqual(['JP']);
  expect(find(duties, 'delivery_time')?.sources.map(({ market }) => market)).toEqual(['EU', 'JP']);
  expect(find(duties, 'price_before')).toBe(undefined);
  expect(unseen.map(({ title }) => title)).toContain('Whether your texts are lawful');
});

test('[LAW-1] an old form is refused, and what isn’t a market too', async () => {
  const { choose, read } = await openLaw();
  const { version } = await read();
  await choose(['EU'], version);
  expect(await choose(['US'], version)).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', current: { law: { markets: ['EU'] } } },
  });
  expect((await choose(['EU'], version)).status).toBe(200);
  for (const markets of [['XX'], ['EU', 'EU'], 'EU', [1], null]) expect((await choose(markets as string[])).status).toBe(400);
  expect((await choose([])).body.law).toMatchObject({ markets: [], duties: [], unseen: [] });
});

test('[LAW-2] nothing is checked before somebody has said where the shop sells', async () => {
  const { check, choose } = await openLaw();
  expect((await check()).status).toBe(400);
  expect(await isFollowed(shop.deps.db)).toBe(false);
  await choose(['EU']);
  expect(await isFollowed(shop.deps.db)).toBe(true);
});

test('[LAW-2] what can’t be opened is never green, and never red', async () => {
  const { check, choose } = await openLaw();
  await choose(['EU', 'US']);
  const { body } = await check();
  expect(new Set(body.law.duties.map(({ state }) => state))).toEqual(new Set(['unknown']));
  expect(body.law.duties[0]?.saw).toBe('The home page couldn’t be looked at: it answers 404.');
  expect(body.law.checkedAt).not.toBe(null);
});

test('[LAW-2] a page without a footer, as a closed shop has it, is no shop', async () => {
  const { choose } = await openLaw();
  await choose(['EU']);
  const { duties } = (await look(shop.deps, visitPages({ '/': '<main>Password</main>' }))).law;
  expect(new Set(duties.map(({ state, saw }) => `${state}: ${saw}`))).toEqual(
    new Set(['unknown: The home page couldn’t be looked at: it has no footer.']),
  );
});

test('[LAW-2] a check that fails is unknown, and the others go on', async () => {
  const { choose } = await openLaw();
  await choose(['EU']);
  const visit: VisitShop = async (path) => {
    if (path === '/checkout') throw new Error('out of order');
    return visitPages({ '/': FOOTER })(path);
  };
  const { duties } = (await look(shop.deps, visit)).law;
  expect(find(duties, 'order_button')).toMatchObject({ state: 'unknown', saw: 'The look at it failed: out of order.' });
  expect(find(duties, 'imprint')).toMatchObject({ state: 'unmet' });
});

test('[LAW-3] a day later it is looked at again: since when a duty is red is kept, and the dashboard says that there are some', async () => {
  const { token, choose, read } = await openLaw();
  const readWarnings = async () => (await shop.call(readDashboardStats, { token })).body.figures.warnings;
  expect(await readWarnings()).not.toContain('law_unmet');
  await choose(['EU']);
  const pages = { '/': FOOTER, '/about': '<main>About us</main>' };
  await look(shop.deps, visitPages(pages));
  const before = find((await read()).law.duties, 'imprint');
  expect(before).toMatchObject({
    state: 'unmet',
    saw: 'No link in the footer of the home page is called “Imprint”, “Legal notice”, “Company details”.',
  });
  expect(await readWarnings()).toContain('law_unmet');
  shop.advanceClock(24 * 60 * 60 * 1000);
  const visitShop = visitPages(pages);
  await checkLawDaily({ ...shop.deps, visitShop }, silent, new AbortController().signal);
  const { duties, checkedAt } = (await read()).law;
  expect(find(duties, 'imprint')).toEqual(before);
  expect(Date.parse(checkedAt ?? '')).toBeGreaterThan(Date.parse(before?.stateSince ?? ''));
});

test('[LAW-3] a daily look that reaches no page leaves the last one, and so does one that is ended midway', async () => {
  const { choose, read } = await openLaw();
  await choose(['EU']);
  await look(shop.deps, visitPages({ '/': FOOTER }));
  const { law } = await read();
  const fail: VisitShop = () => Promise.reject(new Error('nobody there'));
  const ended = new AbortController();
  await checkLawDaily({ ...shop.deps, visitShop: fail }, silent, ended.signal);
  expect((await read()).law).toEqual(law);
  ended.abort();
  await checkLawDaily({ ...shop.deps, visitShop: visitPages({ '/': FOOTER }) }, silent, ended.signal);
  expect((await read()).law).toEqual(law);
});

test('[LAW-4] whoever only reads sees it, and changes nothing', async () => {
  const { choose } = await openLaw();
  await choose(['EU']);
  const { token } = await shop.signUp({ role: 1, teamRole: 'read-only' });
  expect((await shop.call(readLaw, { token })).status).toBe(200);
  expect((await shop.call(updateLawMarkets, { token, body: { markets: ['US'] } })).status).toBe(403);
  expect((await shop.call(checkLaw, { token })).status).toBe(403);
});
