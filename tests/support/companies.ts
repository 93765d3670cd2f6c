/** A shop in Berlin that sells to companies, and VIES, which knows one in Vienna. */
import type { BillingInput } from '../../src/contract/company.ts';
import { checkVatId } from '../../src/contract/company.ts';
import { startCheckout } from '../../src/contract/order.ts';
import type { ShippingSettings, TaxSettings } from '../../src/contract/pricing-settings.ts';
import { createVies } from '../../src/server/shop/customers/companies/vies.ts';
import { products } from '../../src/server/shop/database/schema/catalog.ts';
import { settings } from '../../src/server/shop/database/schema/content.ts';
import { makeShipTo } from './addresses.ts';
import { AUSTRIAN_ID, BELGIAN_ID, COMPANY_TAX, GERMAN_ID } from './company-examples.ts';
import { SELLER } from './documents.ts';
import { openPricedShop } from './priced-checkout.ts';
import { STANDARD_ID, storePricing } from './pricing-settings.ts';
import { startFakeVies } from './vies-server.ts';

const COUNTRIES = ['DE', 'AT', 'FR', 'CH', 'GB', 'US'];
const SHIPPING: ShippingSettings = {
  defaultCountry: 'DE',
  zones: [
    {
      name: 'All',
      places: COUNTRIES.map((country) => ({ country, region: '' })),
      rates: [{ _id: STANDARD_ID, name: 'Post', basis: 'flat', tiers: [{ from: 0, price: 6 }], freeFrom: null }],
    },
  ],
};
export async function openCompanyShop() {
  const vies = await startFakeVies({ known: [AUSTRIAN_ID, GERMAN_ID, BELGIAN_ID] });
  const opened = await openPricedShop({ vies: createVies({ url: vies.url, timeout: 1000 }) });
  const { shop, db, open } = opened;

  /** A lamp of 20 that is shipped for 6, and a file of 7. */
  async function openCompanies(tax: Partial<TaxSettings> = {}, { vatId = GERMAN_ID, country = 'DE' } = {}) {
    Object.assign(vies, { fault: null, delay: 0, calls: [] });
    const started = await open();
    const { token: admin } = await shop.signUp({ role: 1, teamRole: 'owner' });
    await storePricing(db, { shipping: SHIPPING, tax: { ...COMPANY_TAX, ...tax } });
    await db.insert(settings).values([
      { key: 'shop-details', value: { ...SELLER, country } },
      { key: 'invoices', value: { isOn: true, vatId, since: '' } },
    ]);
    return { ...started, admin };
  }

  const check = (vatId: string, country: string, token?: string) =>
    shop.call(checkVatId, { body: { vatId, country }, ...(token && { token }) });

  const buy = (
    token: string,
    items: { _id: string; count?: number }[],
    billing: BillingInput | undefined,
    country = 'AT',
    more: object = {},
  ) => shop.call(startCheckout, { token, body: { products: items, shipTo: makeShipTo(country), ...(billing && { billing }), ...more } });

  return { ...opened, vies, openCompanies, check, buy, products };
}
