/** Filling in the form of a product. */
import type { Page } from 'playwright-core';
import { makeImage, makeNoiseImage } from '../../support/images.ts';
import { fillFields } from '../support/steps.ts';

/** An image of about a megabyte, as a file to choose. */
export async function makeNoiseUpload() {
  return { name: 'noise.png', mimeType: 'image/png', buffer: await makeNoiseImage('png') };
}

export const makePngUpload = async (colour: string) => ({
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: await makeImage('png', { width: 400, height: 300, colour }),
});

/** Searches in the category combobox and selects the first result. */
export async function chooseCategory(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Category' }).fill(name.slice(0, -1));
  await page.getByRole('option', { name, exact: true }).click();
}

export async function fillProductForm(page: Page, { category, name }: { category: string; name: string }): Promise<void> {
  await chooseCategory(page, category);
  await fillFields(page, { Name: name, Description: 'Typed once, and kept.', Price: '5', Quantity: '1' });
  await page.getByLabel('Shipping').selectOption('0');
}

/** Limits upload speed (bytes per second) and latency (milliseconds). Returns how to remove the limit. */
export async function throttleNetwork(page: Page, { upload, latency }: { upload: number; latency: number }): Promise<() => Promise<void>> {
  const cdp = await page.context().newCDPSession(page);
  const setConditions = async (uploadThroughput: number, latencyMs: number) => {
    await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: latencyMs, downloadThroughput: -1, uploadThroughput });
  };
  await cdp.send('Network.enable');
  await setConditions(upload, latency);
  return () => setConditions(-1, 0);
}
