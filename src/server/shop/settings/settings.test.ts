import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { DEFAULT_SETTINGS, DEFAULT_SHOP_DETAILS, readSettings, updateSettings } from '../../../contract/settings.ts';
import { uncached } from '../../platform/cache/open-response-cache.ts';
import { settings } from '../database/schema/content.ts';
import { readSettings as currentSettings } from './settings.service.ts';

const shop = await openShop();
const NO_PAYMENT = { provider: null, testMode: false };

test('[CONST-2] a new shop has eleven price ranges that cover every price', async () => {
  const { status, body } = await shop.call(readSettings);
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    settings: { ...DEFAULT_SETTINGS, shop: DEFAULT_SHOP_DETAILS, footerPages: [], payment: NO_PAYMENT },
    version: 0,
  });
  const ranges = body.settings.priceRanges;
  expect(ranges).toHaveLength(11);
  expect([ranges[0]?.[0], ranges.at(-1)?.[1]]).toEqual([0, 99_999]);
  for (const [index, range] of ranges.slice(1).entries()) expect(range[0]).toBe(ranges[index]?.[1]);
});

test('[GUEST-9] the storefront knows that links can be emailed, and has no such entry if they can’t', async () => {
  const accounts = { sendsLinks: true, resetsByAnswer: true, hidesTakenEmails: true, demandsSecondFactor: false };
  const linked = await openShop({ deps: () => ({ accounts }) });
  expect((await linked.call(readSettings)).body.settings.emailsLinks).toBe(true);
  const { token } = await linked.signUp({ role: 1 });
  const saved = await linked.call(updateSettings, { token, body: { priceRanges: [[0, 9]], quickAdd: true } });
  expect(saved.body.settings.emailsLinks).toBe(true);
  expect((await shop.call(readSettings)).body.settings).not.toHaveProperty('emailsLinks');
});

test('[CONST-2] [SET-1] a merchant changes the price ranges and the add buttons, and everyone sees it', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const input = { priceRanges: [[0, 10] as [number, number], [10, 999_999] as [number, number]], quickAdd: false, guestCheckout: true };
  const saved = await shop.call(updateSettings, {
    token,
    body: { ...input, payment: { provider: 'mine', testMode: true, pageOrigins: ['https://evil.example'] }, extra: 1 },
  });
  expect(saved.status).toBe(200);
  expect(saved.body.settings).toEqual({ ...input, filterAttributes: [], shop: DEFAULT_SHOP_DETAILS, footerPages: [], payment: NO_PAYMENT });
  expect((await shop.call(readSettings)).body.settings).toEqual(saved.body.settings);
  await shop.call(updateSettings, { token, body: { ...input, quickAdd: true } });
  expect((await shop.call(readSettings)).body.settings.quickAdd).toBe(true);
});

test('[CHECKOUT-14] the lines beside the buy buttons are kept by older forms, and removed when emptied', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const { guestCheckout: _left, ...older } = DEFAULT_SETTINGS;
  const save = async (body: object) => (await shop.call(updateSettings, { token, body: { ...older, ...body } })).body.settings;
  const info = { deliveryTime: 'In 2–4 working days', returnsLine: 'Free returns', paymentMarks: ['Visa', 'PayPal'] };
  expect(await save({ ...info, deliveryTime: ` ${info.deliveryTime} `, paymentMarks: ['Visa', ' PayPal', 'Visa', ' '] })).toMatchObject(
    info,
  );
  expect(await save({})).toMatchObject(info);
  const emptied = await save({ deliveryTime: '  ', returnsLine: '', paymentMarks: [] });
  for (const name of Object.keys(info)) expect(emptied).not.toHaveProperty(name);
  for (const wrong of [
    { deliveryTime: 'a\nb' },
    { returnsLine: 'x'.repeat(121) },
    { paymentMarks: Array(13).fill('Visa') },
    { paymentMarks: 'Visa' },
  ]) {
    expect((await shop.call(updateSettings, { token, body: { ...older, ...wrong } as never })).status).toBe(400);
  }
});

test.each([
  ['no range', { priceRanges: [], quickAdd: true }, 'priceRanges'],
  ['31 ranges', { priceRanges: Array.from({ length: 31 }, (_, n) => [n, n + 1]), quickAdd: true }, 'priceRanges'],
  [
    'a range that ends before it starts',
    {
      priceRanges: [
        [0, 9],
        [20, 10],
      ],
      quickAdd: true,
    },
    'priceRanges.1',
  ],
  ['an empty range', { priceRanges: [[5, 5]], quickAdd: true }, 'priceRanges.0'],
  ['half dollars', { priceRanges: [[0.5, 9]], quickAdd: true }, 'priceRanges.0.0'],
  ['a negative bound', { priceRanges: [[-1, 9]], quickAdd: true }, 'priceRanges.0.0'],
  ['a text for the add buttons', { priceRanges: [[0, 9]], quickAdd: 'no' }, 'quickAdd'],
  ['nothing', {}, 'priceRanges'],
])('[SET-1] settings with %s are refused and the place is named', async (_what, body, path) => {
  const { token } = await shop.signUp({ role: 1 });
  const answer = await shop.call(updateSettings, { token, body });
  expect(answer.status).toBe(400);
  expect(answer.body.issues?.map((it) => it.path)).toContain(path);
  expect((await shop.call(readSettings)).body.settings).toMatchObject(DEFAULT_SETTINGS);
});

test.each([
  [
    { priceRanges: 'old form', quickAdd: false },
    { ...DEFAULT_SETTINGS, quickAdd: false },
  ],
  [{ priceRanges: [[0, 5]] }, { ...DEFAULT_SETTINGS, priceRanges: [[0, 5]] }],
  [{ guestCheckout: 'no' }, DEFAULT_SETTINGS],
  [{ guestCheckout: false }, { ...DEFAULT_SETTINGS, guestCheckout: false }],
  [['a list'], DEFAULT_SETTINGS],
  ['a text', DEFAULT_SETTINGS],
])('settings stored by another version as %j use the defaults only where necessary', async (value, expected) => {
  await shop.deps.db.insert(settings).values({ key: 'shop', value });
  expect((await shop.call(readSettings)).body.settings).toEqual({
    ...expected,
    shop: DEFAULT_SHOP_DETAILS,
    footerPages: [],
    payment: NO_PAYMENT,
  });
});

test('[CART-4] the storefront shows which payment provider is used, whether it takes real money, and where its page is', async () => {
  const unused = () => {
    throw new Error('nothing is paid here');
  };
  const payment = {
    name: 'demo',
    testMode: true,
    pageOrigins: ['https://pay.example'],
    startCheckout: unused,
    readCheckout: unused,
    expireCheckout: unused,
    refund: unused,
    readEvent: unused,
  };
  const { settings: current } = await currentSettings({ db: shop.deps.db, payment, memoize: uncached });
  expect(current.payment).toEqual({ provider: 'demo', testMode: true, pageOrigins: ['https://pay.example'] });
});

test('[VERSION-2] [VERSION-3] if two admins save the settings at once, one gets a conflict; saving the same again is none', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const save = (highest: number, version: number) =>
    shop.call(updateSettings, { token, body: { priceRanges: [[0, highest]], quickAdd: true, version } });
  expect((await shop.call(readSettings)).body.version).toBe(0);
  // The first time the row is inserted, the second time updated.
  for (const version of [0, 1]) {
    const typed = [10 + version, 20 + version];
    const answers = await Promise.all(typed.map((highest) => save(highest, version)));
    expect(answers.map((it) => it.status).sort()).toEqual([200, 409]);
    const winner = answers.findIndex((it) => it.status === 200);
    const { settings: saved, version: savedVersion } = answers[winner]?.body ?? {};
    const current = { settings: saved, version: savedVersion };
    expect(answers[1 - winner]?.body).toMatchObject({ code: 'version_conflict', current });
    expect((await shop.call(readSettings)).body).toEqual({ success: true, ...current });
    expect((await save(typed[winner] ?? 0, version)).body).toMatchObject(current);
  }
});
