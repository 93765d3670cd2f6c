/** A gift card's life in a browser: sold and emailed, spent in part beside the demo payment, refunded, and seen by the team. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listGiftCards } from '../../../src/contract/gift-card.ts';
import type { Product } from '../../../src/contract/product.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { openEmbedded } from '../../../src/server/platform/database/connect.ts';
import { findFreePort } from '../../support/free-port.ts';
import { makeProducts, makeCategory as makeRowOfCategory } from '../../support/products.ts';
import { type ShopProcess, startShop } from '../../support/shop-process.ts';
import { type MailServer, startMailServer } from '../../support/smtp-server.ts';
import { dialog, main } from '../admin/locators.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, logInAdmin, makeCategory, makeProduct, makeShopper, type Session } from '../support/api-client.ts';
import { payWithCard, VALID_CARD } from '../support/steps.ts';
import { goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { makeEmptyDataDir } from '../support/worker-shop.ts';
import { orderButton } from './test-products.ts';

const FRIEND = 'friend@example.com';
let mail: MailServer;
let shop: ShopProcess;
let session: Session;
let card: Product;
let mug: Product;

/** The demo's payments without its catalog, which only an empty shop gets. */
async function skipDemoCatalog(dataDir: string): Promise<void> {
  const { db, close } = await openEmbedded({ dataDir });
  await makeProducts(db, [{ categoryId: await makeRowOfCategory(db), status: 'archived' }]);
  await close();
}

beforeAll(async () => {
  mail = await startMailServer();
  const port = String(await findFreePort());
  const env = {
    PORT: port,

    SMTP_URL: mail.url,
    MAIL_FROM: 'Mugs <hello@shop.example>',
    DEMO: 'on',
  };
  const dataDir = makeEmptyDataDir();
  await skipDemoCatalog(dataDir);
  shop = await startShop({ dataDir, env: { ...env, SECOND_FACTOR: 'optional' } });
  session = await logInAdmin(shop.origin);
  const { _id: category } = await makeCategory(shop.origin, session.token);
  const make = async (name: string, price: number, change: object) => {
    const made = await makeProduct(shop.origin, session.token, category, { name, price });
    await call(shop.origin, updateProduct, { token: session.token, params: { id: made._id }, body: { shipping: 0, ...change } });
    return { ...made, shipping: 0 as const };
  };
  card = await make('Gift card', 20, { soldAs: 'gift_card' });
  mug = await make('Mug', 35, {});
});

afterAll(async () => {
  await shop.stop();
  await mail.close();
});

const visit = prepareVisits('');
const form = (page: Page) => page.locator('main').getByRole('form', { name: 'Checkout' });

test('[GIFT-2] [CREDIT-1] a gift card is bought for a friend, arrives by email, pays a part of an order, and is given back by a refund', async () => {
  const buyer = await visit({ origin: shop.origin, session: await makeShopper(shop.origin), viewport: NARROW, storage: { cart: [card] } });
  await goTo(buyer.page, '/checkout');
  await form(buyer.page).getByLabel('Recipient’s email').fill(FRIEND);
  await form(buyer.page).getByLabel('From', { exact: true }).fill('Ada');
  await form(buyer.page).getByLabel('Message').fill('For your new kitchen');
  expect(await findA11yViolations(buyer.page)).toEqual([]);
  await expect.poll(() => hasNoHorizontalScroll(buyer.page)).toBe(true);
  await expect.poll(() => orderButton(buyer.page).textContent()).toBe('Order and pay $20.00');
  await orderButton(buyer.page).click();
  await payWithCard(buyer.page, VALID_CARD);
  await buyer.page.waitForURL('**/success?**');

  // The job runs every minute.
  await expect.poll(() => mail.received.filter(({ to }) => to.includes(FRIEND)).length, { timeout: 90_000 }).toBe(1);
  const text = mail.received.find(({ to }) => to.includes(FRIEND))?.parts.get('text/plain') ?? '';
  expect(text).toContain('For your new kitchen');
  const [, code = ''] = /Code: ([A-Z2-9 ]{19})/.exec(text) ?? [];

  const friend = await visit({ origin: shop.origin, session: await makeShopper(shop.origin), storage: { cart: [mug] } });
  const { page } = friend;
  await goTo(page, '/checkout');
  await form(page).getByRole('button', { name: 'Add a gift card' }).click();
  await form(page).getByLabel('Gift card code').fill('2222 2222 2222 2222');
  await page.keyboard.press('Enter');
  await form(page)
    .getByText(/can’t be used/)
    .waitFor();
  await form(page)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await form(page).getByRole('button', { name: 'Add a gift card' }).click();
  await form(page).getByLabel('Gift card code').fill(code.toLowerCase());
  await form(page).getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => orderButton(page).textContent()).toBe('Order and pay $15.00');
  await form(page).getByText('$0.00 left on it').waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  await orderButton(page).click();
  await page.waitForURL('**/pay/**');
  await expect.poll(() => page.locator('body').textContent()).toContain('$15.00');
  await payWithCard(page, VALID_CARD);
  await page.waitForURL('**/success?**');
  const order = new URL(page.url()).searchParams.get('order') ?? '';
  await page.getByText(`Gift card •••• ${code.slice(-4)}`).waitFor();

  const admin = await visit({ origin: shop.origin, session });
  await goTo(admin.page, `/dashboard/admin/orders/${order}`);
  await main(admin.page).getByRole('button', { name: 'Refund', exact: true }).click();
  await dialog(admin.page).getByText('Up to $35.00 can be refunded', { exact: false }).waitFor();
  await dialog(admin.page).getByLabel('Amount', { exact: false }).fill('30');
  await dialog(admin.page).getByLabel('Reason', { exact: false }).fill('Chipped');
  await dialog(admin.page).getByRole('button', { name: 'Issue refund', exact: true }).click();
  await main(admin.page).getByText('$20.00 of it to gift card or store credit', { exact: false }).waitFor();
  const { cards } = await call(shop.origin, listGiftCards, { token: session.token, query: { keyword: code.slice(-4) } });
  expect(cards).toMatchObject([{ balance: 20, state: 'active', recipientEmail: FRIEND }]);
});

test('[GIFT-5] [CREDIT-1] the team issues a gift card and sees its history; a customer pays all of an order with it, without a payment page', async () => {
  const { page } = await visit({ origin: shop.origin, session });
  await goTo(page, '/dashboard/admin/gift-cards');
  await main(page).getByRole('button', { name: 'Issue a gift card' }).click();
  await dialog(page).getByLabel('Amount', { exact: false }).fill('50');
  await dialog(page).getByLabel('Reason', { exact: false }).fill('Sorry');
  await dialog(page).getByRole('button', { name: 'Issue', exact: true }).click();
  const code = (await dialog(page).locator('code').textContent()) ?? '';
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await main(page).getByText('$50.00 of $50.00').waitFor();
  expect(await findA11yViolations(page)).toEqual([]);

  const { page: shopper } = await visit({ origin: shop.origin, session: await makeShopper(shop.origin), storage: { cart: [mug] } });
  await goTo(shopper, '/dashboard/user/store-credit');
  await shopper.getByLabel('Gift card code').fill(code);
  await shopper.getByRole('button', { name: 'Check balance' }).click();
  await shopper.getByText(/: \$50\.00/).waitFor();
  await goTo(shopper, '/checkout');
  await form(shopper).getByRole('button', { name: 'Add a gift card' }).click();
  await form(shopper).getByLabel('Gift card code').fill(code);
  await shopper.keyboard.press('Enter');
  await form(shopper).getByText('Nothing is left to pay: no payment page follows.').waitFor();
  await expect.poll(() => orderButton(shopper).textContent()).toBe('Place order');
  await orderButton(shopper).click();
  await shopper.waitForURL('**/success?**');

  await main(page)
    .getByRole('link', { name: `•••• ${code.slice(-4)}` })
    .click();
  await page.waitForURL('**/gift-cards/*');
  await page.reload();
  await main(page).getByText('Spent').first().waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  await page.setViewportSize(NARROW);
  await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
});
