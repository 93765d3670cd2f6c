/** Stores shipping zones and tax rates directly in the database. */
import type { ShippingSettings, TaxSettings } from '../../src/contract/pricing-settings.ts';
import type { Database } from '../../src/server/platform/database/connect.ts';
import { settings } from '../../src/server/shop/database/schema/content.ts';

export const STANDARD_ID = '00000000-0000-4000-8000-000000000001';
export const EXPRESS_ID = '00000000-0000-4000-8000-000000000002';
const CANADA_ID = '00000000-0000-4000-8000-000000000003';

const flat = (
  _id: string,
  name: string,
  price: number,
  freeFrom: number | null = null,
): ShippingSettings['zones'][number]['rates'][number] => ({
  _id,
  name,
  basis: 'flat',
  tiers: [{ from: 0, price }],
  freeFrom,
});

/** The United States with two rates, Canada by weight, and no other country. */
export const ZONES: ShippingSettings = {
  defaultCountry: 'US',
  zones: [
    {
      name: 'United States',
      places: [{ country: 'US', region: '' }],
      rates: [flat(STANDARD_ID, 'Standard', 4.99, 50), flat(EXPRESS_ID, 'Express', 14.99)],
    },
    {
      name: 'Canada',
      places: [{ country: 'CA', region: '' }],
      rates: [
        {
          _id: CANADA_ID,
          name: 'Parcel',
          basis: 'weight',
          tiers: [
            { from: 0, price: 9.5 },
            { from: 1000, price: 19 },
          ],
          freeFrom: null,
        },
      ],
    },
  ],
};

export const TAX: TaxSettings = {
  pricesIncludeTax: false,
  taxShipping: true,
  rates: [
    { country: 'US', region: 'NY', rate: 8.875 },
    { country: 'US', region: '', rate: 5 },
  ],
};

export async function storePricing(db: Database, { shipping, tax }: { shipping?: ShippingSettings; tax?: TaxSettings }): Promise<void> {
  const rows = [...(shipping ? [{ key: 'shipping', value: shipping }] : []), ...(tax ? [{ key: 'tax', value: tax }] : [])];
  await db.insert(settings).values(rows);
}
