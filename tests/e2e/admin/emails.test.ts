/** The admin's list of the emails that the shop has sent. */
import { beforeAll, describe, expect, test } from 'vitest';
import { updateProfile } from '../../../src/contract/account.ts';
import { takeFirst } from '../../support/projects.ts';
import { findA11yViolations, findSmallTargets } from '../support/accessibility.ts';
import { call, logInAdmin, makeShopper, type RegisteredUser, type Session } from '../support/api-client.ts';
import { heading } from '../support/steps.ts';
import { goTo, hasNoHorizontalScroll, NARROW, prepareVisits, WIDE } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { dialog, findRow, main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const HOSTILE_NAME = `<img src=x onerror=alert(1)> \u202eشحن ${'long'.repeat(30)}`;

let session: Session;
let shopper: RegisteredUser;

beforeAll(async () => {
  session = await logInAdmin(origin);
  shopper = await makeShopper(origin, HOSTILE_NAME);
  const body = { name: HOSTILE_NAME, address: 'Elsewhere', password: 'another horse 1' };
  await call(origin, updateProfile, { token: shopper.token, body });
});

const VIEWS = [
  ['wide', WIDE],
  ['narrow', NARROW],
] as const;

describe.each(takeFirst(VIEWS))('%s', (_what, viewport) => {
  test('[LETTER-6] [LETTER-5] a new password sends an email: it is listed and read, and the focus returns', {
    tags: ['full'],
  }, async () => {
    const { page } = await visit({ session, viewport });
    await goTo(page, '/dashboard/admin/emails');
    await expect.poll(() => heading(page).textContent()).toBe('Emails');
    const readButton = findRow(page, shopper.email).getByRole('button', { name: /^View/ });
    await readButton.focus();
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('heading', { name: 'Your password was changed' }).waitFor();
    // What the account calls itself isn't in there.
    await expect.poll(() => dialog(page).textContent()).toContain('Hello,');
    await expect.poll(() => dialog(page).textContent()).toContain(shopper.email);
    await expect.poll(() => dialog(page).textContent()).not.toContain('another horse');
    await expect.poll(() => dialog(page).locator('img').count()).toBe(0);
    expect(await findA11yViolations(page)).toEqual([]);
    expect(await findSmallTargets(page)).toEqual([]);
    await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog(page).count()).toBe(0);
    await expect.poll(() => readButton.evaluate((it) => it === document.activeElement)).toBe(true);
  });
});

test('[LETTER-4] without a mail server the email is soon in a file, and the list says so, not that it was sent', async () => {
  const { page } = await visit({ session });
  await expect
    .poll(
      async () => {
        await goTo(page, '/dashboard/admin/emails');
        await findRow(page, shopper.email).waitFor();
        return findRow(page, shopper.email).textContent();
      },
      // At the latest by the job that runs each minute.
      { timeout: 100_000 },
    )
    .toContain("Not sent: email isn't set up");
  await expect.poll(() => main(page).getByText('Sent', { exact: true }).count()).toBe(0);
  // The filter by status stands outside of the list.
  await expect.poll(() => findRow(page, shopper.email).getByText('Failed').count()).toBe(0);
});
