import { expect, test } from 'vitest';
import { findReferences, formatIban, isBic, isIban, normalizeIban, toReference } from './iban.ts';

test('[PAYWAY-8] an account number with a typing error is noticed, however it is written', () => {
  const typed = ['DE89 3704 0044 0532 0130 00', 'gb82-west-1234-5698-7654-32', 'FR14 2004 1010 0505 0001 3M02 606'];
  expect(typed.map((it) => isIban(normalizeIban(it)))).toEqual([true, true, true]);
  const wrong = ['DE88370400440532013000', 'DE8937040044053201300', 'DE893704004405320130OO', '', 'DE89', 'not an IBAN'];
  expect(wrong.map((it) => isIban(normalizeIban(it)))).toEqual(wrong.map(() => false));
  expect(formatIban('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
  expect(['COBADEFFXXX', 'COBADEFF', 'COBADEF', 'cobadeff'].map(isBic)).toEqual([true, true, false, false]);
});

test("[PAYWAY-8] a transfer's text names the order by a reference with check digits, and another number by none", () => {
  expect(toReference(539_007_547_034)).toBe('RF18539007547034');
  const reference = toReference(1001);
  expect(findReferences(`Order ${reference}, thank you`)).toEqual([1001]);
  expect(findReferences(`${reference.slice(0, 4)} 1001 2026-11-27`)).toEqual([1001]);
  expect(findReferences('RF18 5390 0754 7034')).toEqual([539_007_547_034]);
  expect(findReferences(`${reference} ${toReference(1002)} ${reference}`)).toEqual([1001, 1002]);
  expect(findReferences(`RF00 1001 RF18 1002 ${reference}9 1001`)).toEqual([]);
});
