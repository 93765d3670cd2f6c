/** What isn't saved yet is asked about, whichever way somebody leaves. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { updateSettings } from '../../../src/contract/shop.ts';
import { ownOrigin } from '../own.ts';
import { bar, button, fill, heading, path } from '../steps.ts';
import { goTo, prepareVisits, toastOf } from '../visitor.ts';
import { logInAdmin, makeCategory, makeProduct, makeShopper, type Session, uniqueName } from '../wire.ts';
import { dialog, main } from './screen.ts';

const origin = ownOrigin();
const visit = prepareVisits(origin);

let session: Session;
let editor: string;

beforeAll(async () => {
  session = await logInAdmin(origin);
  const category = await makeCategory(origin, session.token);
  const product = await makeProduct(origin, session.token, category._id);
  editor = `/dashboard/admin/update-product/${product.slug}`;
});

const question = (page: Page) => dialog(page).filter({ hasText: 'Leave without saving?' });
const menuLink = (page: Page, name: string) => page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name });
const name = (page: Page) => page.getByLabel('Name', { exact: true });

describe('unsaved changes', () => {
  test('[ADM-8] [FORM-3] a link asks; Stay and Escape stay with all that was typed, Leave leaves', async () => {
    const { page } = await visit({ session });
    await goTo(page, editor);
    await fill(page, { Name: 'Half done' });
    for (const stay of [() => question(page).getByRole('button', { name: 'Stay' }).click(), () => page.keyboard.press('Escape')]) {
      await menuLink(page, 'Users').click();
      await question(page).waitFor();
      expect(await question(page).evaluate((it) => it.contains(document.activeElement))).toBe(true);
      await stay();
      await question(page).waitFor({ state: 'detached' });
      expect(path(page)).toBe(editor);
      expect(await name(page).inputValue()).toBe('Half done');
      await expect.poll(() => menuLink(page, 'Users').evaluate((it) => it === document.activeElement)).toBe(true);
    }
    await menuLink(page, 'Users').click();
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/dashboard/admin/users');
    await expect.poll(() => heading(page).textContent()).toBe('Users');
  });

  test('[ADM-8] [FORM-3] the back button asks too', async () => {
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/products');
    await menuLink(page, 'Create Product').click();
    await name(page).fill('Half done');
    await page.goBack();
    await question(page).getByRole('button', { name: 'Stay' }).click();
    await question(page).waitFor({ state: 'detached' });
    expect(path(page)).toBe('/dashboard/admin/create-product');
    expect(await name(page).inputValue()).toBe('Half done');
    await page.goBack();
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/dashboard/admin/products');
  });

  test('[ADM-8] [FORM-3] closing or reloading the tab asks the way browsers do, and only while something is changed', async () => {
    const { page, expectComplaints, complaints } = await visit({ session });
    expectComplaints(/^dialog: /);
    await goTo(page, editor);
    await name(page).waitFor();
    const before = await name(page).inputValue();
    await name(page).click();
    await name(page).pressSequentially('!');
    const asked = page.waitForEvent('dialog');
    const closing = page.close({ runBeforeUnload: true });
    expect((await asked).type()).toBe('beforeunload');
    await closing;
    expect(await name(page).inputValue()).toBe(`${before}!`);
    expect(complaints).toHaveLength(1);
    await name(page).fill(before);
    await page.reload();
    await name(page).waitFor();
    expect(complaints).toHaveLength(1);
  });

  test('[ADM-8] [FORM-3] nothing is asked where nothing was changed, or all is as it was', async () => {
    const { page } = await visit({ session });
    await goTo(page, editor);
    await name(page).waitFor();
    await menuLink(page, 'Users').click();
    await page.waitForURL('**/dashboard/admin/users');
    await goTo(page, editor);
    const before = await name(page).inputValue();
    await fill(page, { Name: 'Half done' });
    await fill(page, { Name: before });
    await menuLink(page, 'Users').click();
    await page.waitForURL('**/dashboard/admin/users');
  });

  test('[ADM-8] [FORM-3] nothing is asked after saving', async () => {
    const { page } = await visit({ session, clock: true });
    await goTo(page, editor);
    await fill(page, { Quantity: '77' });
    await button(page, 'Update Product').click();
    await toastOf(page, 'Successfully Update').waitFor();
    await page.clock.fastForward(2000);
    await page.waitForURL('**/dashboard/admin/products');
    expect(await question(page).count()).toBe(0);
  });

  test('[ADM-1] [FORM-3] settings and texts: each form by itself, and one that is saved is no reason to ask', async () => {
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/settings');
    await main(page).getByRole('switch').click();
    await menuLink(page, 'Overview').click();
    await question(page).getByRole('button', { name: 'Stay' }).click();
    await main(page).getByRole('switch').click();
    await page.getByRole('button', { name: 'Remove range 11' }).click();
    await menuLink(page, 'Overview').click();
    await question(page).getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Add a range' }).click();
    await page.getByLabel('Lowest of range 11').fill('999');
    await page.getByLabel('Highest of range 11').fill('99999');
    const about = page.getByLabel('About', { exact: true });
    const text = await about.inputValue();
    await about.fill(`${text}\n\nOne more line.`);
    await menuLink(page, 'Overview').click();
    await question(page).getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Save About' }).click();
    await toastOf(page, 'About saved').waitFor();
    await menuLink(page, 'Overview').click();
    await page.waitForURL('**/dashboard/admin');
    await menuLink(page, 'Settings').click();
    await about.fill(text);
    await page.getByRole('button', { name: 'Save About' }).click();
    await toastOf(page, 'About saved').waitFor();
  });

  test('[ADM-1] [FORM-3] whose login the server ends is not asked', async () => {
    const own = await logInAdmin(origin);
    const { page, expectComplaints } = await visit({ session: own, clock: true });
    expectComplaints(/status of 401/, /console:/);
    await goTo(page, '/dashboard/admin/settings');
    await main(page).getByRole('switch').click();
    await page.route(`**${updateSettings.path}`, (it) => it.fulfill({ status: 401, json: { success: false, message: 'Please log in' } }));
    await button(page, 'Save').click();
    await page.getByText('redirecting to you in').waitFor();
    await page.getByRole('button', { name: 'Go now' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    expect(await question(page).count()).toBe(0);
  });

  test('[ACC-5] whoever logs out is not asked', async () => {
    const { page } = await visit({ session: await makeShopper(origin, 'Leaving Soon'), clock: true });
    await goTo(page, '/dashboard/user/profile');
    await fill(page, { Name: 'Half done' });
    await bar(page).getByRole('button', { name: 'Leaving Soon' }).click();
    await bar(page).getByRole('button', { name: 'Logout' }).click();
    await toastOf(page, 'Successfully Logout').waitFor();
    await page.clock.fastForward(2000);
    await page.waitForURL('**/login');
    expect(await question(page).count()).toBe(0);
  });

  test('[USER-2] [FORM-3] the own profile asks as well, not after saving, and again after a later change', async () => {
    const { page } = await visit({ session: await makeShopper(origin) });
    const menu = page.getByRole('navigation', { name: 'My account' });
    await goTo(page, '/dashboard/user/profile');
    await fill(page, { Name: uniqueName('Other'), Password: 'another horse 3' });
    await menu.getByRole('link', { name: 'Orders' }).click();
    await question(page).getByRole('button', { name: 'Stay' }).click();
    await button(page, 'Update').click();
    await toastOf(page, 'successfully update').waitFor();
    await fill(page, { Address: 'Somewhere else' });
    await menu.getByRole('link', { name: 'Orders' }).click();
    await question(page).getByRole('button', { name: 'Stay' }).click();
    await question(page).waitFor({ state: 'detached' });
    await fill(page, { Address: '1 Market Street, Springfield' });
    await menu.getByRole('link', { name: 'Orders' }).click();
    await page.waitForURL('**/dashboard/user/orders');
  });
});
