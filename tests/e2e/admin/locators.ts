/** Locators of the admin area. */
import type { Page } from 'playwright-core';

export const main = (page: Page) => page.locator('main');
/** The bar above the admin area. */
export const adminBar = (page: Page) => page.getByRole('banner');
export const adminMenu = (page: Page) => page.getByRole('navigation', { name: 'Admin Panel' });
export const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
export const findRow = (page: Page, name: string) => main(page).getByRole('row').filter({ hasText: name });

/** The bar that says what is unsaved, on a page of the settings. */
export const saveBar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });

export const saveChanges = (page: Page) => saveBar(page).getByRole('button', { name: 'Save' }).click();
