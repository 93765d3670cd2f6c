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
    ship: async (price = 5) => {
      const rates = [{ name: 'Parcel', basis: 'flat' as const, tiers: [{ from: 0, price }], freeFrom: null }];
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
  expect((await shop.call(readPriceNotes, { token })).body).toMatchObject({ notes: { lowestPrice: false }, version: 0 });
  await set({ lowestPrice: true });
  expect(await read()).toEqual({ lowest: 'Lowest price of the last 30 days:' });
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
  const contact = { link: 'shipping', page: '/contact' };
  expect(await read()).toEqual({ shipped: { text: 'free', ...contact } });
  await setTax(false);
  expect(await read()).toEqual({ shipped: { text: 'excl. tax, free', ...contact }, unshipped: { text: 'excl. tax' } });
  await setTax(true);
  await moveTo('DE');
  await ship(0);
  expect((await read())?.shipped?.text).toBe('incl. VAT, free');
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

test('[LAWPRICE-8] until the merchant has chosen, the law of the shop’s country has', async () => {
  const own = await openShop();
  const { token } = await own.signUp({ role: 1 });
  const { logo: _logo, ...details } = (await own.call(readShopDetails, { token })).body.shop;
  const readIn = async (country: string) => {
    expect((await own.call(updateShopDetails, { token, body: { ...details, country } })).status).toBe(200);
    const { lowestPrice, taxAndShipping } = (await own.call(readPriceNotes, { token })).body.notes;
    return { lowestPrice, taxAndShipping, shown: (await own.call(readSettings)).body.settings.priceNotes };
  };
  const shipped = { text: 'free', link: 'shipping', page: '/contact' };
  expect(await readIn('')).toEqual({ lowestPrice: false, taxAndShipping: false, shown: undefined });
  expect(await readIn('US')).toEqual({ lowestPrice: false, taxAndShipping: false, shown: undefined });
  expect(await readIn('GB')).toEqual({ lowestPrice: false, taxAndShipping: true, shown: { shipped } });
  const both = { lowestPrice: true, taxAndShipping: true, shown: { lowest: 'Lowest price of the last 30 days:', shipped } };
  expect(await readIn('DE')).toEqual(both);
  expect(await readIn('NO')).toEqual(both);
  const off = { lowestPrice: false, taxAndShipping: false, shippingPage: '' };
  expect((await own.call(updatePriceNotes, { token, body: { ...off, version: 0 } })).status).toBe(200);
  expect(await readIn('DE')).toEqual({ lowestPrice: false, taxAndShipping: false, shown: undefined });
});

test('[LAWPRICE-7] a page about shipping that is no longer published isn’t linked to', async () => {
  const { set, read } = await openNotes();
  await set({ taxAndShipping: true, shippingPage: 'never-written' });
  expect((await read())?.shipped?.page).toBe('/contact');
});

test('[LAWPRICE-6] wrong input is refused', async () => {
  const { token } = await openNotes();
  const body = { lowestPrice: 'yes', taxAndShipping: false, shippingPage: '' } as unknown as { lowestPrice: boolean };
  const right = { taxAndShipping: false, shippingPage: '' };
  expect((await shop.call(updatePriceNotes, { token, body: { ...right, ...body } })).status).toBe(400);
  expect((await shop.call(updatePriceNotes, { token, body: { ...right, lowestPrice: true, shippingPage: 'x'.repeat(5000) } })).status).toBe(
    400,
  );
});
