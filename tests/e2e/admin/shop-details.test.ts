/** A merchant names the shop, and customers see it everywhere. */
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { DEFAULT_SHOP_DETAILS, readSettings } from '../../../src/contract/settings.ts';
import { deleteLogo, updateShopDetails } from '../../../src/contract/shop-details.ts';
import { takeFirst } from '../../support/projects.ts';
import { holdResponses } from '../storefront/product-list.ts';
import { call, logInAdmin, type Session } from '../support/api-client.ts';
import { navbar } from '../support/steps.ts';
import { findToast, goTo, NARROW, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { adminBar, main, saveChanges } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let session: Session;

beforeAll(async () => {
  session = await logInAdmin(origin);
});

afterEach(async () => {
  const { logo: _logo, ...body } = DEFAULT_SHOP_DETAILS;
  await call(origin, updateShopDetails, { token: session.token, body });
  await call(origin, deleteLogo, { token: session.token });
});

test('[SHOP-1] [SHOP-3] name, headline and contact details are typed once, and stand on every page at once', {
  tags: ['full'],
}, async () => {
  const { page } = await visit({ session });
  await goTo(page, '/dashboard/admin/settings');
  const form = main(page).locator('form', { has: page.getByLabel('Shop name') });
  await form.getByLabel('Shop name').fill('Owl & Co');
  await form.getByLabel('Headline').fill('Lamps for the night');
  await form.getByLabel('Contact email').fill('hello@owl.example');
  await form.getByLabel('Contact phone').fill('+1 555 0100');
  await form.getByLabel('Postal address').fill('Tree 1\n12345 Wood');
  await form.getByLabel('Legal details').fill('VAT 77');
  await saveChanges(page);
  await findToast(page, 'Shop details saved').waitFor();
  await adminBar(page).getByRole('link', { name: 'Owl & Co' }).waitFor();

  const customer = (await visit()).page;
  await goTo(customer, '/');
  await expect.poll(() => customer.title()).toBe('Owl & Co');
  await expect.poll(() => customer.getByRole('heading', { level: 1 }).textContent()).toBe('Lamps for the night');
  const footer = customer.getByRole('contentinfo');
  await expect.poll(() => footer.getByRole('link', { name: 'hello@owl.example' }).getAttribute('href')).toBe('mailto:hello@owl.example');
  await expect.poll(() => footer.getByRole('link', { name: '+1 555 0100' }).getAttribute('href')).toBe('tel:+15550100');
  await expect.poll(() => footer.textContent()).toContain('VAT 77');
  await goTo(customer, '/contact');
  await expect.poll(() => customer.title()).toBe('Contact – Owl & Co');
  await expect.poll(() => main(customer).innerText()).toContain('Tree 1\n12345 Wood');
});

test('[SHOP-1] leaving the settings at once shows the new name too', { tags: ['full'] }, async () => {
  const { page } = await visit({ session });
  await goTo(page, '/dashboard/admin/settings');
  const form = main(page).locator('form', { has: page.getByLabel('Shop name') });
  // The page itself reads the settings too: it is there before those that follow the change are held.
  await form.getByLabel('Shop name').fill('Quick & Co');
  const release = await holdResponses(page, `**${readSettings.path}`);
  await saveChanges(page);
  await findToast(page, 'Shop details saved').waitFor();
  await page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name: 'Redirects' }).click();
  release();
  await page.waitForURL('**/redirects');
  await adminBar(page).getByRole('link', { name: 'Quick & Co' }).waitFor();
});

test('[SHOP-2] a logo takes the place of the name and can be removed again', { tags: ['full'] }, async () => {
  const { page } = await visit({ session });
  await goTo(page, '/dashboard/admin/settings');
  const buffer = await sharp({ create: { width: 600, height: 120, channels: 4, background: '#0a7f55' } })
    .png()
    .toBuffer();
  const form = main(page).locator('form', { has: page.getByText('Choose a logo') });
  await form.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
  await saveChanges(page);
  await findToast(page, 'Logo saved').waitFor();
  const shown = adminBar(page).getByRole('link', { name: 'eCommerce App' }).getByRole('img');
  await shown.waitFor();
  await expect.poll(() => shown.evaluate((it: HTMLImageElement) => it.decode().then(() => it.naturalWidth))).toBe(320);
  const customer = (await visit({ viewport: NARROW })).page;
  await goTo(customer, '/');
  const logo = navbar(customer).getByRole('link', { name: 'eCommerce App' }).getByRole('img');
  await expect.poll(async () => (await logo.boundingBox())?.height).toBe(32);
  await form.getByRole('button', { name: 'Remove logo' }).click();
  await form.getByText('The logo is removed once you save.').waitFor();
  await saveChanges(page);
  await adminBar(page).getByText('eCommerce App').waitFor();
});

test('[SHOP-6] a merchant chooses how pictures are framed: whole in a square, or cut to fill it, and no page moves as they load', {
  tags: ['full'],
}, async () => {
  const { page } = await visit({ session });
  const customer = (await visit()).page;
  const measure = (image: Locator) =>
    image.evaluate((it) => {
      const { width, height } = it.getBoundingClientRect();
      return [(width / height).toFixed(2), getComputedStyle(it).objectFit];
    });
  const cardImage = customer.locator('.product-card .image').first();
  await goTo(customer, '/');
  await expect.poll(() => measure(cardImage)).toEqual(['1.00', 'contain']);
  await goTo(page, '/dashboard/admin/settings');
  const form = main(page).locator('form', { has: page.getByLabel('Shop name') });
  await form.getByLabel('Pictures of products').selectOption('Portrait (4:5), cropped to fill it');
  await saveChanges(page);
  await findToast(page, 'Shop details saved').waitFor();

  // No picture arrives: their frames are there before them.
  await customer.route(/\.webp/, () => undefined);
  await goTo(customer, '/');
  await expect.poll(() => measure(cardImage)).toEqual(['0.80', 'cover']);
  const path = (await customer.locator('.product-card h3 a').first().getAttribute('href')) ?? '';
  await goTo(customer, path);
  await expect.poll(() => measure(main(customer).locator('.image').first())).toEqual(['0.80', 'cover']);
  await main(customer).getByRole('button', { name: 'ADD TO CART' }).click();
  // A frame of a fixed size is filled.
  await expect.poll(() => measure(customer.locator('.size-12 > .image').first())).toEqual(['1.00', 'cover']);
  await goTo(customer, '/cart');
  await expect.poll(() => measure(main(customer).locator('li .image').first())).toEqual(['0.80', 'cover']);
});

/** The contrast of the accent color with the ground, by WCAG's formula, as the browser paints both. */
const measureContrast = (page: Page) =>
  page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const probe = document.body.appendChild(document.createElement('span'));
    const [accent = 0, ground = 0] = ['accent', 'ground'].map((name) => {
      probe.style.color = `var(--color-${name})`;
      if (!context) return 0;
      context.fillStyle = getComputedStyle(probe).color;
      context.fillRect(0, 0, 1, 1);
      const channels = [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
      const [r = 0, g = 0, b = 0] = channels.map((it) => (it / 255 <= 0.04045 ? it / 255 / 12.92 : ((it / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    });
    return (Math.max(accent, ground) + 0.05) / (Math.min(accent, ground) + 0.05);
  });

test.each(takeFirst(['light', 'dark']))('[SHOP-4] any accent color can be read in %s', async (colorScheme) => {
  const { logo: _logo, ...details } = DEFAULT_SHOP_DETAILS;
  const { page } = await visit({ colorScheme, session });
  const contrasts: number[] = [];
  for (const accentColor of takeFirst(['#ffe600', '#000033', '#ff00ff', '#ffffff', '#00ff00', '#00ffff', '#000000'], 4)) {
    await call(origin, updateShopDetails, { token: session.token, body: { ...details, accentColor } });
    await goTo(page, '/dashboard/admin/settings');
    const field = page.getByLabel('Accent color', { exact: true });
    await field.waitFor();
    await expect.poll(() => field.inputValue()).toBe(accentColor);
    contrasts.push(await measureContrast(page));
  }
  expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5);
  expect(new Set(contrasts.map((it) => it.toFixed(2))).size).toBeGreaterThan(2);
});
