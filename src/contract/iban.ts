/** Account numbers and references of European transfers, both protected by check digits (ISO 7064, modulo 97). */

/** As a bank wants it: capitals without spaces. */
export const normalizeIban = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

/** The remainder of a text of digits and letters, where A is 10 and Z is 35. */
function remainderOf97(text: string): number {
  let remainder = 0;
  for (const sign of text) {
    const value = Number.parseInt(sign, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

const rotate = (text: string) => text.slice(4) + text.slice(0, 4);

export const isIban = (iban: string): boolean => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) && remainderOf97(rotate(iban)) === 1;

export const isBic = (bic: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic);

/** In groups of four, as people read it. */
export const formatIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');

/** What a customer writes into a transfer for an order: a creditor reference (ISO 11649), by which a typing error shows. */
export function toReference(orderNumber: number): string {
  const check = 98 - remainderOf97(`${orderNumber}RF00`);
  return `RF${String(check).padStart(2, '0')}${orderNumber}`;
}

/** Digits in groups, as banks print them: other numbers may follow. */
function findNumber(check: string, groups: string[]): number[] {
  for (let count = 1; count <= groups.length; count += 1) {
    const number = Number(groups.slice(0, count).join(''));
    if (Number.isSafeInteger(number) && toReference(number) === `RF${check}${number}`) return [number];
  }
  return [];
}

/** The numbers of the orders whose references a text of a transfer has, with or without spaces. */
export function findReferences(text: string): number[] {
  const found = [...text.toUpperCase().matchAll(/RF\s?(\d{2})((?:\s?\d{1,12}){1,6})/g)];
  return [...new Set(found.flatMap(([, check = '', digits = '']) => findNumber(check, digits.trim().split(/\s/))))];
}
