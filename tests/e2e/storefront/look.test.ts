/** Layout: the shop's name and logo, a dialog's buttons, the account's pages, and the list after a filter is chosen. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteLogo, readShopDetails, updateShopDetails } from '../../../src/contract/shop-details.ts';
import { makeImage } from '../../support/images.ts';
import { call, logInAdmin, makeShopper } from '../support/api-client.ts';
import { heading, navbar } from '../support/steps.ts';
import { goTo, NARROW, prepareVisits, WIDE } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let token: string;
beforeAll(async () => {
  token = (await logInAdmin(origin)).token;
});

async function setName(name: string): Promise<void> {
  const { shop } = await call(origin, readShopDetails, { token });
  const { logo: _logo, ...details } = shop;
  await call(origin, updateShopDetails, { token, body: { ...details, name } });
}
afterAll(async () => {
  await setName('eCommerce App');
  await call(origin, deleteLogo, { token });
});

/** No part of it is cut off or outside of the window. */
const isWhole = (part: Locator) =>
  part.evaluate((it) => {
    const box = it.getBoundingClientRect();
    const isInWindow =
      box.left >= 0 && box.right <= document.documentElement.clientWidth && box.top >= 0 && box.bottom <= window.innerHeight;
    return isInWindow && it.scrollWidth <= Math.ceil(box.width) && it.scrollHeight <= Math.ceil(box.height);
  });

test.each([
  ['Nordlicht Keramik & Papierwaren', 360],
  ['Nordlicht Keramik & Papierwaren', 900],
  ['Nordlicht Keramik & Papierwaren', 1440],
  [`${'Donaudampfschifffahrt '.repeat(2)}gesellschaft`, 360],
  [`${'Donaudampfschifffahrt '.repeat(2)}gesellschaft`, 900],
])('[NAV-10] %s is whole at %i pixels, and the bar stays usable', async (name, width) => {
  await setName(name);
  const { page } = await visit({ viewport: { width, height: 800 } });
  await goTo(page, '/about');
  const brand = navbar(page).getByRole('link', { name }).locator('bdi');
  await expect.poll(() => isWhole(brand)).toBe(true);
  const bar = await navbar(page).boundingBox();
  expect(bar?.height).toBeLessThan(100);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true);
  if (width < 900) return;
  const readSearchWidth = async () => (await page.locator('header input[type=search]').boundingBox())?.width;
  await expect.poll(readSearchWidth).toBeGreaterThan(60);
});

test('[THEME-3] a logo has a light background in the dark theme, and none in the light one', async () => {
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(await makeImage('png', { width: 300, height: 100, colour: 'black' }))]), 'logo.png');
  const saved = await fetch(`${origin}/api/v1/shop/logo`, { method: 'PUT', headers: { authorization: token }, body: form });
  expect(saved.status).toBe(200);
  const readGround = async (colorScheme: 'light' | 'dark') => {
    const { page } = await visit({ colorScheme });
    await goTo(page, '/about');
    return navbar(page)
      .locator('a img')
      .first()
      .evaluate((it) => getComputedStyle(it).backgroundColor);
  };
  expect(await readGround('dark')).toBe('rgb(251, 250, 247)');
  expect(await readGround('light')).toBe('rgba(0, 0, 0, 0)');
});

test.each([
  ['wide', { width: 1440, height: 560 }],
  ['narrow', { width: 360, height: 500 }],
])(
  '[A11Y-6] %s: a form in a dialog that is taller than the window keeps its button in sight, and the focused field above it',
  async (_look, viewport) => {
    const { page } = await visit({ viewport, session: await makeShopper(origin) });
    await goTo(page, '/dashboard/user/addresses');
    await page.getByRole('button', { name: 'Add address' }).first().click();
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Save address' });
    await save.waitFor();
    await expect.poll(() => dialog.evaluate((it) => it.scrollHeight > it.clientHeight)).toBe(true);
    await expect.poll(() => isWhole(save)).toBe(true);
    const country = dialog.getByLabel('Country');
    await country.focus();
    const [field, button] = [await country.boundingBox(), await save.boundingBox()];
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
    await dialog.evaluate((it) => it.scrollTo(0, it.scrollHeight));
    await expect.poll(() => isWhole(save)).toBe(true);
  },
);

test("[USER-5] the account’s pages are as wide as the shop's header", async () => {
  const { page } = await visit({ viewport: WIDE, session: await makeShopper(origin) });
  await goTo(page, '/dashboard/user/addresses');
  const left = async (part: Locator) => Math.round((await part.boundingBox())?.x ?? -1);
  const brand = await left(navbar(page).getByRole('link').first());
  await expect.poll(() => left(page.getByRole('heading', { name: 'My account' }))).toBe(brand - 12);
  await goTo(page, '/');
  const column = await left(page.locator('.product-grid'));
  await goTo(page, '/dashboard/user/addresses');
  await expect.poll(() => left(heading(page))).toBe(column);
});

/** Pixels between the header and the list's heading: few if the list is in view. */
const readListTop = (page: Page) => page.locator('#results').evaluate((it) => it.getBoundingClientRect().top);
const isInSight = async (page: Page, height: number) => {
  const top = await readListTop(page);
  return top > 0 && top < height * 0.62;
};

test('[LIST-9] wide: choosing a filter far down the page scrolls to the list, and the filters stay beside it', async () => {
  const { page } = await visit();
  await goTo(page, '/');
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await page.evaluate(() => window.scrollBy(0, -900));
  const checkbox = page.getByRole('checkbox', { name: /^Audio/ });
  await checkbox.check();
  await expect.poll(() => new URL(page.url()).search).toBe('?category=audio');
  await expect.poll(() => isInSight(page, WIDE.height)).toBe(true);
  await expect.poll(() => isWhole(checkbox)).toBe(true);
});

test("[LIST-9] narrow: the sheet's button leads to the list", async () => {
  const viewport = { ...NARROW, height: 560 };
  const { page } = await visit({ viewport });
  await goTo(page, '/');
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  expect(await isInSight(page, viewport.height)).toBe(false);
  await page.getByRole('button', { name: /^Filter/ }).evaluate((it: HTMLElement) => it.click());
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: /^Audio/ })
    .check();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Show \d/ })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => isInSight(page, viewport.height)).toBe(true);
});
