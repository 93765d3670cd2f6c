/** Is everything true that must always be true? Reads only, and names what is off. */
import type { Database } from '../database/connect.ts';
import * as repository from './verify.repository.ts';

export interface Finding {
  /** Which rule is broken. */
  rule: string;
  /** What breaks it, by id or number. */
  what: string;
}

const RULES: [rule: string, find: (db: Database, now: Date) => Promise<string[]>][] = [
  ['the ledger of a product adds up to its stock', repository.listProductsOffLedger],
  ['products are counted right by category and price', repository.listCountsOff],
  ['what open orders hold is what the ledger has reserved', repository.listReservedOffLedger],
  ['nothing is reserved for less than nothing', repository.listNegativeReserves],
  ["an order's lines add up to its total", repository.listOrdersOffTotal],
  ['an order holds stock only while it waits or is looked at', repository.listOrdersOffStock],
  ['each order has its history, and the last of it is its status', repository.listOrdersOffHistory],
  ['every paid order knows when it was paid', repository.listPaidWithoutTime],
  ['what went back is what was asked to go back, at least', repository.listRefundsOffSum],
  ['no two orders were paid by one payment', repository.listSharedPayments],
  ['each payment that came belongs to an order', repository.listOrphanPayments],
  ['no reservation outlives its session by more than an hour', repository.listStaleReserves],
];

/** All findings, in the order of the rules; none where all is well. */
export async function verifyShop(db: Database, now: Date): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [rule, find] of RULES) findings.push(...(await find(db, now)).map((what) => ({ rule, what })));
  return findings;
}

export const RULE_COUNT = RULES.length;
