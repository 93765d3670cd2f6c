/** What waits for the merchant, and what a new shop has to set up. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { seedProducts } from '../../../../tests/support/checkout.ts';
import { openShop } from '../../../../tests/support/harness.ts';
import { makeImage } from '../../../../tests/support/images.ts';
import { makeMultipartForm } from '../../../../tests/support/multipart-form.ts';
import { listEmails, readWaiting, updateNotifications } from '../../../contract/email.ts';
import { LOW_STOCK_MAX } from '../../../contract/limits.ts';
import { updateContentPage } from '../../../contract/page.ts';
import { updateShippingSettings, updateTaxSettings } from '../../../contract/pricing-settings.ts';
import { FORMER_SETUP_STEPS, readDashboardStats } from '../../../contract/reports.ts';
import { DEFAULT_SHOP_DETAILS } from '../../../contract/settings.ts';
import { dismissSetup } from '../../../contract/setup.ts';
import { replaceLogo, updateShopDetails } from '../../../contract/shop-details.ts';
import { query } from '../../platform/database/query.ts';
import { hasStock } from '../catalog/product-table/product-table.repository.ts';
import { emails, MAX_ATTEMPTS } from '../database/schema/messages.ts';

const { logo: _none, ...DETAILS } = DEFAULT_SHOP_DETAILS;

const shop = await openShop();
let token: string;

beforeEach(async () => {
  ({ token } = await shop.signUp({ role: 1 }));
});

const readCounts = async () => (await shop.call(readWaiting, { token })).body.waiting;

async function addEmail(attempts: number, change: Partial<typeof emails.$inferInsert> = {}) {
  const at = shop.deps.now();
  const text = { kind: 'order paid', recipient: 'a@example.com', subject: `Try ${attempts}`, text: 'x', html: 'x', lastError: 'refused' };
  await shop.deps.db.insert(emails).values({ id: randomUUID(), ...text, createdAt: at, nextAttemptAt: at, attempts, ...change });
}

test('[OVER-4] products that are sold out or low on stock are shown as waiting, as set, and drafts never', async () => {
  await seedProducts(
    shop,
    [0, 1, 5, 6, 40, 200].map((quantity) => ({ name: `Mug ${quantity}`, quantity })),
  );
  expect(await readCounts()).toMatchObject({ soldOut: 1, lowStock: 2 });
  for (const [lowStockThreshold, lowStock] of [
    [0, 0],
    [40, 4],
    [100, 4],
  ] as const) {
    await shop.call(updateShopDetails, { token, body: { ...DETAILS, lowStockThreshold } });
    expect([lowStockThreshold, await readCounts()]).toEqual([lowStockThreshold, expect.objectContaining({ soldOut: 1, lowStock })]);
  }
});

test('[OVER-4] the index of scarce products is used for any low-stock limit', async () => {
  const plan = await shop.deps.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return query(tx, sql`explain select from products where ${hasStock({ atMost: LOW_STOCK_MAX })}`);
  });
  expect(JSON.stringify(plan)).toContain('products_scarce');
});

test('[OVER-4] failed emails are shown as waiting, and can be listed alone', async () => {
  await addEmail(MAX_ATTEMPTS);
  await addEmail(MAX_ATTEMPTS - 1);
  await addEmail(MAX_ATTEMPTS, { sentAt: shop.deps.now(), lastError: null });
  expect((await readCounts()).failedEmails).toBe(1);
  const { body } = await shop.call(listEmails, { token, query: { state: 'failed' } });
  expect(body).toMatchObject({ total: 1, mails: [{ subject: `Try ${MAX_ATTEMPTS}`, state: 'failed' }] });
  expect((await shop.call(listEmails, { token })).body.total).toBe(3);
  expect((await shop.call(listEmails, { token, query: { state: 'lost' as 'failed' } })).status).toBe(400);
});

const listOpenSteps = async () => {
  const { setup } = (await shop.call(readDashboardStats, { token })).body.figures;
  return setup.filter(({ isDone }) => !isDone).map(({ step }) => step);
};

test('[OVER-5] each step of a new shop is marked done automatically, and the list disappears with the last one', async () => {
  const steps: string[] = [...FORMER_SETUP_STEPS];
  expect(await listOpenSteps()).toEqual(steps);
  const done = async (step: string) => {
    steps.splice(steps.indexOf(step), 1);
    expect(await listOpenSteps()).toEqual(steps);
  };
  const details = { ...DETAILS, name: 'Owl & Co' };
  await shop.call(updateShopDetails, { token, body: details });
  await done('name');
  await shop.call(replaceLogo, { token, ...(await makeMultipartForm({}, await makeImage('png'))) });
  await done('logo');
  await shop.call(updateShopDetails, { token, body: { ...details, email: 'hello@owl.example', address: 'Tree 1' } });
  await done('contact');
  await shop.call(updateShopDetails, { token, body: { ...details, email: 'a@owl.example', address: 'Tree 1', legalDetails: 'VAT 7' } });
  await done('legal');
  for (const name of ['about', 'contact', 'policy'] as const) {
    expect((await shop.call(updateContentPage, { token, params: { name }, body: { text: 'We sell tea.' } })).body.isDraft).toBe(false);
    await done(name === 'contact' ? 'contact_page' : name);
  }
  await seedProducts(shop, [{ quantity: 1 }]);
  await done('product');
  const rates = [{ name: 'Post', basis: 'flat' as const, tiers: [{ from: 0, price: 5 }], freeFrom: null }];
  const zones = [{ name: 'Home', places: [{ country: 'US', region: '' }], rates }];
  expect((await shop.call(updateShippingSettings, { token, body: { defaultCountry: 'US', zones } })).status).toBe(200);
  await done('shipping');
  const taxes = { pricesIncludeTax: false, taxShipping: false, rates: [{ country: 'US', region: 'CA', rate: 8.875 }] };
  expect((await shop.call(updateTaxSettings, { token, body: taxes })).status).toBe(200);
  await done('tax');
  expect(await listOpenSteps()).toEqual(['notifications']);
  await shop.call(updateNotifications, { token, body: { email: 'me@owl.example', eachOrder: true, dailySummary: false } });
  expect((await shop.call(readDashboardStats, { token })).body.figures.setup).toEqual([]);
});

test('[OVER-5] only the team can hide the list', async () => {
  const customer = await shop.signUp();
  expect((await shop.call(dismissSetup)).status).toBe(401);
  expect((await shop.call(dismissSetup, { token: customer.token })).status).toBe(403);
  expect((await listOpenSteps()).length).toBe(FORMER_SETUP_STEPS.length);
  for (const _twice of [1, 2]) expect((await shop.call(dismissSetup, { token })).status).toBe(200);
  expect(await listOpenSteps()).toEqual([]);
});
