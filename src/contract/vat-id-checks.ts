/** Check digits of VAT IDs, where the way to compute them is public and simple. Of what no rule is sure of, nothing is refused. */

const toDigits = (text: string): number[] => [...text].map(Number);

/** The sum of digits by their weights. */
const weigh = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(text[index] ?? 0), 0);

/** Each second digit doubled, and its own digits added: from the left, of all but the last. */
function addLuhn(text: string, firstDoubled: 0 | 1): number {
  return toDigits(text).reduce((sum, digit, index) => {
    const doubled = index % 2 === firstDoubled ? digit * 2 : digit;
    return sum + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
}

/** ISO 7064, MOD 11,10. */
function isMod1110(text: string): boolean {
  const digits = toDigits(text);
  const product = digits.slice(0, -1).reduce((before, digit) => (((digit + before) % 10 || 10) * 2) % 11, 10);
  return (11 - product) % 10 === digits.at(-1);
}

/** ISO 7064, MOD 97-10: letters count from 10 on, as in an IBAN. */
function isMod97(text: string): boolean {
  const digits = [...text].map((sign) => (sign === '+' ? '36' : sign === '*' ? '37' : String(Number.parseInt(sign, 36)))).join('');
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/** 11 minus the rest of the weighted sum; what doesn't fit into a digit is `of10` and `of11`. */
function isMod11(text: string, weights: readonly number[], { of10, of11 }: { of10: number; of11: number }): boolean {
  const check = 11 - (weigh(text, weights) % 11);
  const expected = check === 10 ? of10 : check === 11 ? of11 : check;
  return expected === Number(text[weights.length]);
}

/** No digit is -1: such a number isn't given out. */
const NONE = -1;

const LETTERS = 'WABCDEFGHIJKLMNOPQRSTUV';

function isIrish(text: string): boolean {
  // The old form, with a letter or sign in second place.
  if (/^\d[A-Z+*]/.test(text)) return LETTERS[(Number(text[0]) * 2 + weigh(text.slice(2), [7, 6, 5, 4, 3])) % 23] === text[7];
  const second = text[8] ? text.charCodeAt(8) - 64 : 0;
  return LETTERS[(weigh(text, [8, 7, 6, 5, 4, 3, 2]) + 9 * second) % 23] === text[7];
}

function isBritish(text: string): boolean {
  // Departments of the government and health authorities.
  if (!/^\d/.test(text)) return true;
  const rest = (weigh(text, [8, 7, 6, 5, 4, 3, 2]) + Number(text.slice(7, 9))) % 97;
  return rest === 0 || rest === 42;
}

const isDutch = (text: string): boolean => {
  if (isMod97(`NL${text}`)) return true;
  const rest = weigh(text, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
  return /^\d{9}/.test(text) && rest !== 10 && rest === Number(text[8]);
};

export const VAT_CHECKS = {
  AT: (text: string) => (10 - ((addLuhn(text.slice(1, 8), 1) + 4) % 10)) % 10 === Number(text[8]),
  BE: (text: string) => 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8)),
  DE: isMod1110,
  DK: (text: string) => weigh(text, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  EE: (text: string) => weigh(text, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
  EL: (text: string) => (weigh(text, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(text[8]),
  FI: (text: string) => isMod11(text, [7, 9, 10, 5, 8, 4, 2], { of10: NONE, of11: 0 }),
  // With letters in front, the rule isn't the same for all.
  FR: (text: string) => !/^\d{11}$/.test(text) || (12 + 3 * (Number(text.slice(2)) % 97)) % 97 === Number(text.slice(0, 2)),
  GB: isBritish,
  HR: isMod1110,
  HU: (text: string) => (10 - (weigh(text, [9, 7, 3, 1, 9, 7, 3]) % 10)) % 10 === Number(text[7]),
  IE: isIrish,
  IT: (text: string) => addLuhn(text, 1) % 10 === 0,
  LU: (text: string) => Number(text.slice(0, 6)) % 89 === Number(text.slice(6)),
  MT: (text: string) => 37 - (weigh(text, [3, 4, 6, 7, 8, 9]) % 37) === Number(text.slice(6)),
  NL: isDutch,
  PL: (text: string) => weigh(text, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(text[9]),
  PT: (text: string) => isMod11(text, [9, 8, 7, 6, 5, 4, 3, 2], { of10: 0, of11: 0 }),
  SE: (text: string) => addLuhn(text.slice(0, 10), 0) % 10 === 0,
  SI: (text: string) => isMod11(text, [8, 7, 6, 5, 4, 3, 2], { of10: 0, of11: NONE }),
  SK: (text: string) => Number(text) % 11 === 0,
  CHE: (text: string) => isMod11(text, [5, 4, 3, 2, 7, 6, 5, 4], { of10: NONE, of11: 0 }),
} as const;
