import { afterEach, expect, test } from 'vitest';
import { setPriceFormat } from '../../shared/format.ts';
import { createIssue } from '../../shared/hooks/use-form.ts';
import { describeIssue } from '../../shared/messages/form.ts';
import { describeVariants, serializeDrafts } from '../product-variants/variant-texts.ts';
import { parseRateDrafts, toRateDraft } from '../shipping/tax-drafts.ts';
import { parseDrafts, toDrafts } from '../shipping/zone-drafts.ts';
import { COUNT, parseNumber, RATE, toInput } from './values.ts';

afterEach(() => setPriceFormat('USD', 'en-US'));

test('[CUR-4] in a shop with German prices, 2.500 is two thousand five hundred: as a price, a stock, a minimum', () => {
  expect([parseNumber('2.500'), parseNumber('2.500', COUNT), parseNumber('2,500')]).toEqual([null, null, 2500]);
  setPriceFormat('EUR', 'de-DE');
  expect([parseNumber('2.500'), parseNumber('1.250', COUNT), parseNumber('1.250,00 €'), parseNumber('12.50')]).toEqual([
    2500, 1250, 1250, 12.5,
  ]);
  expect([parseNumber('8.875', RATE), parseNumber('8,875', RATE)]).toEqual([null, 8.875]);
  expect(describeIssue(createIssue('price', 'not_a_number'))).toBe('Enter a number, like 12,50');
});

test('[CUR-4] a form can read the values that it shows for editing: rates, steps of weight, variants', () => {
  setPriceFormat('EUR', 'de-DE');
  expect(toInput(1.234)).toBe('1,234');
  const rates = [{ country: 'CH', region: '', rate: 8.875 }];
  expect([rates.map(toRateDraft)[0]?.rate, parseRateDrafts(rates.map(toRateDraft))]).toEqual(['8,875', { rates, issues: [] }]);
  const tiers = [
    { from: 0, price: 4.9 },
    { from: 2500, price: 1234.5 },
  ];
  const zone = { name: 'EU', places: [], rates: [{ name: 'Parcel', basis: 'weight' as const, tiers, freeFrom: 99.5 }] };
  const [draft] = toDrafts([zone] as Parameters<typeof toDrafts>[0]);
  const typed = draft && [
    { ...draft, rates: draft.rates.map((it) => ({ ...it, tiers: it.tiers.with(1, { from: '2.500', price: '1.234,50' }) })) },
  ];
  expect(parseDrafts(typed ?? []).zones[0]?.rates[0]).toMatchObject({ tiers, freeFrom: 99.5 });
  const texts = {
    price: '1.250',
    compareAtPrice: '',
    quantity: '2.500',
    stock: '',
    sku: '',
    barcode: '',
    cost: '',
    contents: '',
    taxClass: '',
    image: '',
    fields: '',
  };
  const variant = { key: 1, values: { 0: 'Red' }, ...texts };
  const text = serializeDrafts({ options: [{ key: 0, name: 'Colour', values: ['Red'] }], variants: [variant], nextKey: 2 });
  expect(describeVariants(text)).toContain('Red: 1.250,00\u00a0€');
  expect(text).toContain('"quantity":"2500"');
});
