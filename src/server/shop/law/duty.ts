/** What a duty is: data, and a look at the shop. A new one is an entry in one of the lists beside this file. */
import type { LawMarket } from '../../../contract/law.ts';
import type { Check } from './checks/visitor.ts';

export interface Source {
  /** Law and article. */
  law: string;
  /** The day from which it holds; absent: for years. */
  since?: string;
}

export interface DutyDefinition {
  /** Never changes: results are kept by it. */
  id: string;
  title: string;
  /** Where the shop has it, each with its law. */
  sources: Partial<Record<LawMarket, Source>>;
  /** What to do about it. */
  advice: string;
  /** The admin's page where that is done. */
  fixAt: string;
  check: Check;
}

/** What no look at the shop can tell. */
export interface UnseenDefinition {
  title: string;
  markets: readonly LawMarket[];
  advice: string;
}

const ADMIN = '/dashboard/admin';

/** The admin's pages, each with the field that takes the focus. */
export const FIX = {
  details: `${ADMIN}/settings#address`,
  withdrawal: `${ADMIN}/settings#withdrawalDays`,
  priceNotes: `${ADMIN}/settings#lowestPrice`,
  taxNote: `${ADMIN}/settings#taxAndShipping`,
  texts: `${ADMIN}/settings/law#texts`,
  pages: `${ADMIN}/pages`,
  privacy: `${ADMIN}/pages/legal#policy`,
  confirmation: `${ADMIN}/settings/invoices`,
  invoices: `${ADMIN}/settings/invoices#isOn`,
  tax: `${ADMIN}/settings/tax#pricesIncludeTax`,
  delivery: `${ADMIN}/settings/checkout#deliveryTime`,
  shipping: `${ADMIN}/shipping`,
  products: `${ADMIN}/products`,
  makers: `${ADMIN}/manufacturers`,
  checkout: `${ADMIN}/settings/checkout`,
} as const;
