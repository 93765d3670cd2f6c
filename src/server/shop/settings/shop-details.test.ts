import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { listFileNames } from '../../../../tests/support/image-files.ts';
import { makeImage } from '../../../../tests/support/images.ts';
import { makeMultipartForm } from '../../../../tests/support/multipart-form.ts';
import { DEFAULT_SHOP_DETAILS, readSettings, type ShopDetailsInput } from '../../../contract/settings.ts';
import { deleteLogo, readShopDetails, replaceLogo, updateShopDetails } from '../../../contract/shop-details.ts';
import { HOUR } from '../../../contract/values.ts';
import { cleanUpImages } from '../content/media/cleanup.ts';
import { settings } from '../database/schema/content.ts';

const shop = await openShop();
const { logo: _none, ...DEFAULTS } = DEFAULT_SHOP_DETAILS;

const DETAILS: ShopDetailsInput = {
  name: 'Käsehöhle 🧀',
  headline: 'Cheese, and nothing else',
  accentColor: '#0A7f55',
  email: 'hello@cheese.example',
  phone: '+49 (0)30 555-01',
  address: 'Gouda Lane 1\n12345 Hole',
  legalDetails: 'Register 77\nVAT DE1',
  lowStockThreshold: 12,
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  priceLocale: 'de-DE',
  imageFrame: '4:5',
  country: 'DE',
};

const readShown = async () => (await shop.call(readSettings)).body.settings.shop;

test('[SHOP-1] a merchant enters the shop’s details, and every page has them', async () => {
  const { token } = await shop.signUp({ role: 1 });
  expect((await shop.call(readShopDetails, { token })).body).toEqual({ success: true, shop: DEFAULT_SHOP_DETAILS, version: 0 });
  const body = { ...DETAILS, name: `  ${DETAILS.name} `, version: 0, logo: '/x.webp', extra: 1 };
  const saved = await shop.call(updateShopDetails, { token, body });
  expect(saved).toMatchObject({ status: 200, body: { shop: { ...DETAILS, logo: null }, version: 1 } });
  expect(await readShown()).toEqual({ ...DETAILS, logo: null });
  const cleared = { ...DETAILS, headline: '', accentColor: '', email: '', phone: '', address: '', legalDetails: '', lowStockThreshold: 0 };
  await shop.call(updateShopDetails, { token, body: cleared });
  expect(await readShown()).toEqual({ ...cleared, logo: null });
});

test.each([
  ['no name', { name: ' ' }, 'name'],
  ['a name of 61 characters', { name: 'x'.repeat(61) }, 'name'],
  ['a name that adds a line to a header', { name: 'Shop\r\nBcc: all@example.com' }, 'name'],
  ['a headline of two lines', { headline: 'a\u2028b' }, 'headline'],
  ['a color by name', { accentColor: 'red' }, 'accentColor'],
  ['a color that closes the style', { accentColor: '#123456;}</style>' }, 'accentColor'],
  ['an email without a host', { email: 'hello@' }, 'email'],
  ['an email that is a script', { email: '"><script>@x' }, 'email'],
  ['a phone of words', { phone: 'call me' }, 'phone'],
  ['an endless address', { address: 'x'.repeat(501) }, 'address'],
  ['a fraction as low-stock limit', { lowStockThreshold: 1.5 }, 'lowStockThreshold'],
  ['a negative low-stock limit', { lowStockThreshold: -1 }, 'lowStockThreshold'],
  ['a low-stock limit above a hundred', { lowStockThreshold: 101 }, 'lowStockThreshold'],
  ['an unknown frame of images', { imageFrame: '5:4;}' }, 'imageFrame'],
  ['an unknown time zone', { timeZone: 'Europe/Atlantis' }, 'timeZone'],
  ['a time zone with SQL', { timeZone: "UTC'; drop table users" }, 'timeZone'],
  ['an offset for a time zone', { timeZone: '+02:00' }, 'timeZone'],
  ['a currency for tests only', { currency: 'XTS' }, 'currency'],
  ['a currency in lower case', { currency: 'eur' }, 'currency'],
  ['an unknown format of prices', { priceLocale: 'xx' }, 'priceLocale'],
  ['an unknown country', { country: 'ZZ' }, 'country'],
  ['a country by name', { country: 'Germany' }, 'country'],
  ['a number for a time zone', { timeZone: 2 }, 'timeZone'],
  ['a list for a name', { name: ['Shop'] }, 'name'],
])('[SHOP-1] details with %s are refused and the place is named', async (_what, wrong, path) => {
  const { token } = await shop.signUp({ role: 1 });
  const answer = await shop.call(updateShopDetails, { token, body: { ...DETAILS, ...wrong } });
  expect(answer.status).toBe(400);
  expect(answer.body.issues?.map((it) => it.path)).toContain(path);
  expect(await readShown()).toEqual(DEFAULT_SHOP_DETAILS);
});

test('[SHOP-1] a higher low-stock limit set in an earlier version counts as a hundred, and the details can be saved', async () => {
  const { token } = await shop.signUp({ role: 1 });
  await shop.deps.db.insert(settings).values({ key: 'shop-details', value: { ...DETAILS, lowStockThreshold: 250 } });
  expect(await readShown()).toMatchObject({ name: DETAILS.name, lowStockThreshold: 100 });
  const { body } = await shop.call(readShopDetails, { token });
  expect((await shop.call(updateShopDetails, { token, body: { ...body.shop, version: body.version } })).status).toBe(200);
});

test('[SHOP-1] the country stays if an older form leaves it out, and is removed when emptied', async () => {
  const { token } = await shop.signUp({ role: 1 });
  await shop.call(updateShopDetails, { token, body: DETAILS });
  const { country: _country, ...older } = DETAILS;
  expect((await shop.call(updateShopDetails, { token, body: { ...older, phone: '+49 30 7' } })).body.shop.country).toBe('DE');
  await shop.call(updateShopDetails, { token, body: { ...older, country: '' } });
  expect(await readShown()).not.toHaveProperty('country');
});

test('[SHOP-1] only admins can read and change the details', async () => {
  const { token } = await shop.signUp();
  for (const [session, status] of [
    [undefined, 401],
    [token, 403],
  ] as const) {
    const caller = session ? { token: session } : {};
    expect((await shop.call(readShopDetails, caller)).status).toBe(status);
    expect((await shop.call(updateShopDetails, { ...caller, body: DETAILS })).status).toBe(status);
    expect((await shop.call(deleteLogo, caller)).status).toBe(status);
  }
  expect(await readShown()).toEqual(DEFAULT_SHOP_DETAILS);
});

test('[SHOP-1] details stored by another version use the defaults only where necessary', async () => {
  await shop.deps.db.insert(settings).values({ key: 'shop-details', value: { ...DETAILS, phone: 7, accentColor: 'blue', later: true } });
  expect(await readShown()).toEqual({ ...DETAILS, phone: '', accentColor: '', logo: null });
});

test('[VERSION-2] [VERSION-3] if two admins save the details at once, one gets a conflict; saving the same again is none', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const save = (name: string, version: number) => shop.call(updateShopDetails, { token, body: { ...DEFAULTS, name, version } });
  const answers = await Promise.all([save('One', 0), save('Two', 0)]);
  expect(answers.map((it) => it.status).sort()).toEqual([200, 409]);
  const [winner, loser] = answers[0]?.status === 200 ? answers : answers.toReversed();
  const name = winner?.body.shop.name ?? '';
  expect(loser?.body).toMatchObject({ code: 'version_conflict', current: { shop: { name }, version: 1 } });
  expect((await save(name, 0)).body).toMatchObject({ shop: { name }, version: 1 });
});

test('[SHOP-2] a logo is shown by its URL, survives the clean-up of images, and disappears when it is removed', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const upload = async () => shop.call(replaceLogo, { token, ...(await makeMultipartForm({}, await makeImage('png'))) });
  const first = await upload();
  expect(first.status).toBe(200);
  expect(first.body.shop.logo).toMatch(/^\/uploads\/[0-9a-f]{32}-640\.webp$/);
  const second = await upload();
  expect((await readShown()).logo).toBe(second.body.shop.logo);
  shop.advanceClock(2 * HOUR);
  const cleanUp = () => cleanUpImages(shop.deps.db, shop.deps.images, shop.deps.now());
  await cleanUp();
  const fileOf = (url: string | null) => url?.replace('/uploads/', '');
  expect(listFileNames(shop.uploadsDir)).toContain(fileOf(second.body.shop.logo));
  expect(listFileNames(shop.uploadsDir)).not.toContain(fileOf(first.body.shop.logo));
  for (const _twice of [1, 2])
    expect(await shop.call(deleteLogo, { token })).toMatchObject({ status: 200, body: { shop: { logo: null } } });
  await cleanUp();
  expect(listFileNames(shop.uploadsDir)).toEqual([]);
});

test('[SHOP-2] a file that isn’t an image is refused, and the logo stays', async () => {
  const { token } = await shop.signUp({ role: 1 });
  for (const file of [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined]) {
    const answer = await shop.call(replaceLogo, { token, ...(await makeMultipartForm({}, file)) });
    expect(answer.status).toBe(400);
  }
  expect((await readShown()).logo).toBeNull();
});
