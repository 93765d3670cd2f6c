/** A shop in Berlin that makes invoices, and orders from Germany. */
import {
  DEFAULT_INVOICE_SETTINGS,
  downloadAnyDocument,
  type InvoiceSettings,
  listDocuments,
  updateInvoiceSettings,
} from '../../src/contract/documents.ts';
import { buildEndpointUrl } from '../../src/contract/endpoint.ts';
import { startCheckout } from '../../src/contract/order.ts';
import type { ShippingSettings } from '../../src/contract/pricing-settings.ts';
import { DEFAULT_SHOP_DETAILS, type ShopDetails } from '../../src/contract/settings.ts';
import { products } from '../../src/server/shop/database/schema/catalog.ts';
import { settings } from '../../src/server/shop/database/schema/content.ts';
import { makeShipTo } from './addresses.ts';
import { type ShopWithPayments, seedProducts } from './checkout.ts';
import { STANDARD_ID, storePricing } from './pricing-settings.ts';

const GERMANY: ShippingSettings = {
  defaultCountry: 'DE',
  zones: [
    {
      name: 'Germany',
      places: [{ country: 'DE', region: '' }],
      rates: [{ _id: STANDARD_ID, name: 'Post', basis: 'flat', tiers: [{ from: 0, price: 5.9 }], freeFrom: null }],
    },
  ],
};

export const SELLER = {
  name: 'Möbel & Söhne <GmbH>',
  address: 'Torstraße 1\n10119 Berlin',
  country: 'DE',
  email: 'shop@example.com',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  legalDetails: 'Amtsgericht Charlottenburg HRB 1',
} satisfies Partial<ShopDetails>;

export const INVOICES: InvoiceSettings = { ...DEFAULT_INVOICE_SETTINGS, isOn: true, vatId: 'DE123456789', note: 'Thank you' };

/** Prices with 19 % in them, unless `pricesIncludeTax` is false; shipping is taxed. */
export async function openInvoicing(shop: ShopWithPayments, change: Partial<InvoiceSettings> = {}, { pricesIncludeTax = true } = {}) {
  const { logo: _logo, ...details } = DEFAULT_SHOP_DETAILS;
  await shop.deps.db.insert(settings).values({ key: 'shop-details', value: { ...details, ...SELLER } });
  await storePricing(shop.deps.db, {
    shipping: GERMANY,
    tax: { pricesIncludeTax, taxShipping: true, rates: [{ country: 'DE', region: '', rate: 19 }] },
  });
  const { token } = await shop.signUp({ role: 1, teamRole: 'owner' });
  const saved = await shop.call(updateInvoiceSettings, { token, body: { ...INVOICES, ...change } });
  if (saved.status !== 200) throw new Error(`invoices are not on: ${saved.body.message}`);
  const list = async (query: { order?: string } = {}) => (await shop.call(listDocuments, { token, query })).body.documents;
  const download = async (id: string) => {
    const response = await shop.app.inject({ url: buildEndpointUrl(downloadAnyDocument, { id }), headers: { authorization: token } });
    return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
  };
  return { token, list, download };
}

/** Three mugs of 10.00 and a lamp of 40.00, sent for 5.90. */
export async function startGermanOrder(shop: ShopWithPayments, { code, recipient }: { code?: string; recipient?: string } = {}) {
  const [mug = '', lamp = ''] = await seedProducts(shop, [
    { name: 'Mug', priceCents: 1000, quantity: 10 },
    { name: 'Lamp “Łódź” & more', priceCents: 4000, quantity: 10 },
  ]);
  await shop.deps.db.update(products).set({ shipping: 1 });
  const buyer = await shop.signUp({ name: 'Zoë Käufer' });
  const body = {
    products: [mug, mug, mug, lamp].map((_id) => ({ _id })),
    shipTo: makeShipTo('DE', '', recipient ?? 'Zoë Käufer'),
    ...(code && { code }),
  };
  const started = await shop.call(startCheckout, { token: buyer.token, body });
  if (started.status !== 200) throw new Error(`no checkout: ${started.body.message}`);
  return { id: started.body.order, url: started.body.url, buyer };
}

export async function buyFromGermany(shop: ShopWithPayments, options: Parameters<typeof startGermanOrder>[1] = {}) {
  const started = await startGermanOrder(shop, options);
  await shop.pay(started.url);
  return started;
}
