/** Is everything true that must always be true? Reads only, and names what is off. */
import type { Database } from '../database/connect.ts';
import * as repository from './verify.repository.ts';

export interface Finding {
  /** Which rule is broken. */
  rule: string;
  /** What breaks it, by id or number. */
  detail: string;
}

const RULES: [rule: string, find: (db: Database, now: Date) => Promise<string[]>][] = [
  ['the ledger of a product adds up to its stock', repository.listStockMismatches],
  ['products are counted right by category and price', repository.listPriceCountMismatches],
  ['what open orders hold is what the ledger has reserved', repository.listReservationMismatches],
  ['nothing is reserved for less than nothing', repository.listNegativeReservations],
  ["an order's lines add up to its total", repository.listOrderTotalMismatches],
  ['an order holds stock only while it waits or is looked at', repository.listOrderStockMismatches],
  ['each order has its history, and the last of it is its status', repository.listOrderHistoryMismatches],
  ['every paid order knows when it was paid', repository.listPaidOrdersWithoutPaidAt],
  ['what went back is what was asked to go back, at least', repository.listRefundMismatches],
  ['no two orders were paid by one payment', repository.listSharedPayments],
  ['each payment that came belongs to an order', repository.listOrphanPayments],
  ['no reservation outlives its session by more than an hour', repository.listStaleReservations],
];

/** All findings, in the order of the rules; none where all is well. */
export async function verifyShop(db: Database, now: Date): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [rule, find] of RULES) findings.push(...(await find(db, now)).map((detail) => ({ rule, detail })));
  return findings;
}

export const RULE_COUNT = RULES.length;
