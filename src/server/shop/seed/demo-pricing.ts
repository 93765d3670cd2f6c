/** The demo's discount codes, shipping zones and tax rates. None of them changes what a cart costs in the shop's own country. */
import { randomUUID } from 'node:crypto';
import type { ShippingSettings, TaxSettings } from '../../../contract/pricing-settings.ts';
import type { NewDiscountCode } from './seed.repository.ts';

const everywhere = (countries: string[]) => countries.map((country) => ({ country, region: '' }));

export const DEMO_SHIPPING: ShippingSettings = {
  defaultCountry: 'US',
  zones: [
    {
      name: 'United States',
      places: everywhere(['US']),
      rates: [
        { _id: randomUUID(), name: 'Standard', basis: 'flat', tiers: [{ from: 0, price: 0 }], freeFrom: null },
        { _id: randomUUID(), name: 'Express', basis: 'flat', tiers: [{ from: 0, price: 14.99 }], freeFrom: null },
      ],
    },
    {
      name: 'Canada and Europe',
      places: everywhere(['CA', 'DE', 'ES', 'FR', 'GB', 'IE', 'IT', 'NL']),
      rates: [
        {
          _id: randomUUID(),
          name: 'International',
          basis: 'weight',
          tiers: [
            { from: 0, price: 9.9 },
            { from: 2000, price: 19.9 },
          ],
          freeFrom: 150,
        },
      ],
    },
  ],
};

export const DEMO_TAX: TaxSettings = {
  pricesIncludeTax: true,
  taxShipping: true,
  rates: [{ country: 'DE', region: '', rate: 19 }],
};

export const createDemoCodes = (createdAt: Date): NewDiscountCode[] => [
  { id: randomUUID(), code: 'WELCOME10', kind: 'percent', percent: 10, maxUsesPerCustomer: 1, createdAt },
  { id: randomUUID(), code: 'SAVE20', kind: 'amount', amountCents: 2000, minimumCents: 10_000, maxUses: 500, createdAt },
  { id: randomUUID(), code: 'FREESHIP', kind: 'free_shipping', createdAt },
];
