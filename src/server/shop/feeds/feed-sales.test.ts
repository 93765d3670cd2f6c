/** Feeds announce the sales that pages do. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { fetchFeeds, openFeeds } from '../../../../tests/support/feeds.ts';
import { openShop } from '../../../../tests/support/harness.ts';
import { makeCategory, makeProducts } from '../../../../tests/support/products.ts';
import { updatePriceNotes } from '../../../contract/price-notes.ts';
import { DEFAULT_SHOP_DETAILS } from '../../../contract/settings.ts';
import { products } from '../database/schema/catalog.ts';
import { saveSetting } from '../settings/settings.repository.ts';

test.each([
  ['USD', '60.00', '50.00', '40.00'],
  ['JPY', '60', '50', '40'],
])(
  '[LAWPRICE-9] [FEED-9] with the lowest price switched on, sales count from it, and without one there is none (%s)',
  async (currency, ...prices) => {
    const shop = await openShop({ deps: () => ({ publicUrl: 'https://shop.example' }) });
    const { db } = shop.deps;
    const { token } = await shop.signUp({ role: 1, teamRole: 'staff' });
    await saveSetting(db, 'shop-details', { ...DEFAULT_SHOP_DETAILS, name: 'Tea', currency });
    const categoryId = await makeCategory(db);
    const [lowered, raised] = await makeProducts(db, [
      { categoryId, name: 'Lowered', slug: 'lowered', priceCents: 5000 },
      { categoryId, name: 'Raised', slug: 'raised', priceCents: 5000 },
    ]);
    await db
      .update(products)
      .set({ priceCents: 4000, compareAtCents: 6000 })
      .where(eq(products.id, lowered?.id ?? ''));
    await db
      .update(products)
      .set({ compareAtCents: 6000 })
      .where(eq(products.id, raised?.id ?? ''));
    const [compareAt, lowest, price] = prices.map((it) => `${it} ${currency}`);
    const read = async () => {
      await openFeeds(shop, token);
      const { google, meta } = await fetchFeeds(shop);
      const rows = ['Lowered', 'Raised'].map((name) => google.find(({ title }) => title === name));
      for (const [index, name] of ['Lowered', 'Raised'].entries())
        expect(meta.find(({ title }) => title === name)).toMatchObject({
          price: rows[index]?.price,
          sale_price: rows[index]?.sale_price ?? '',
        });
      return rows.map((row) => [row?.price, row?.sale_price]);
    };
    expect(await read()).toEqual([
      [compareAt, price],
      [compareAt, lowest],
    ]);
    const body = { lowestPrice: true, taxAndShipping: false, shippingPage: '' };
    expect((await shop.call(updatePriceNotes, { token, body })).status).toBe(200);
    expect(await read()).toEqual([
      [lowest, price],
      [lowest, undefined],
    ]);
  },
);
