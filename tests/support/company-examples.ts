/** VAT IDs of companies, and the taxes of a shop in Germany that sells to them. */
import type { TaxSettings } from '../../src/contract/pricing-settings.ts';

export const AUSTRIAN_ID = 'ATU13585627';
export const GERMAN_ID = 'DE136695976';
export const BELGIAN_ID = 'BE0428759497';

export const COMPANY_TAX: TaxSettings = {
  pricesIncludeTax: true,
  taxShipping: true,
  companies: true,
  rates: [
    { country: 'DE', region: '', rate: 19 },
    { country: 'AT', region: '', rate: 20 },
    { country: 'AT', region: '', rate: 10, class: 'books' },
    { country: 'FR', region: '', rate: 20 },
    { country: 'GB', region: '', rate: 20 },
  ],
};
