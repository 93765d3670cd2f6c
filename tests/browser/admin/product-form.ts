/** Filling in the form of a product. */
import type { Page } from 'playwright-core';
import { makeNoise } from '../../pictures.ts';
import { fill } from '../steps.ts';

/** A picture of about a megabyte. */
export async function noise() {
  return { name: 'noise.png', mimeType: 'image/png', buffer: await makeNoise('png') };
}

export async function typeProduct(page: Page, { category, name }: { category: string; name: string }): Promise<void> {
  await page.getByRole('combobox', { name: 'Category' }).fill(category.slice(0, -1));
  await page.getByRole('option', { name: category, exact: true }).click();
  await fill(page, { Name: name, Description: 'Typed once, and kept.', Price: '5', Quantity: '1' });
}

/** A line that takes so many bytes a second and answers so late. Gives back how to take the brake away. */
export async function slowDown(page: Page, { upload, latency }: { upload: number; latency: number }): Promise<() => Promise<void>> {
  const cdp = await page.context().newCDPSession(page);
  const set = async (uploadThroughput: number, late: number) => {
    await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: late, downloadThroughput: -1, uploadThroughput });
  };
  await cdp.send('Network.enable');
  await set(upload, latency);
  return () => set(-1, 0);
}
