/** Buying again what an order held. */
import { describe, expect, test } from 'vitest';
import { cancelOrder } from '../../../src/contract/order.ts';
import { deleteProduct, type Product } from '../../../src/contract/product.ts';
import { main } from '../admin/screen.ts';
import { openOrder, prepareShelf } from '../buy/shelf.ts';
import { ownOrigin } from '../own.ts';
import { badge, button } from '../steps.ts';
import { goTo, prepareVisits, stored, toastOf } from '../visitor.ts';
import { call, makeShopper, type Session } from '../wire.ts';

const origin = ownOrigin();
const visit = prepareVisits(origin);
const { admin, newProduct, setStock } = prepareShelf();

async function givenUpOrder(session: Session, ...wanted: [Product, number][]): Promise<string> {
  const { order: id } = await openOrder(session, ...wanted);
  await call(origin, cancelOrder, { token: session.token, params: { id } });
  return id;
}

describe('buying again', () => {
  test('[USER-3] [ORDER-7] what is still sold goes into the cart at the prices of today, as many as there are, and the rest is told', async () => {
    const [fine, short, out, gone] = await Promise.all([
      newProduct({ price: 10 }),
      newProduct({ quantity: 5 }),
      newProduct(),
      newProduct(),
    ]);
    const session = await makeShopper(origin);
    const id = await givenUpOrder(session, [fine, 2], [short, 3], [out, 1], [gone, 1]);
    await setStock(short, 2);
    await setStock(out, 0);
    await call(origin, deleteProduct, { token: admin(), params: { id: gone._id } });
    // One of them lies in the cart already.
    const { page } = await visit({ session, storage: { cart: [short] } });
    await goTo(page, `/dashboard/user/orders/${id}`);
    await button(page, 'Buy again').click();
    await toastOf(page, 'Added To Cart Successfully').waitFor();
    const told = main(page).getByRole('status').filter({ hasText: '3 items are in your cart' });
    await told.waitFor();
    const rows = told.getByRole('listitem');
    await expect.poll(() => rows.filter({ hasText: short.name }).textContent()).toContain('only 1 of 3');
    await expect.poll(() => rows.filter({ hasText: out.name }).textContent()).toContain('sold out');
    await expect.poll(() => rows.filter({ hasText: gone.name }).textContent()).toContain('no longer sold');
    expect(await rows.filter({ hasText: fine.name }).count()).toBe(0);
    await expect.poll(() => badge(page).textContent()).toBe('4');
    expect(await stored(page, 'cart')).toMatchObject([short, fine, fine, short].map(({ _id }) => ({ _id })));
    await told.getByRole('link', { name: 'Go to the cart' }).click();
    await page.waitForURL('**/cart');
  });

  test('[USER-3] [ORDER-7] where nothing is left, or the shop cannot be asked, the cart stays as it was', async () => {
    const product = await newProduct();
    const session = await makeShopper(origin);
    const id = await givenUpOrder(session, [product, 1]);
    const { page, expectComplaints } = await visit({ session });
    expectComplaints(/status of 503/);
    await page.route('**/product/single-product/**', (route) => route.fulfill({ status: 503, json: { success: false, message: 'busy' } }));
    await goTo(page, `/dashboard/user/orders/${id}`);
    await button(page, 'Buy again').click();
    await main(page).getByText("couldn't be looked up").waitFor();
    await page.unroute('**/product/single-product/**');
    await setStock(product, 0);
    await button(page, 'Buy again').click();
    await main(page).getByText('Nothing of this can be bought just now').waitFor();
    await expect.poll(() => badge(page).textContent()).toBe('0');
  });
});
