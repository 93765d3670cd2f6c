/** Payments by hand, from the cart on a phone to the team that marks the order as paid. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listOrders } from '../../../src/contract/order.ts';
import { readPaymentMethods, updatePaymentMethods } from '../../../src/contract/payment-method.ts';
import { dialog, main } from '../admin/locators.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, logInAdmin, makeShopper } from '../support/api-client.ts';
import { cartBadge } from '../support/steps.ts';
import { findToast, goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { checkoutButton, orderButton, prepareProducts, readStock } from './test-products.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const { newProduct } = prepareProducts();
const IBAN = 'DE89370400440532013000';

async function saveMethods(isOn: boolean): Promise<void> {
  const token = (await logInAdmin(origin)).token;
  const { methods } = await call(origin, readPaymentMethods, { token });
  const online = methods.filter(({ kind }) => kind === 'online');
  const account = { holder: 'Shop Ltd', iban: IBAN, bic: '', details: '' };
  const byHand = [
    { kind: 'bank_transfer' as const, name: 'Bank transfer', isOn: true, account, holdDays: 7 },
    { kind: 'cash_on_delivery' as const, name: 'Cash on delivery', isOn: true, fee: 3.5 },
  ];
  await call(origin, updatePaymentMethods, { token, body: { methods: isOn ? [...online, ...byHand] : online } });
}

beforeAll(() => saveMethods(true));
afterAll(() => saveMethods(false));

test('[PAYWAY-3] [PAYWAY-8] by bank transfer on a phone: ordered at once, with account and reference; the team marks it as paid', async () => {
  const mug = await newProduct({ price: 12.5, quantity: 5 });
  const session = await makeShopper(origin);
  const { page } = await visit({ session, storage: { cart: [mug, mug] }, viewport: NARROW });
  await goTo(page, '/cart');
  await checkoutButton(page).click();
  await page.waitForURL('**/checkout');
  await page.getByRole('radio', { name: /Bank transfer/ }).check();
  await page.getByText('You get our account details').waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  await orderButton(page).click();
  await page.waitForURL('**/success?order=**');
  await main(page).getByText('Order placed').waitFor();
  await expect.poll(() => main(page).textContent()).toContain('DE89 3704 0044 0532 0130 00');
  await expect.poll(() => main(page).textContent()).toContain('$25.00');
  expect(await hasNoHorizontalScroll(page)).toBe(true);
  expect(await findA11yViolations(page)).toEqual([]);
  await expect.poll(() => cartBadge(page).textContent()).toBe('0');
  const { orders } = await call(origin, listOrders, { token: session.token });
  expect(orders).toMatchObject([{ status: 'pending', number: expect.any(Number), paymentMethod: { isAwaited: true } }]);
  expect(await readStock(mug)).toBe(3);

  const team = await visit({ session: await logInAdmin(origin), viewport: NARROW });
  await goTo(team.page, `/dashboard/admin/orders/${orders[0]?._id}`);
  await main(team.page).getByRole('button', { name: 'Mark as paid' }).click();
  await dialog(team.page).getByText('$25.00 is left to pay').waitFor();
  expect(await findA11yViolations(team.page)).toEqual([]);
  await dialog(team.page).getByRole('button', { name: 'Mark as paid' }).click();
  await findToast(team.page, 'Payment booked').waitFor();
  await page.reload();
  await expect.poll(() => main(page).textContent()).toMatch(/successful/);
  const after = await call(origin, listOrders, { token: session.token });
  expect(after.orders).toMatchObject([{ status: 'paid', paymentMethod: { isAwaited: false } }]);
});

test('[PAYWAY-6] cash on delivery: its fee stands beside it and in the total, before the order and after', async () => {
  const mug = await newProduct({ price: 12.5, quantity: 5 });
  const session = await makeShopper(origin);
  const { page } = await visit({ session, storage: { cart: [mug] } });
  await goTo(page, '/cart');
  await checkoutButton(page).click();
  await page.waitForURL('**/checkout');
  await page.getByRole('radio', { name: /Cash on delivery.*\$3\.50/ }).check();
  await expect.poll(() => orderButton(page).textContent()).toContain('$16.00');
  await main(page).getByText('You pay when your order is delivered.').waitFor();
  await orderButton(page).click();
  await page.waitForURL('**/success?order=**');
  await expect.poll(() => main(page).textContent()).toContain('$16.00');
  const { orders } = await call(origin, listOrders, { token: session.token });
  expect(orders).toMatchObject([{ status: 'pending', total: 16, fee: 3.5, paymentMethod: { kind: 'cash_on_delivery' } }]);
});
