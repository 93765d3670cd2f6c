/** VAT IDs by their form: the examples are real ones of large companies, or those that the authorities publish. */
import { expect, test } from 'vitest';
import { findVatPrefix, formatVatId, isInVatArea, isOfCountry, parseVatId, VAT_FORMS, VIES_PREFIXES } from './vat-id.ts';

const FORMS = Object.entries(VAT_FORMS);

test.each(FORMS)('[COMPANY-3] %s: its example is one, and with another digit it isn’t where the form has a check digit', (prefix, form) => {
  const parsed = parseVatId(form.example);
  expect(parsed && formatVatId(parsed)).toBe(form.example);
  expect(parsed?.prefix).toBe(prefix);
  const at = form.example.search(/\d(?=\D*$)/);
  const digits = prefix === 'CHE' || prefix === 'NL' || prefix === 'SE' ? 8 : at;
  const others = [...'0123456789']
    .map((digit) => form.example.slice(0, digits) + digit + form.example.slice(digits + 1))
    .filter((it) => it !== form.example);
  const taken = others.filter((it) => parseVatId(it));
  if (form.isChecked) expect(taken.length).toBeLessThanOrEqual(1);
  else expect(taken).toHaveLength(9);
});

test('[COMPANY-3] all 27 members and Northern Ireland are asked of VIES; Great Britain and Switzerland aren’t', () => {
  expect(VIES_PREFIXES).toHaveLength(28);
  expect(VIES_PREFIXES).not.toContain('GB');
  expect(VIES_PREFIXES).not.toContain('CHE');
});

test.each([
  ['atu13585627', 'ATU13585627'],
  [' AT U 135.856-27 ', 'ATU13585627'],
  ['GR 094259216', 'EL094259216'],
  ['BE 428759497', 'BE0428759497'],
  ['CHE-107.787.577 MWST', 'CHE107787577MWST'],
  ['ＡＴＵ１３５８５６２７', 'ATU13585627'],
  ['nl004495445b01', 'NL004495445B01'],
])('[COMPANY-3] %s is read as %s', (typed, stored) => {
  const parsed = parseVatId(typed);
  expect(parsed && formatVatId(parsed)).toBe(stored);
});

test.each([
  '',
  'AT',
  'ATU',
  '13585627',
  'U13585627',
  'US123456789',
  'ATU1358562',
  'ATU135856277',
  "ATU13585627'; drop table orders",
  'ATU१३५८५६२७',
  '__proto__',
  'constructor',
  `DE${'1'.repeat(10_000)}`,
  'DE000000000',
  '😀😀136695976',
])('[COMPANY-3] %s is none', (typed) => {
  expect(parseVatId(typed)).toBeNull();
});

test('[COMPANY-3] a VAT ID belongs to its country; Northern Ireland is told by its postcodes', () => {
  const at = { prefix: 'AT', number: 'U13585627' };
  expect(isOfCountry(at, { country: 'AT', postcode: '1010' })).toBe(true);
  expect(isOfCountry(at, { country: 'DE', postcode: '10115' })).toBe(false);
  expect(isOfCountry({ prefix: 'EL', number: '094259216' }, { country: 'GR', postcode: '10431' })).toBe(true);
  const [xi, gb] = ['XI', 'GB'].map((prefix) => ({ prefix, number: '980780684' }));
  if (!xi || !gb) throw new Error('no forms');
  expect(isOfCountry(xi, { country: 'GB', postcode: ' bt1 5gs' })).toBe(true);
  expect(isOfCountry(xi, { country: 'GB', postcode: 'SW1A 1AA' })).toBe(false);
  expect([isOfCountry(gb, { country: 'GB', postcode: 'BT1 5GS' }), isOfCountry(gb, { country: 'GB', postcode: 'SW1A 1AA' })]).toEqual([
    true,
    true,
  ]);
  expect([findVatPrefix({ country: 'CH', postcode: '8001' }), findVatPrefix({ country: 'US', postcode: '' })]).toEqual(['CHE', null]);
  expect([isInVatArea('XI', true), isInVatArea('XI', false), isInVatArea('GB', true), isInVatArea('AT', false)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});
