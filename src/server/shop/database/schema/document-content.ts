/** What an invoice or a credit note says, in the form in which its row keeps it. Money is in cents of its currency. */

/** A category of VAT by EN 16931: standard or reduced rate, zero, exempt, reverse charge, export, outside of the tax. */
export type TaxCategory = 'S' | 'Z' | 'E' | 'AE' | 'G' | 'K' | 'O';

export interface Taxed {
  netCents: number;
  taxCents: number;
  /** In millionths: 8.875 % is 88,750. */
  ratePpm: number;
  category: TaxCategory;
}

/** The sums of one rate. */
export interface TaxSum extends Taxed {
  /** Why nothing is due, in words; empty: there is a rate. */
  reason: string;
}

export interface Charge extends Taxed {
  name: string;
}

export interface DocumentLine extends Taxed {
  name: string;
  /** Its options, or the parts of a bundle; empty: none. */
  details: string;
  sku: string;
  quantity: number;
  /** Of one, and of all before and after the discount, as the shop's prices are: with tax or without. */
  priceCents: number;
  discountCents: number;
}

export interface DocumentContent {
  /** Of this form. */
  version: 1;
  seller: {
    name: string;
    /** In several lines. */
    address: string;
    country: string;
    email: string;
    phone: string;
    legalDetails: string;
    vatId: string;
    taxNumber: string;
  };
  /** Where the buyer is, by ISO 3166; null: the order doesn't say. */
  country: string | null;
  /** Where it was sent, of an intra-community supply; absent: nothing has to be said of it. */
  sentTo?: string;
  order: { number: number; day: string };
  isTaxIncluded: boolean;
  lines: DocumentLine[];
  /** Shipping with the fee of the way to pay, a part for each rate; empty: none was charged. */
  charges: Charge[];
  discount: { code: string; cents: number } | null;
  taxes: TaxSum[];
  /** How it was or will be paid, in words, and by UNTDID 4461; empty: nothing was due. */
  payment: string;
  paymentCode: string;
  paidCents: number;
  /** Where a transfer goes; absent: nothing is transferred, or the bank has no IBAN. */
  transfer?: { holder: string; iban: string; bic: string; reference: string };
  /** Until when the rest is to be paid; null: nothing says. */
  dueDay: string | null;
  /** What the merchant wants to be on it, in several lines. */
  note: string;
  /** What a credit note is about: the invoice; of an invoice for a refund that failed: the credit note. */
  corrected: { number: string; day: string } | null;
  paper: 'A4' | 'Letter';
  /** How amounts are written. */
  locale: string;
}

export interface DocumentPerson {
  name: string;
  email: string;
  /** The company that bought, and its VAT ID; absent: none. */
  company?: string;
  vatId?: string;
  /** Of the bill, as it is printed. */
  address: string;
  /** In fields; null: it was given as one text. */
  fields: { recipient: string; street: string; postcode: string; city: string; region: string } | null;
}
