/** The letters that the shop wrote, as an admin reads them. */
import { beforeAll, describe, expect, test } from 'vitest';
import { updateProfile } from '../../../src/contract/account.ts';
import { faultsOf, smallTargets } from '../examine.ts';
import { ownOrigin } from '../own.ts';
import { heading } from '../steps.ts';
import { goTo, hasNoSidewaysScroll, NARROW, prepareVisits, WIDE } from '../visitor.ts';
import { call, logInAdmin, makeShopper, type Person, type Session } from '../wire.ts';
import { dialog, main, rowOf } from './screen.ts';

const origin = ownOrigin();
const visit = prepareVisits(origin);
const NAME = `<img src=x onerror=alert(1)> \u202eشحن ${'long'.repeat(30)}`;

let session: Session;
let shopper: Person;

beforeAll(async () => {
  session = await logInAdmin(origin);
  shopper = await makeShopper(origin, NAME);
  const body = { name: NAME, address: 'Elsewhere', password: 'another horse 1' };
  await call(origin, updateProfile, { token: shopper.token, body });
});

describe.each([
  ['wide', WIDE],
  ['narrow', NARROW],
] as const)('%s', (_what, viewport) => {
  test('[LETTER-6] [LETTER-5] a new password leaves a letter: it is listed, read in its own words, and the focus comes back', async () => {
    const { page } = await visit({ session, viewport });
    await goTo(page, '/dashboard/admin/mails');
    await expect.poll(() => heading(page).textContent()).toBe('Letters');
    const read = rowOf(page, shopper.email).getByRole('button', { name: /^Read/ });
    await read.focus();
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('heading', { name: 'Your password was changed' }).waitFor();
    const words = (await dialog(page).textContent()) ?? '';
    expect(words).toContain('Hello <img src=x onerror=alert(1)>');
    expect(words).toContain(shopper.email);
    expect(words).not.toContain('another horse');
    expect(await dialog(page).locator('img').count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    expect(await hasNoSidewaysScroll(page)).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog(page).count()).toBe(0);
    expect(await read.evaluate((it) => it === document.activeElement)).toBe(true);
  });
});

test('[LETTER-4] without a mail server the letter is in a file soon, and counts as sent', async () => {
  const { page } = await visit({ session });
  await expect
    .poll(
      async () => {
        await goTo(page, '/dashboard/admin/mails');
        await rowOf(page, shopper.email).waitFor();
        return rowOf(page, shopper.email).textContent();
      },
      { timeout: 20_000 },
    )
    .toContain('Sent');
  expect(await main(page).getByText('Given up').count()).toBe(0);
});
