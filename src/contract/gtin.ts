/** Barcodes of articles: GTIN-8, UPC (12), EAN and ISBN (13), GTIN-14. https://www.gs1.org/services/how-calculate-check-digit-manually */

/** As they are printed, with spaces or dashes: `978-3-16-148410-0`. */
export const normalizeGtin = (text: string): string => text.replaceAll(/[\s-]/g, '');

/** Whether the number has such a length, and its last digit follows from the others. */
export function isGtin(digits: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) return false;
  // From the right: the check digit counts once, the digit before it three times, and so on.
  const sum = [...digits].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}
