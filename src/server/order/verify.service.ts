/** Checks the invariants of stock, orders and payments. Reads only. */
import type { Database } from '../database/connect.ts';
import * as repository from './verify.repository.ts';

export interface Finding {
  rule: string;
  /** The violating row, by id or number, with its values. */
  detail: string;
}

const RULES: [rule: string, find: (db: Database, now: Date) => Promise<string[]>][] = [
  ["a product's ledger adds up to its stock", repository.listStockMismatches],
  ['price counts match the products by category and price', repository.listPriceCountMismatches],
  ['the ledger has reserved what open orders hold', repository.listReservationMismatches],
  ['no negative reservations', repository.listNegativeReservations],
  ["an order's lines add up to its total", repository.listOrderTotalMismatches],
  ["an order's stock matches its status", repository.listOrderStockMismatches],
  ["the last history entry is the order's status", repository.listOrderHistoryMismatches],
  ['every paid order has a payment time', repository.listPaidOrdersWithoutPaidAt],
  ['the refunded sum covers all completed refunds', repository.listRefundMismatches],
  ['a full refund restocks the items it was asked to', repository.listLostRestocks],
  ['no payment pays for two orders', repository.listSharedPayments],
  ['every payment belongs to an order', repository.listOrphanPayments],
  ['no reservation outlives its session by more than an hour', repository.listStaleReservations],
];

/** All violations, in the order of the rules. */
export async function verifyShop(db: Database, now: Date): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [rule, find] of RULES) findings.push(...(await find(db, now)).map((detail) => ({ rule, detail })));
  return findings;
}

export const RULE_COUNT = RULES.length;
