/** Unsaved changes: a dialog asks before they are lost, however the page is left. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { updateSettings } from '../../../src/contract/settings.ts';
import { logInAdmin, makeCategory, makeProduct, makeShopper, type Session, uniqueName } from '../support/api-client.ts';
import { button, fillFields, getPath, heading, navbar } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { dialog, main, saveBar, saveChanges } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let session: Session;
let editorUrl: string;

beforeAll(async () => {
  session = await logInAdmin(origin);
  const category = await makeCategory(origin, session.token);
  const product = await makeProduct(origin, session.token, category._id);
  editorUrl = `/dashboard/admin/update-product/${product.slug}`;
});

const leaveDialog = (page: Page) => dialog(page).filter({ hasText: 'Leave without saving?' });
const menuLink = (page: Page, name: string) => page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name });
const nameField = (page: Page) => page.getByLabel('Name', { exact: true });

describe('unsaved changes', () => {
  test('[ADM-8] [FORM-3] a link asks; Stay and Escape stay with all that was typed, Leave leaves', { tags: ['full'] }, async () => {
    const { page } = await visit({ session });
    await goTo(page, editorUrl);
    await fillFields(page, { Name: 'Half done' });
    for (const dismiss of [() => leaveDialog(page).getByRole('button', { name: 'Stay' }).click(), () => page.keyboard.press('Escape')]) {
      await menuLink(page, 'Customers').click();
      await leaveDialog(page).waitFor();
      await expect.poll(() => leaveDialog(page).evaluate((it) => it.contains(document.activeElement))).toBe(true);
      await dismiss();
      await leaveDialog(page).waitFor({ state: 'detached' });
      expect(getPath(page)).toBe(editorUrl);
      await expect.poll(() => nameField(page).inputValue()).toBe('Half done');
      await expect.poll(() => menuLink(page, 'Customers').evaluate((it) => it === document.activeElement)).toBe(true);
    }
    await menuLink(page, 'Customers').click();
    await leaveDialog(page).getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/dashboard/admin/users');
    await expect.poll(() => heading(page).textContent()).toBe('Users');
  });

  test('[ADM-8] [FORM-3] the back button asks too', { tags: ['full'] }, async () => {
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/products');
    await menuLink(page, 'Create Product').click();
    await nameField(page).fill('Half done');
    await page.goBack();
    await leaveDialog(page).getByRole('button', { name: 'Stay' }).click();
    await leaveDialog(page).waitFor({ state: 'detached' });
    expect(getPath(page)).toBe('/dashboard/admin/create-product');
    await expect.poll(() => nameField(page).inputValue()).toBe('Half done');
    await page.goBack();
    await leaveDialog(page).getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/dashboard/admin/products');
  });

  test('[ADM-8] [FORM-3] closing or reloading the tab asks the way browsers do, and only while something is changed', async () => {
    const { page, expectBrowserErrors, browserErrors } = await visit({ session });
    expectBrowserErrors(/^dialog: /);
    await goTo(page, editorUrl);
    await nameField(page).waitFor();
    const before = await nameField(page).inputValue();
    await nameField(page).click();
    await nameField(page).pressSequentially('!');
    const dialogPromise = page.waitForEvent('dialog');
    const closePromise = page.close({ runBeforeUnload: true });
    expect((await dialogPromise).type()).toBe('beforeunload');
    await closePromise;
    await expect.poll(() => nameField(page).inputValue()).toBe(`${before}!`);
    expect(browserErrors).toHaveLength(1);
    await nameField(page).fill(before);
    await page.reload();
    await nameField(page).waitFor();
    expect(browserErrors).toHaveLength(1);
  });

  test('[ADM-8] [FORM-3] nothing is asked where nothing was changed, or all is as it was', { tags: ['full'] }, async () => {
    const { page } = await visit({ session });
    await goTo(page, editorUrl);
    await nameField(page).waitFor();
    await menuLink(page, 'Customers').click();
    await page.waitForURL('**/dashboard/admin/users');
    await goTo(page, editorUrl);
    const before = await nameField(page).inputValue();
    await fillFields(page, { Name: 'Half done' });
    await fillFields(page, { Name: before });
    await menuLink(page, 'Customers').click();
    await page.waitForURL('**/dashboard/admin/users');
  });

  test('[ADM-8] [FORM-3] nothing is asked after saving', { tags: ['full'] }, async () => {
    const { page } = await visit({ session, clock: true });
    await goTo(page, editorUrl);
    await fillFields(page, { Quantity: '77' });
    await button(page, 'Update Product').click();
    await findToast(page, 'Successfully Update').waitFor();
    await page.clock.fastForward(2000);
    await page.waitForURL('**/dashboard/admin/products');
    await expect.poll(() => leaveDialog(page).count()).toBe(0);
  });

  test('[ADM-1] [FORM-3] pages of settings and of texts ask too, and not once they are saved', {
    tags: ['full'],
  }, async () => {
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/settings/search');
    await main(page).getByRole('switch', { name: 'Add to cart from every list' }).click();
    await menuLink(page, 'Home').click();
    await leaveDialog(page).getByRole('button', { name: 'Stay' }).click();
    await main(page).getByRole('switch', { name: 'Add to cart from every list' }).click();
    await page.getByRole('button', { name: 'Remove range 11' }).click();
    await menuLink(page, 'Home').click();
    await leaveDialog(page).getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Add range' }).click();
    await page.getByLabel('Minimum of range 11').fill('999');
    await page.getByLabel('Maximum of range 11').fill('99999');
    // All is as it was.
    await expect.poll(() => saveBar(page).count()).toBe(0);
    await menuLink(page, 'Pages').click();
    await main(page).getByRole('link', { name: 'Legal pages' }).click();
    const about = page.getByLabel('Text of About');
    const text = await about.inputValue();
    await about.fill(`${text}\n\nOne more line.`);
    await menuLink(page, 'Home').click();
    await leaveDialog(page).getByRole('button', { name: 'Stay' }).click();
    await saveChanges(page);
    await findToast(page, 'About saved').waitFor();
    await menuLink(page, 'Home').click();
    await page.waitForURL('**/dashboard/admin');
    await goTo(page, '/dashboard/admin/pages/legal');
    await about.fill(text);
    await saveChanges(page);
    await findToast(page, 'About saved').waitFor();
  });

  test('[ADM-1] [FORM-3] nobody is asked whose session the server has ended', { tags: ['full'] }, async () => {
    const ownSession = await logInAdmin(origin);
    const { page, expectBrowserErrors } = await visit({ session: ownSession, clock: true });
    expectBrowserErrors(/status of 401/, /console:/);
    await goTo(page, '/dashboard/admin/settings/search');
    await main(page).getByRole('switch', { name: 'Add to cart from every list' }).click();
    await page.route(`**${updateSettings.path}`, (it) => it.fulfill({ status: 401, json: { success: false, message: 'Please log in' } }));
    await saveChanges(page);
    await dialog(page).getByRole('button', { name: 'Cancel' }).first().click();
    await page.getByText('redirecting to you in').waitFor();
    await page.getByRole('button', { name: 'Go now' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await expect.poll(() => leaveDialog(page).count()).toBe(0);
  });

  test('[ACC-5] logging out doesn’t ask', { tags: ['full'] }, async () => {
    const { page } = await visit({ session: await makeShopper(origin, 'Leaving Soon'), clock: true });
    await goTo(page, '/dashboard/user/profile');
    await fillFields(page, { Name: 'Half done' });
    await navbar(page).getByRole('button', { name: 'Leaving Soon' }).click();
    await navbar(page).getByRole('button', { name: 'Logout' }).click();
    await findToast(page, 'Successfully Logout').waitFor();
    await page.clock.fastForward(2000);
    await page.waitForURL('**/login');
    await expect.poll(() => leaveDialog(page).count()).toBe(0);
  });

  test('[USER-2] [FORM-3] the profile asks too: not after saving, and again after a later change', { tags: ['full'] }, async () => {
    const { page } = await visit({ session: await makeShopper(origin) });
    const menu = page.getByRole('navigation', { name: 'My account' });
    await goTo(page, '/dashboard/user/profile');
    await fillFields(page, { Name: uniqueName('Other'), Password: 'another horse 3' });
    await menu.getByRole('link', { name: 'Orders' }).click();
    await leaveDialog(page).getByRole('button', { name: 'Stay' }).click();
    await button(page, 'Update').click();
    await findToast(page, 'successfully update').waitFor();
    await fillFields(page, { Address: 'Somewhere else' });
    await menu.getByRole('link', { name: 'Orders' }).click();
    await leaveDialog(page).getByRole('button', { name: 'Stay' }).click();
    await leaveDialog(page).waitFor({ state: 'detached' });
    await fillFields(page, { Address: '1 Market Street, Springfield' });
    await menu.getByRole('link', { name: 'Orders' }).click();
    await page.waitForURL('**/dashboard/user/orders');
  });
});
