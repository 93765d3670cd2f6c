import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Product } from '../../../src/contract/product.ts';
import { createPendingOrder } from '../checkout/test-products.ts';
import type { RegisteredUser } from '../support/api-client.ts';
import { heading, payWithCard, VALID_CARD } from '../support/steps.ts';

/** Checks out and pays on the provider's page; `page` is the buyer's. Returns the order's id. */
export async function createPaidOrder(page: Page, buyer: RegisteredUser, product: Product, quantity = 1): Promise<string> {
  const { url, order } = await createPendingOrder(buyer, [product, quantity]);
  await page.goto(url);
  await payWithCard(page, VALID_CARD);
  await page.waitForURL('**/success?**');
  await expect.poll(() => heading(page).textContent()).toMatch(/success/i);
  return order;
}
