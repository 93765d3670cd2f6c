/** Tax classes, and what an order or a cart keeps of its taxes. */
import * as Type from 'typebox';
import { TAX_CLASS_MAX_LENGTH } from './limits.ts';

/** What a product belongs to unless something else is said. */
export const STANDARD_CLASS = 'standard';

/** Needs no rate: what belongs to it isn't taxed, unless a place has a rate for it. */
export const ZERO_CLASS = 'zero';

/** Those that every shop can choose from. A merchant adds another by setting a rate for it. */
export const TAX_CLASSES = [STANDARD_CLASS, 'reduced', ZERO_CLASS, 'food', 'books'] as const;

/** A word or a few, in any case: `food`, `wine and spirits`. */
export const TaxClass = Type.String({
  minLength: 1,
  maxLength: TAX_CLASS_MAX_LENGTH,
  pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Zl}\\p{Zp}]*$',
  description: 'A tax class: standard, reduced, zero, food, books, or one of your own',
});

/** As it is stored and compared; null: the standard one, which has no name of its own. */
export function normalizeTaxClass(text: string | null | undefined): string | null {
  const name = (text ?? '').normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();
  return name === '' || name === STANDARD_CLASS ? null : name;
}

/** What is taxed by one rate. */
export const TaxPart = Type.Object({
  /** Per cent; null: the payment provider calculated it, which may be by several rates. */
  rate: Type.Union([Type.Number(), Type.Null()]),
  /** The sum without its tax, shipping included where that is taxed. */
  net: Type.Number(),
  tax: Type.Number(),
  /** Where it is taxed. Empty: the shop doesn't know it. */
  country: Type.String(),
  /** The region whose rate it is; absent: that of the country. */
  region: Type.Optional(Type.String()),
  /** Reverse charge: sold to a company of another country, which declares the tax there. */
  reverseCharge: Type.Optional(Type.Literal(true)),
});
export type TaxPart = Type.Static<typeof TaxPart>;

/** The rate of a cart or an order, per cent: 0 where there is none, or several. */
export const findOnlyRate = (parts: readonly { ratePpm: number | null }[]): number =>
  parts.length === 1 ? (parts[0]?.ratePpm ?? 0) / 10_000 : 0;
