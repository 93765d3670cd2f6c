import { expect, test } from 'vitest';
import { proposeRegion } from './region-fields.tsx';

test.each([
  ['DE', { currency: 'EUR', priceLocale: 'de-DE' }],
  ['US', { currency: 'USD', priceLocale: 'en-US' }],
  ['GB', { currency: 'GBP', priceLocale: 'en-GB' }],
  ['CH', { currency: 'CHF', priceLocale: 'de-CH' }],
  ['PL', { currency: 'PLN', priceLocale: 'pl-PL' }],
  ['GR', { currency: 'EUR' }],
  ['BG', { currency: 'EUR' }],
  ['AQ', {}],
])('[SHOP-7] a shop in %s is proposed its currency and the way prices are written there', (country, proposed) => {
  expect(proposeRegion(country, 'Europe/Berlin')).toEqual({ ...proposed, timeZone: 'Europe/Berlin' });
});
