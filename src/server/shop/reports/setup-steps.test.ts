/** The guided setup: its steps, what each lacks, and what is skipped. */
import { beforeEach, expect, test } from 'vitest';
import { seedProducts } from '../../../../tests/support/checkout.ts';
import { openShop } from '../../../../tests/support/harness.ts';
import { makeImage } from '../../../../tests/support/images.ts';
import { makeMultipartForm } from '../../../../tests/support/multipart-form.ts';
import { updateNotifications } from '../../../contract/email.ts';
import { updateOpening } from '../../../contract/opening.ts';
import { updateContentPage } from '../../../contract/page.ts';
import { updateShippingSettings, updateTaxSettings } from '../../../contract/pricing-settings.ts';
import { DEFAULT_SHOP_DETAILS } from '../../../contract/settings.ts';
import { dismissSetup, readSetup, SETUP_STEPS, type SetupStepName, updateSetup } from '../../../contract/setup.ts';
import { deleteLogo, replaceLogo, updateShopDetails } from '../../../contract/shop-details.ts';
import { settings } from '../database/schema/content.ts';

const { logo: _none, ...DETAILS } = DEFAULT_SHOP_DETAILS;
const STEPS = Object.keys(SETUP_STEPS) as SetupStepName[];

const shop = await openShop();
let token: string;

beforeEach(async () => {
  ({ token } = await shop.signUp({ role: 1, teamRole: 'owner' }));
});

const read = async () => (await shop.call(readSetup, { token })).body.setup;
const readStep = async (name: SetupStepName) => (await read()).steps.find(({ step }) => step === name);
const skip = (name: SetupStepName, isSkipped = true) => shop.call(updateSetup, { token, body: { step: { name, isSkipped } } });
const close = () => shop.call(updateOpening, { token, body: { isOpen: false } });
const open = () => shop.call(updateOpening, { token, body: { isOpen: true } });

test('[SETUP-1] each part of a step is done when its data exists, and the step with its last part', async () => {
  await close();
  const all = await read();
  expect(all).toMatchObject({ isShown: true, isOpen: false });
  expect(all.steps).toEqual(STEPS.map((step) => ({ step, state: 'open', missing: [...SETUP_STEPS[step]] })));

  const details = { ...DETAILS, name: 'Owl & Co', country: 'DE' };
  await shop.call(updateShopDetails, { token, body: details });
  expect(await readStep('shop')).toEqual({ step: 'shop', state: 'open', missing: ['logo'] });
  await shop.call(replaceLogo, { token, ...(await makeMultipartForm({}, await makeImage('png'))) });
  expect(await readStep('shop')).toEqual({ step: 'shop', state: 'done', missing: [] });

  const contact = { email: 'hello@owl.example', address: 'Tree 1' };
  await shop.call(updateShopDetails, { token, body: { ...details, ...contact, headline: 'Owls' } });
  expect((await readStep('address'))?.missing).toEqual(['legal', 'policy']);
  await shop.call(updateShopDetails, { token, body: { ...details, ...contact, headline: 'Owls', legalDetails: 'VAT 7' } });
  for (const name of ['about', 'contact', 'policy'] as const)
    await shop.call(updateContentPage, { token, params: { name }, body: { text: 'We sell tea.' } });
  await seedProducts(shop, [{ quantity: 1 }]);
  const rates = [{ name: 'Post', basis: 'flat' as const, tiers: [{ from: 0, price: 5 }], freeFrom: null }];
  const zones = [{ name: 'Home', places: [{ country: 'DE', region: '' }], rates }];
  await shop.call(updateShippingSettings, { token, body: { defaultCountry: 'DE', zones } });
  const taxes = { pricesIncludeTax: true, taxShipping: true, rates: [{ country: 'DE', region: '', rate: 19 }] };
  await shop.call(updateTaxSettings, { token, body: taxes });
  await shop.call(updateNotifications, { token, body: { email: 'me@owl.example', eachOrder: true, dailySummary: false } });
  const later = await read();
  expect(later.steps.filter(({ state }) => state === 'open').map(({ step, missing }) => [step, missing])).toEqual([
    ['payment', ['payment']],
    ['email', ['email']],
    ['test_order', ['test_order']],
    ['backups', ['backups']],
    ['opening', ['opening']],
  ]);
});

test('[SETUP-2] a step can be skipped and resumed, also by two people at once', async () => {
  await close();
  const answers = await Promise.all([skip('tax'), skip('look'), skip('tax')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const skipped = async () => (await read()).steps.filter(({ state }) => state === 'skipped').map(({ step }) => step);
  expect(await skipped()).toEqual(['tax', 'look']);
  await skip('tax', false);
  await skip('tax', false);
  expect(await skipped()).toEqual(['look']);
});

test('[SETUP-2] a skipped step is done when its data is added later', async () => {
  await close();
  await skip('product');
  await seedProducts(shop, [{ quantity: 1 }]);
  expect((await readStep('product'))?.state).toBe('done');
});

test.each([
  ['an unknown step', { step: { name: 'parking', isSkipped: true } }],
  ['a step without a choice', { step: { name: 'tax' } }],
  ['a text for a choice', { isShown: 'no' }],
  ['a list', { step: ['tax'] }],
])('[SETUP-2] %s is refused', async (_what, body) => {
  expect((await shop.call(updateSetup, { token, body })).status).toBe(400);
});

test('[SETUP-3] the list disappears for good when the shop is open and every step is done or skipped, and can be shown again', async () => {
  await close();
  await shop.call(replaceLogo, { token, ...(await makeMultipartForm({}, await makeImage('png'))) });
  await shop.call(updateShopDetails, { token, body: { ...DETAILS, name: 'Owl & Co' } });
  for (const step of STEPS) if (step !== 'shop' && step !== 'opening') await skip(step);
  expect((await read()).isShown).toBe(true);
  await open();
  expect((await read()).isShown).toBe(false);
  // What is taken away later doesn't bring it back.
  await shop.call(deleteLogo, { token });
  expect((await read()).isShown).toBe(false);
  expect((await shop.call(updateSetup, { token, body: { isShown: true } })).body.setup.isShown).toBe(true);
  expect((await read()).isShown).toBe(true);
  for (const _twice of [1, 2]) expect((await shop.call(dismissSetup, { token })).status).toBe(200);
  expect((await read()).isShown).toBe(false);
});

test('[SETUP-3] an older shop that had finished its setup gets no new list, and one that hadn’t gets it', async () => {
  expect((await read()).isShown).toBe(true);
  await shop.deps.db
    .insert(settings)
    .values([
      ...['about', 'contact', 'policy'].map((name) => ({ key: `text:${name}`, value: { text: 'We sell tea.' } })),
      { key: 'shop-details', value: { ...DETAILS, name: 'Owl', email: 'a@owl.example', address: 'Tree 1', legalDetails: 'VAT 7' } },
      { key: 'shipping', value: { zones: [{}] } },
      { key: 'tax', value: { rates: [{}] } },
      { key: 'private:notifications', value: { email: 'a@owl.example' } },
    ]);
  await shop.call(replaceLogo, { token, ...(await makeMultipartForm({}, await makeImage('png'))) });
  await seedProducts(shop, [{ quantity: 1 }]);
  expect(await read()).toMatchObject({ isShown: false, isOpen: true });
});

test('[SETUP-3] read-only members see the list and can’t change it', async () => {
  const looker = await shop.signUp({ role: 1, teamRole: 'read-only' });
  expect((await shop.call(readSetup, { token: looker.token })).status).toBe(200);
  expect((await shop.call(updateSetup, { token: looker.token, body: { isShown: false } })).status).toBe(403);
  const customer = await shop.signUp();
  expect((await shop.call(readSetup, { token: customer.token })).status).toBe(403);
  expect((await shop.call(readSetup)).status).toBe(401);
});
