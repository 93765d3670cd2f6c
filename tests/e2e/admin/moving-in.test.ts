/** A merchant moves in with customers and orders; a customer claims the account by a link and sees what they bought before. */
import { expect, test } from 'vitest';
import { findA11yViolations } from '../support/accessibility.ts';
import { logInAdmin, makeShopper } from '../support/api-client.ts';
import { goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { findRow, main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

test('[MOVE-1] [MOVE-5] [MOVE-13] a merchant drops files of customers and orders, sees what they bring, imports them, and reads the old orders', {
  tags: ['full'],
}, async () => {
  const session = await logInAdmin(origin);
  const run = `m${Date.now()}`;
  const customers = [
    'First Name,Last Name,Email,Accepts Email Marketing,Default Address Address1,Default Address City,Default Address Country Code,Default Address Zip,Phone,Note,Tags',
    `Mia,${run},mia-${run}@example.com,yes,Torstraße 1,Berlin,DE,10119,+49 30 1234567,Likes blue,VIP`,
    'No,Email,,no,,,,,,,',
  ].join('\n');
  const orders = [
    'Name,Email,Financial Status,Fulfillment Status,Currency,Subtotal,Shipping,Taxes,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Name',
    `#${run},mia-${run}@example.com,paid,fulfilled,EUR,30.00,5.00,0.00,35.00,2024-05-01 10:00:00 +0200,2,Mug ${run},15.00,M-1,Mia ${run}`,
  ].join('\n');
  const { page } = await visit({ session });
  const upload = async (name: string, text: string) => {
    await goTo(page, '/dashboard/admin/imports');
    await main(page)
      .getByLabel('Choose a CSV file')
      .setInputFiles({ name: `${name}-${run}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) });
  };
  await upload('customers', customers);
  const start = main(page).getByRole('button', { name: 'Import 1 customer' });
  await start.waitFor();
  await expect.poll(() => main(page).getByLabel('What the file brings').inputValue()).toBe('customers');
  await main(page).getByText('Torstraße 1, Berlin, DE').waitFor();
  await main(page).getByText('Email is required: customers are known by it').waitFor();
  // What is asked of products only isn't asked here.
  await expect.poll(() => main(page).getByText('Create missing categories').count()).toBe(0);
  await page.setViewportSize(NARROW);
  await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
  expect(await findA11yViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await start.click();
  await main(page).getByText('1 customer added, 0 changed').waitFor();
  await main(page).getByRole('button', { name: 'Invite 1 customer' }).waitFor();

  await upload('orders', orders);
  await main(page).getByRole('button', { name: 'Import 1 order' }).click();
  await main(page).getByText('1 order added').waitFor();
  await main(page).getByRole('link', { name: 'View imported orders' }).click();
  await findRow(page, `#${run}`).getByText('€35.00').waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  await main(page)
    .getByRole('link', { name: `#${run}` })
    .click();
  await main(page).getByText(`Mug ${run}`).waitFor();
  await page.setViewportSize(NARROW);
  await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
  expect(await findA11yViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  // From the orders' page, and on the customer's.
  await goTo(page, '/dashboard/admin/orders');
  await main(page).getByRole('link', { name: 'Imported' }).waitFor();
  await goTo(page, `/dashboard/admin/users?keyword=mia-${run}`);
  await main(page)
    .getByRole('link', { name: `Mia ${run}` })
    .click();
  await main(page)
    .getByRole('link', { name: `#${run}` })
    .waitFor();
  await main(page).getByText('Likes blue').waitFor();
});

test('[MOVE-3] [MOVE-13] a customer who has claimed the account reads the orders of the former shop below their own', async () => {
  const session = await makeShopper(origin);
  const { page } = await visit({ session });
  const order = {
    ...{ _id: '00000000-0000-4000-8000-000000000001', number: '#1001', placedAt: '2024-05-01T08:00:00.000Z', status: 'paid, fulfilled' },
    ...{
      name: 'Mia Berg',
      email: session.email,
      phone: '',
      shippingAddress: 'Mia Berg\nTorstraße 1\n10119 Berlin',
      billingAddress: '',
      currency: 'EUR',
    },
    lines: [{ name: 'Mug', sku: 'M-1', quantity: 2, price: 15 }],
    ...{
      subtotal: 30,
      discount: null,
      shipping: 5,
      tax: null,
      total: 35,
      refunded: 10,
      code: '',
      shippingMethod: '',
      paymentMethod: '',
      note: '',
      tags: [],
    },
  };
  // This shop has no mail server, so this is the response to somebody who proved the mailbox.
  await page.route('**/account/imported-orders*', (route) =>
    route.fulfill({ json: { success: true, orders: [order], total: 1, page: 1, limit: 10 } }),
  );
  await goTo(page, '/dashboard/user/orders');
  const former = page.getByRole('region', { name: 'From our former shop' });
  const card = former.getByRole('article', { name: 'Order #1001' });
  await card.getByText('€35.00').waitFor();
  await card.getByText('-€10.00').or(card.getByText('−€10.00')).waitFor();
  await page.setViewportSize(NARROW);
  await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
  expect(await findA11yViolations(page)).toEqual([]);
});
