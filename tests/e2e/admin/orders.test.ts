/** The admin's list of orders: search and filter by status. */
import { beforeAll, describe, expect, test } from 'vitest';
import { listAllOrders } from '../../../src/contract/order-admin.ts';
import { call, first, logInAdmin, type Session } from '../support/api-client.ts';
import { heading } from '../support/steps.ts';
import { goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { findRow, main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let admin: Session;

beforeAll(async () => {
  admin = await logInAdmin(origin);
});

describe('the list', () => {
  test('[ADM-1] [ADM-10] [ORDER-6] the menu leads to the list of orders; it is searched by number, name and email, and the URL keeps the search', {
    tags: ['full'],
  }, async () => {
    const { total } = await call(origin, listAllOrders, { token: admin.token });
    // Other tests create orders too.
    const sampleOrder = first((await call(origin, listAllOrders, { token: admin.token, query: { keyword: 'Sam Rivera' } })).orders);
    const { page } = await visit({ session: admin });
    await goTo(page, '/dashboard/admin');
    await page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name: 'Orders' }).click();
    await expect.poll(() => heading(page).textContent()).toBe('Orders');
    await main(page)
      .getByText(/^\d+ orders$/)
      .waitFor();
    expect(total).toBeGreaterThan(20);
    const rows = main(page).getByRole('row');
    await expect.poll(() => rows.count()).toBe(21);
    for (const keyword of [String(sampleOrder.number), sampleOrder.buyer.name, sampleOrder.buyer.email.toUpperCase()]) {
      await main(page).getByRole('searchbox', { name: 'Number, name or email' }).fill(keyword);
      await page.keyboard.press('Enter');
      await main(page)
        .getByText(/^\d+ found$/)
        .waitFor();
      await page.waitForURL((url) => url.searchParams.get('keyword') === keyword);
      await findRow(page, `#${sampleOrder.number}`).waitFor();
      // An email address may contain the number of an order.
      if (keyword === String(sampleOrder.number)) continue;
      await expect.poll(async () => (await rows.allTextContents()).filter((it) => !/Customer|Sam Rivera/.test(it))).toEqual([]);
    }
    await page.reload();
    // Beside the e-mail, far from the number.
    await findRow(page, `#${sampleOrder.number}`).click();
    await expect.poll(() => heading(page).textContent()).toBe(`Order #${sampleOrder.number}`);
    await main(page).getByText(sampleOrder.address).waitFor();
    await page.goBack();
    await expect.poll(() => main(page).getByRole('searchbox').inputValue()).toBe(sampleOrder.buyer.email.toUpperCase());
  });

  test('[ADM-1] a status filters the list, pages keep it, back shows all; beyond the last page is the last page', {
    tags: ['full'],
  }, async () => {
    const { page } = await visit({ session: admin });
    await goTo(page, '/dashboard/admin/orders');
    const statusSelect = main(page).getByLabel('Status', { exact: true });
    await statusSelect.selectOption({ label: 'Delivered' });
    await page.waitForURL('**/orders?status=delivered');
    await main(page)
      .getByText(/^\d+ found$/)
      .waitFor();
    const statusCells = () =>
      main(page)
        .getByRole('cell')
        .filter({ hasText: /^(Paid|Shipped|Delivered|Cancelled|Expired|Awaiting payment)$/ });
    await expect.poll(async () => new Set(await statusCells().allTextContents())).toEqual(new Set(['Delivered']));
    await main(page).getByRole('link', { name: 'Next' }).click();
    await page.waitForURL('**/orders?status=delivered&page=2');
    await expect.poll(() => statusSelect.inputValue()).toBe('delivered');
    await goTo(page, '/dashboard/admin/orders?status=delivered&page=999999');
    await page.waitForURL((url) => url.searchParams.get('status') === 'delivered' && Number(url.searchParams.get('page')) < 100);
    await statusSelect.selectOption({ label: 'All orders' });
    await page.waitForURL((url) => url.search === '');
    await main(page)
      .getByText(/^\d+ orders$/)
      .waitFor();
  });

  test('[SCALE-1] a list of more than 10,000 says so; Next and Prev lead on from the entries that are shown, beyond what is counted', {
    tags: ['full'],
  }, async () => {
    const { orders } = await call(origin, listAllOrders, { token: admin.token });
    const { page } = await visit({ session: admin });
    const asked: string[] = [];
    await page.route('**/order/admin/orders?*', (route) => {
      const { searchParams } = new URL(route.request().url());
      asked.push(['page', 'after', 'before'].map((it) => searchParams.get(it)).join(' '));
      const hasNext = searchParams.get('page') !== '502';
      return route.fulfill({ json: { success: true, orders, total: 10_000, isAbout: true, hasNext, page: 1, limit: 20 } });
    });
    await goTo(page, '/dashboard/admin/orders?page=500');
    await main(page).getByText('More than 10,000 orders', { exact: true }).waitFor();
    const [firstId, lastId] = [orders[0]?._id, orders.at(-1)?._id];
    const press = async (name: string, expected: [number, after: string | undefined, before: string | undefined]) => {
      await main(page).getByRole('link', { name, exact: true }).click();
      await expect.poll(() => asked.at(-1)).toBe(expected.join(' '));
      await expect.poll(() => page.url()).toContain(`?page=${expected[0]}&${expected[1] ? 'after' : 'before'}=`);
    };
    await press('Next', [501, lastId, undefined]);
    await press('Next', [502, lastId, undefined]);
    await expect.poll(() => main(page).getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
    await press('Prev', [501, undefined, firstId]);
    await goTo(page, '/dashboard/admin/orders?page=2&after=nonsense');
    await expect.poll(() => asked.at(-1)).toBe('2  ');
  });

  test('[ADM-1] a search without results says so and leads back; an invalid filter in the URL is ignored', { tags: ['full'] }, async () => {
    const { page } = await visit({ session: admin });
    await goTo(page, `/dashboard/admin/orders?keyword=${encodeURIComponent('%_\'"<b>')}`);
    await main(page).getByText('No matching orders').waitFor();
    await main(page).getByRole('link', { name: 'Show all orders' }).click();
    await findRow(page, '#').first().waitFor();
    await goTo(page, `/dashboard/admin/orders?status=constructor&page=-3&keyword=${' '.repeat(200)}`);
    await main(page)
      .getByText(/^\d+ orders$/)
      .waitFor();
    await goTo(page, `/dashboard/admin/orders?keyword=${'x'.repeat(5000)}`);
    await main(page).getByText('No matching orders').waitFor();
  });

  test('[ADM-1] the latest orders of the overview lead to their pages', { tags: ['full'] }, async () => {
    const { page } = await visit({ session: admin });
    await goTo(page, '/dashboard/admin');
    await main(page)
      .getByRole('link', { name: /^#\d+$/ })
      .first()
      .click();
    await page.waitForURL('**/dashboard/admin/orders/*');
    await expect.poll(() => heading(page).textContent()).toMatch(/^Order #\d+$/);
    await main(page).getByRole('link', { name: 'All orders' }).click();
    await page.waitForURL('**/dashboard/admin/orders');
  });
});
