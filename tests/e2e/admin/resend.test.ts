/** After a day without a mail server and with an endpoint that was away: an owner sends again what failed. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listWebhookDeliveries } from '../../../src/contract/webhook.ts';
import { openEmbedded } from '../../../src/server/platform/database/connect.ts';
import {
  emails,
  LINK_ENDED,
  MAX_ATTEMPTS,
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
} from '../../../src/server/shop/database/schema/messages.ts';
import { makeEmail } from '../../support/emails.ts';
import { type ShopProcess, startShop } from '../../support/shop-process.ts';
import { type MailServer, startMailServer } from '../../support/smtp-server.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, logInAdmin, type Session } from '../support/api-client.ts';
import { findToast, goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin, makeEmptyDataDir } from '../support/worker-shop.ts';
import { dialog, findRow, main } from './locators.ts';

const visit = prepareVisits(getWorkerOrigin());
const REASON = 'Failed after 10 attempts: connect ECONNREFUSED';

let shop: ShopProcess;
let mailServer: MailServer;
let owner: Session;

/** As an outage leaves it; the shop isn't open yet. */
async function addFailed(dataDir: string): Promise<void> {
  const { db, close } = await openEmbedded({ dataDir });
  const at = new Date();
  for (const [name, lastError] of Object.entries({ ada: REASON, bob: REASON, cyd: REASON, eve: LINK_ENDED })) {
    const { linkUntil: _never, ...email } = makeEmail(`${name}@example.com`);
    const failed = { sealed: null, createdAt: at, nextAttemptAt: at, attempts: MAX_ATTEMPTS, lastError };
    await db.insert(emails).values({ ...email, id: randomUUID(), ...failed });
  }
  // No name server has such hosts, so nothing leaves the machine of the tests.
  for (const description of ['Accounting', 'Stockroom']) {
    const endpointId = randomUUID();
    const url = `https://${description.toLowerCase()}.invalid/events`;
    const input = { url, description, events: ['order.paid' as const], isEnabled: true, secret: `whsec_${'A'.repeat(43)}=` };
    await db.insert(webhookEndpoints).values({ ...input, id: endpointId, createdAt: at });
    for (let n = 0; n < 2; n += 1) {
      const [id, subjectId] = [randomUUID(), randomUUID()];
      const event = { id, type: 'order.paid', subjectId, details: {}, createdAt: at, body: '{"type":"order.paid"}' };
      await db.insert(webhookEvents).values(event);
      const log = [{ at: at.toISOString(), status: 503, error: null, answer: '', duration: 20 }];
      const delivery = { eventId: id, endpointId, subjectId, position: n + 1, state: 'failed' as const, attempts: 8, log };
      await db.insert(webhookDeliveries).values({ ...delivery, id: randomUUID(), createdAt: at, firstAttemptAt: at, nextAttemptAt: at });
    }
  }
  await close();
}

beforeAll(async () => {
  mailServer = await startMailServer();
  const dataDir = makeEmptyDataDir();
  await addFailed(dataDir);
  shop = await startShop({ dataDir, env: { DEMO: 'off', SMTP_URL: mailServer.url, MAIL_FROM: 'Shop <hello@shop.example>' } });
  owner = await logInAdmin(shop.origin);
});
afterAll(async () => {
  await shop?.stop();
  await mailServer?.close();
});

const listRecipients = () => mailServer.received.flatMap(({ to }) => to).filter((it) => it !== 'admin@example.com');

test('[LETTER-18] failed emails are sent again, one and then all; one whose link has expired stays and can’t be sent', async () => {
  const { page } = await visit({ origin: shop.origin, session: owner });
  await goTo(page, '/dashboard/admin/emails');
  await main(page).getByRole('link', { name: 'Failed' }).click();
  const all = main(page).getByRole('button', { name: 'Send all again' });
  await all.waitFor();
  await expect.poll(() => findRow(page, 'eve@example.com').textContent()).toContain('Its link has expired');
  await expect
    .poll(() =>
      findRow(page, 'eve@example.com')
        .getByRole('button', { name: /again$/ })
        .count(),
    )
    .toBe(0);
  expect(await findA11yViolations(page)).toEqual([]);
  await page.setViewportSize(NARROW);
  await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);

  await findRow(page, 'ada@example.com')
    .getByRole('button', { name: /again$/ })
    .click();
  await findToast(page, 'Sent again').waitFor();
  await expect.poll(() => findRow(page, 'ada@example.com').count()).toBe(0);
  await expect.poll(listRecipients, { timeout: 100_000 }).toEqual(['ada@example.com']);

  await all.click();
  await dialog(page).getByText('Emails whose links have expired aren’t sent.').waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => findRow(page, 'bob@example.com').count()).toBe(1);
  await all.click();
  await dialog(page).getByRole('button', { name: 'Send all again' }).click();
  await findToast(page, '2 emails sent again').waitFor();
  await expect.poll(() => findRow(page, 'bob@example.com').count()).toBe(0);
  await expect.poll(() => findRow(page, 'eve@example.com').count()).toBe(1);
  await expect.poll(() => all.count()).toBe(0);
  await expect
    .poll(() => listRecipients().toSorted(), { timeout: 100_000 })
    .toEqual(['ada@example.com', 'bob@example.com', 'cyd@example.com']);
});

test('[HOOKOUT-13] failed deliveries are sent again, all of one endpoint and then all', async () => {
  const { page } = await visit({ origin: shop.origin, session: owner });
  const listFailed = async () => {
    const { deliveries } = await call(shop.origin, listWebhookDeliveries, { token: owner.token, query: { state: 'failed' } });
    return deliveries.map(({ endpoint }) => endpoint.url).toSorted();
  };
  await goTo(page, '/dashboard/admin/webhooks');
  const deliveries = main(page).getByRole('region', { name: 'Deliveries' });
  await deliveries.getByRole('row').nth(4).waitFor();
  const all = deliveries.getByRole('button', { name: 'Send all again' });
  await expect.poll(() => all.count()).toBe(0);
  await deliveries.getByRole('combobox', { name: 'Status' }).selectOption('Failed');
  await deliveries.getByRole('combobox', { name: 'Endpoint' }).selectOption('Accounting');
  await expect.poll(() => deliveries.getByRole('row').count()).toBe(3);
  await all.click();
  await dialog(page)
    .getByText(/accounting\.invalid/)
    .waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Send all again' }).click();
  await findToast(page, '2 deliveries sent again').waitFor();
  await deliveries.getByText('No deliveries').waitFor();
  await expect.poll(() => all.count()).toBe(0);
  expect(await listFailed()).toEqual(Array.from({ length: 2 }, () => 'https://stockroom.invalid/events'));

  await deliveries.getByRole('combobox', { name: 'Endpoint' }).selectOption('All endpoints');
  await page.setViewportSize(NARROW);
  await all.click();
  await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
  await dialog(page).getByRole('button', { name: 'Send all again' }).click();
  // The toast of the endpoint before may still be there and says the same, so the page is asked what is left.
  await deliveries.getByText('No deliveries').waitFor();
  await expect.poll(listFailed).toEqual([]);
});
