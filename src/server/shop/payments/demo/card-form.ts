/** Validates the card form and decides which test cards are declined. */

export interface CardForm {
  number: string;
  expiry: string;
  cvc: string;
  name: string;
}

export type CardField = keyof CardForm;
export type CardErrors = Partial<Record<CardField, string>>;

/** Values as typed; truncated to 200 characters, since the page shows them again. */
export function readCardForm(form: URLSearchParams): CardForm {
  const field = (name: CardField) => cutText(form.get(name) ?? '', 200);
  return { number: field('number'), expiry: field('expiry'), cvc: field('cvc'), name: field('name') };
}

/** The Luhn check (ISO/IEC 7812-1, annex B): every second digit from the right is doubled. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function findNumberError(number: string): string | null {
  const digits = number.replace(/\s/g, '');
  if (!digits) return 'Enter the card number';
  if (!/^\d+$/.test(digits)) return 'The card number has digits only';
  if (digits.length < 12 || digits.length > 19) return 'Your card number is incomplete';
  return hasCheckDigit(digits) ? null : 'Your card number is invalid';
}

function findExpiryError(expiry: string, now: Date): string | null {
  if (!expiry.trim()) return 'Enter the expiry date';
  const [, month, year] = /^\s*(\d{1,2})\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(expiry) ?? [];
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return 'Enter the expiry date as MM/YY';
  // A card is valid through the last day of its month.
  return Date.UTC(2000 + Number(year), Number(month)) > now.getTime() ? null : 'Your card has expired';
}

function findCvcError(cvc: string): string | null {
  if (!cvc.trim()) return 'Enter the security code';
  return /^\s*\d{3,4}\s*$/.test(cvc) ? null : 'The security code has 3 or 4 digits';
}

export function findCardErrors(card: CardForm, now: Date): CardErrors {
  const candidates: Record<CardField, string | null> = {
    number: findNumberError(card.number),
    expiry: findExpiryError(card.expiry, now),
    cvc: findCvcError(card.cvc),
    name: card.name.trim() ? null : 'Enter the name on the card',
  };
  const errors: CardErrors = {};
  for (const [field, error] of Object.entries(candidates)) if (error) errors[field as CardField] = error;
  return errors;
}

export const TEST_CARDS = [
  { number: '4242 4242 4242 4242', outcome: 'succeeds' },
  { number: '4000 0000 0000 0002', outcome: 'is declined' },
  { number: '4000 0000 0000 9995', outcome: 'has insufficient funds' },
];

/** Why a valid card is declined; null if it pays. */
export function findDecline(card: CardForm): string | null {
  switch (card.number.replace(/\s/g, '')) {
    case '4242424242424242':
      return null;
    case '4000000000000002':
      return 'Your card was declined.';
    case '4000000000009995':
      return 'Your card has insufficient funds.';
    default:
      return 'Your card was declined. This is a demo: use a test card.';
  }
}

import { cutText } from '../../../../contract/values.ts';
