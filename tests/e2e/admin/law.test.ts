/** A shop in Germany that sells to the European Union: what it lacks is red, is fixed by the links, and is green when it is looked at again. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLaw, readLaw } from '../../../src/contract/law.ts';
import { createLegalTexts, listGaps } from '../../../src/contract/legal-texts.ts';
import { updateOpening } from '../../../src/contract/opening.ts';
import { readAdminPage } from '../../../src/contract/page.ts';
import { updateShippingSettings } from '../../../src/contract/pricing-settings.ts';
import { DEFAULT_SHOP_DETAILS } from '../../../src/contract/settings.ts';
import { updateShopDetails } from '../../../src/contract/shop-details.ts';
import { type ShopProcess, startShop } from '../../support/shop-process.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, logInAdmin, makeCategory, makeProduct, type Session } from '../support/api-client.ts';
import { findToast, goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { makeEmptyDataDir } from '../support/worker-shop.ts';
import { main, saveBar, saveChanges } from './locators.ts';

const LAW = '/dashboard/admin/settings/law';
const { logo: _logo, ...DETAILS } = DEFAULT_SHOP_DETAILS;
const GERMAN = {
  ...DETAILS,
  name: 'Holzladen',
  email: 'post@holz.example',
  phone: '+49 30 1234567',
  address: 'Torstraße 12\n10119 Berlin',
  country: 'DE',
  currency: 'EUR' as const,
};

let shop: ShopProcess;
let session: Session;

beforeAll(async () => {
  shop = await startShop({ dataDir: makeEmptyDataDir(), env: { DEMO: 'off', SECOND_FACTOR: 'optional' } });
  session = await logInAdmin(shop.origin);
  const { token } = session;
  await call(shop.origin, updateShopDetails, { token, body: GERMAN });
  const rates = [{ name: 'DHL', basis: 'flat' as const, tiers: [{ from: 0, price: 4.9 }], freeFrom: null }];
  const zones = [{ name: 'Germany', places: [{ country: 'DE', region: '' }], rates }];
  await call(shop.origin, updateShippingSettings, { token, body: { defaultCountry: 'DE', zones } });
  const { _id } = await makeCategory(shop.origin, token);
  await makeProduct(shop.origin, token, _id, { name: 'Oak bowl' });
});

afterAll(() => shop.stop());

const visit = prepareVisits('');
const group = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true });
const fix = (page: Page, duty: string) =>
  main(page)
    .getByRole('link', { name: `Fix it: ${duty}` })
    .click();
const checkAgain = async (page: Page) => {
  await goTo(page, LAW);
  await main(page).getByRole('button', { name: 'Check again' }).click();
  await findToast(page, 'Your shop was checked').waitFor();
};

const FUNCTION = 'The function to withdraw from an order';
const IMPRINT = 'Who the shop is, one click from every page';

test('[LAW-6] [LEGALTEXT-5] a shop in Germany sees what it lacks, fixes it by the links, and sees that it is met', async () => {
  const { page, expectBrowserErrors } = await visit({ session, origin: shop.origin });
  // The page that isn't published with a gap.
  expectBrowserErrors(/400 \(Bad Request\)/);
  await goTo(page, LAW);
  await expect.poll(() => main(page).getByLabel('European Union and EEA').isChecked()).toBe(true);
  await expect.poll(() => main(page).getByLabel('Japan').isChecked()).toBe(false);
  await group(page, 'Not checked yet').getByText(FUNCTION).waitFor();
  await main(page).getByRole('button', { name: 'Save and check my shop' }).click();
  await group(page, 'To do').getByText(FUNCTION).waitFor();
  await group(page, 'To do').getByText('No link in the footer leads to the withdrawal function.').waitFor();
  await group(page, 'Met').getByText('An order button that names the duty to pay').waitFor();
  expect(await findA11yViolations(page)).toEqual([]);

  await fix(page, FUNCTION);
  const days = main(page).getByLabel('Days to withdraw from an order');
  await days.fill('14');
  await saveChanges(page);
  await findToast(page, /saved/i).waitFor();
  await saveBar(page).waitFor({ state: 'detached' });
  await checkAgain(page);
  await group(page, 'Met').getByText(FUNCTION).waitFor();

  await fix(page, IMPRINT);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Make drafts');
  await main(page).getByRole('button', { name: 'Make drafts' }).click();
  await findToast(page, '6 drafts made').waitFor();
  await main(page).getByRole('link', { name: 'Edit: Imprint' }).click();
  const text = main(page).getByLabel('Text', { exact: true });
  await expect.poll(() => text.inputValue()).toContain('Torstraße 12');
  const draft = await text.inputValue();
  await main(page).getByLabel('Status', { exact: true }).selectOption('published');
  await main(page).getByRole('button', { name: 'Save page' }).click();
  await main(page)
    .getByText(`Has ${listGaps(draft).length} gaps to fill in before it can be published`)
    .first()
    .waitFor();
  await text.fill(draft.replace(/\[\[[^\]]*\]\]/g, 'Ada Holz'));
  await main(page).getByRole('button', { name: 'Save page' }).click();
  await findToast(page, 'Page saved').waitFor();
  await checkAgain(page);
  await group(page, 'Met').getByText('leads to /pages/imprint').waitFor();

  await goTo(page, '/dashboard/admin');
  await main(page).getByRole('link', { name: 'See what to do' }).click();
  await page.waitForURL(`**${LAW}`);
});

test('[LAW-6] on a phone nothing is wider than the screen', { tags: ['full'] }, async () => {
  const { page } = await visit({ session, origin: shop.origin, viewport: NARROW, colorScheme: 'dark' });
  await goTo(page, LAW);
  await main(page).getByText('What no look at your shop can tell').waitFor();
  await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
  expect(await findA11yViolations(page)).toEqual([]);
});

test('[LAW-7] a closed shop is looked at as it will be, and every draft can be read', async () => {
  const { token } = session;
  const before = (await call(shop.origin, readLaw, { token })).law;
  await call(shop.origin, updateOpening, { token, body: { isOpen: false } });
  const { law } = await call(shop.origin, checkLaw, { token });
  expect(law.duties.map(({ id, state }) => [id, state])).toEqual(before.duties.map(({ id, state }) => [id, state]));
  const { texts } = await call(shop.origin, createLegalTexts, { token });
  for (const { page } of texts)
    expect((await call(shop.origin, readAdminPage, { token, params: { id: page ?? '' } })).page.text.length).toBeGreaterThan(200);
});
