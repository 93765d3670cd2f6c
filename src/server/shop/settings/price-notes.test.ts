import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { readPriceNotes, updatePriceNotes } from '../../../contract/price-notes.ts';
import { updateShippingSettings, updateTaxSettings } from '../../../contract/pricing-settings.ts';
import { readSettings } from '../../../contract/settings.ts';
import { readShopDetails, updateShopDetails } from '../../../contract/shop-details.ts';
import { pages } from '../database/schema/content.ts';

const shop = await openShop();

async function openNotes() {
  const { token } = await shop.signUp({ role: 1 });
  const { body: details } = await shop.call(readShopDetails, { token });
  const { logo: _logo, ...own } = details.shop;
  return {
    set: async (notes: { lowestPrice?: boolean; taxAndShipping?: boolean; shippingPage?: string }) => {
      const body = { lowestPrice: false, taxAndShipping: false, shippingPage: '', ...notes };
      expect((await shop.call(updatePriceNotes, { token, body })).status).toBe(200);
    },
    setTax: async (pricesIncludeTax: boolean, rate = 19) => {
      const rates = rate ? [{ country: 'DE', region: '', rate }] : [];
      const body = { pricesIncludeTax, taxShipping: true, rates };
      expect((await shop.call(updateTaxSettings, { token, body })).status).toBe(200);
    },
    ship: async () => {
      const rates = [{ name: 'Parcel', basis: 'flat' as const, tiers: [{ from: 0, price: 5 }], freeFrom: null }];
      const zones = [{ name: 'Home', places: [{ country: 'DE', region: '' }], rates }];
      expect((await shop.call(updateShippingSettings, { token, body: { defaultCountry: 'DE', zones } })).status).toBe(200);
    },
    moveTo: async (country: string) => expect((await shop.call(updateShopDetails, { token, body: { ...own, country } })).status).toBe(200),
    read: async () => (await shop.call(readSettings)).body.settings.priceNotes,
    token,
  };
}

test('[LAWPRICE-6] nothing is shown beside prices until the merchant switches it on', async () => {
  const { set, read, token } = await openNotes();
  expect(await read()).toBeUndefined();
  await set({ lowestPrice: true });
  expect(await read()).toEqual({ lowest: 'Lowest price of the last 30 days' });
  const { body } = await shop.call(readPriceNotes, { token });
  expect(body).toMatchObject({ notes: { lowestPrice: true, taxAndShipping: false, shippingPage: '' }, version: 1 });
  const old = { ...body.notes, lowestPrice: false, version: 0 };
  expect(await shop.call(updatePriceNotes, { token, body: old })).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
  await set({});
  expect(await read()).toBeUndefined();
});

test('[LAWPRICE-7] beside prices it says of tax and shipping what the settings say of them', async () => {
  const { set, setTax, ship, moveTo, read } = await openNotes();
  await set({ taxAndShipping: true });
  // It takes no tax, and ships for free.
  expect(await read()).toEqual({});
  await setTax(false);
  expect(await read()).toEqual({ shipped: { text: 'excl. tax' }, unshipped: { text: 'excl. tax' } });
  await setTax(true);
  await moveTo('DE');
  await ship();
  expect(await read()).toEqual({
    shipped: { text: 'incl. VAT, plus', link: 'shipping', page: '/contact' },
    unshipped: { text: 'incl. VAT' },
  });
  const at = new Date();
  const texts = { slug: 'shipping-costs', title: 'Shipping costs', text: 'From 5 euros.', description: '' };
  const page = {
    id: randomUUID(),
    ...texts,
    status: 'published' as const,
    inFooter: false,
    footerPosition: 0,
    createdAt: at,
    updatedAt: at,
  };
  await shop.deps.db.insert(pages).values(page);
  await set({ taxAndShipping: true, shippingPage: 'shipping-costs' });
  expect((await read())?.shipped?.page).toBe('/pages/shipping-costs');
  await setTax(true, 0);
  expect(await read()).toEqual({ shipped: { text: 'plus', link: 'shipping', page: '/pages/shipping-costs' } });
});
