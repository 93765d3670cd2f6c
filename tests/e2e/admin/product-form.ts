/** Filling in the form of a product. */
import type { Page } from 'playwright-core';
import { makeNoiseImage } from '../../support/images.ts';
import { fillFields } from '../support/steps.ts';

/** An image of about a megabyte, as a file to choose. */
export async function makeNoiseUpload() {
  return { name: 'noise.png', mimeType: 'image/png', buffer: await makeNoiseImage('png') };
}

export async function fillProductForm(page: Page, { category, name }: { category: string; name: string }): Promise<void> {
  await page.getByRole('combobox', { name: 'Category' }).fill(category.slice(0, -1));
  await page.getByRole('option', { name: category, exact: true }).click();
  await fillFields(page, { Name: name, Description: 'Typed once, and kept.', Price: '5', Quantity: '1' });
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
