/** A shop that demands a second factor of its team: what it says in the week before and afterwards, and an owner who helps somebody out. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkUser } from '../../../src/contract/auth.ts';
import { listOrders } from '../../../src/contract/order.ts';
import { confirmSecondFactor, setUpSecondFactor } from '../../../src/contract/second-factor.ts';
import { acceptInvitation, inviteToTeam } from '../../../src/contract/team.ts';
import { DAY } from '../../../src/contract/values.ts';
import { shiftClock } from '../../support/shift-clock.ts';
import { root, type ShopProcess, startShop } from '../../support/shop-process.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, logIn, logInAdmin, sendRequest } from '../support/api-client.ts';
import { button, heading } from '../support/steps.ts';
import { findToast, goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin, makeEmptyDataDir } from '../support/worker-shop.ts';
import { dialog, findRow, main } from './locators.ts';

const visit = prepareVisits(getWorkerOrigin());
const directory = mkdtempSync(path.join(os.tmpdir(), 'shop-clock-'));
const clockFile = path.join(directory, 'clock.json');
const GRACE = { email: 'grace@example.com', password: 'correct horse 1' };

let shop: ShopProcess;
let shift = 0;
const moveClock = (milliseconds: number) => {
  shift = milliseconds;
  shiftClock(clockFile, { wall: milliseconds, steady: milliseconds });
};
const showCode = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.now() + shift });

beforeAll(async () => {
  moveClock(0);
  const preload = path.join(root, 'tests/faults/shifted-clock.ts');
  shop = await startShop({ dataDir: makeEmptyDataDir(), env: { DEMO: 'off', CLOCK_FILE: clockFile }, preload });
});
afterAll(async () => {
  await shop?.stop();
  rmSync(directory, { recursive: true });
});

/** Somebody of the staff who has a second factor. */
async function addStaff(ownerToken: string): Promise<{ token: string }> {
  const { link } = await call(shop.origin, inviteToTeam, { token: ownerToken, body: { email: GRACE.email, role: 'staff' } });
  await call(shop.origin, acceptInvitation, { body: { token: link?.split('#')[1] ?? '', name: 'Grace', password: GRACE.password } });
  const { token } = await logIn(shop.origin, GRACE.email, GRACE.password);
  const { secret } = await call(shop.origin, setUpSecondFactor, { token });
  await call(shop.origin, confirmSecondFactor, { token, body: { code: showCode(secret) } });
  return { token };
}

async function setUpInBrowser(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: 'Two-step login' });
  await panel.getByRole('button', { name: 'Set up' }).click();
  const key = (await panel.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? '';
  await panel.getByLabel('Code', { exact: true }).fill(showCode(key.replaceAll(' ', '')));
  await panel.getByRole('button', { name: 'Switch on' }).click();
  await button(page, 'I have saved them').click();
  await panel.getByText('10 recovery codes left').waitFor();
}

test('[FACTOR-12] [FACTOR-13] the admin area says for a week that a second factor is due, then leads to where it is set up; owners remove a lost one', async () => {
  const owner = await logInAdmin(shop.origin);
  const staff = await addStaff(owner.token);
  const { page } = await visit({ origin: shop.origin, session: owner });
  await goTo(page, '/dashboard/admin/team');
  await main(page).getByText('Set it up within 7 days').waitFor();
  const link = main(page).getByRole('link', { name: 'Set up two-step login' });
  await expect.poll(() => link.getAttribute('href')).toBe('/dashboard/user/security');

  await findRow(page, GRACE.email).getByText('On', { exact: true }).waitFor();
  await findRow(page, GRACE.email).getByRole('button', { name: 'Turn off two-step login for Grace' }).click();
  await dialog(page).getByText('First make sure that the request really comes from them').waitFor();
  await dialog(page).getByRole('button', { name: 'Turn off two-step login' }).click();
  // This shop has no mail server.
  await findToast(page, 'No email could be sent: tell them yourself.').waitFor();
  await findRow(page, GRACE.email).getByText('Off', { exact: true }).waitFor();
  await expect.poll(() => findRow(page, GRACE.email).getByRole('button', { name: 'Turn off' }).count()).toBe(0);
  expect((await sendRequest(shop.origin, checkUser, { token: staff.token })).status).toBe(401);

  moveClock(8 * DAY);
  // For the shop its connections have been idle that long: it ends them, and fetch has to hear of it before the next request.
  await sleep(1000);
  const later = await visit({ origin: shop.origin, session: await logInAdmin(shop.origin), viewport: NARROW });
  // A refused loader, shown by the page's error boundary.
  later.expectBrowserErrors(/status of 403/, /Set up two-step login on your Security page/);
  await goTo(later.page, '/dashboard/admin/orders');
  await expect.poll(() => heading(later.page).textContent()).toBe('Set up two-step login first');
  expect(await findA11yViolations(later.page)).toEqual([]);
  await expect.poll(() => hasNoHorizontalScroll(later.page)).toBe(true);
  await main(later.page).getByRole('link', { name: 'Set up two-step login' }).click();
  await setUpInBrowser(later.page);
  await goTo(later.page, '/dashboard/admin/orders');
  await expect.poll(() => heading(later.page).textContent()).toBe('Orders');
  await expect.poll(() => main(later.page).getByText('without it you can’t open the admin area').count()).toBe(0);

  // Who hasn't set one up still has their account, and shops.
  const { token } = await logIn(shop.origin, GRACE.email, GRACE.password);
  expect((await sendRequest(shop.origin, listOrders, { token })).status).toBe(200);
});
