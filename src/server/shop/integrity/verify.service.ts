/** Checks the invariants of stock, orders and payments. Reads only. */
import type { Database } from '../../platform/database/connect.ts';
import type { Snapshot } from './verify.repository.ts';
import * as repository from './verify.repository.ts';
import { listKeyRanges } from './verify.repository.ts';
import { listAccountMismatches, listGiftCardMismatches, listOrderBalanceMismatches } from './verify-balances.repository.ts';
import { listDocumentSumMismatches, listDocumentViolations } from './verify-documents.repository.ts';
import { listManualMismatches } from './verify-manual.repository.ts';
import { listAuditViolations, listCustomerMismatches, listProductStatsMismatches, listStatsMismatches } from './verify-stats.repository.ts';
import * as stockRepository from './verify-stock.repository.ts';
import { listReverseChargeMismatches, listTaxEntryMismatches, listTaxMismatches } from './verify-taxes.repository.ts';

export interface Finding {
  rule: string;
  /** The violating row, with its id or number and its values. */
  detail: string;
}

/** Small enough to be read from a cold disk within five seconds, which is a statement's time limit. */
const PIECE_SIZE = 5000;

const RULES: [rule: string, find: (snapshot: Snapshot) => AsyncGenerator<string>][] = [
  ["a product's ledger adds up to its stock", stockRepository.listStockMismatches],
  ["a product's price and stock are those of its variants", stockRepository.listVariantMismatches],
  ["a bundle's stock is the least of its parts", stockRepository.listBundleMismatches],
  ['what can be bought follows from the stock and its policy', stockRepository.listPolicyMismatches],
  ["a sale's lowest price of the 30 days before is the audit log's", stockRepository.listLowestPriceMismatches],
  ['price counts match the products by category and price', stockRepository.listPriceCountMismatches],
  ['the ledger has reserved what open orders hold', stockRepository.listReservationMismatches],
  ['no negative reservations', stockRepository.listNegativeReservations],
  ["what isn't counted is never held", stockRepository.listUncountedMovements],
  ["an order's lines add up to its subtotal", repository.listOrderTotalMismatches],
  ["an order's subtotal, discount, shipping and tax add up to its total", repository.listPriceMismatches],
  ['the taxes of an order add up: its lines and shipping to each rate, and the rates to its tax and total', listTaxMismatches],
  ['an order with reverse charge has no tax, and a VAT ID that was confirmed before it', listReverseChargeMismatches],
  ['the tax report has of each order what its refunds leave', listTaxEntryMismatches],
  ['each order with a code has its use', repository.listCodeUseMismatches],
  ['each code counts the uses of its orders', repository.listCodeCountMismatches],
  ["an order's stock matches its status", repository.listOrderStockMismatches],
  ['a test order holds no stock, no money and no event', repository.listTestOrdersThatCount],
  ["the last history entry is the order's status", repository.listOrderHistoryMismatches],
  ['every paid order has a payment time', repository.listPaidOrdersWithoutPaidAt],
  ['every paid order has its payment', repository.listPaidOrdersWithoutPayment],
  ['a payment is what its order asked for, unless that was on hold', repository.listPaymentMismatches],
  ['what came by hand is what the order was paid', listManualMismatches],
  ['the entries of a gift card or store credit add up to its balance', listAccountMismatches],
  ['what balances hold and pay of an order is what it says, and what its refunds gave back', listOrderBalanceMismatches],
  ['each gift card that was paid for is issued once', listGiftCardMismatches],
  ['no more is refunded than was paid', repository.listOverRefundedPayments],
  ['the refunded sum covers all completed refunds', repository.listRefundMismatches],
  ['a full refund restocks the items it was asked to', repository.listLostRestocks],
  ['no payment pays for two orders', repository.listSharedPayments],
  ['every payment belongs to an order', repository.listOrphanPayments],
  ['each line has the licence keys that it says it has', repository.listKeyMismatches],
  ["each day's statistics are the sums of its orders and new customers", listStatsMismatches],
  ["each day's statistics of a product are what its orders sold of it", listProductStatsMismatches],
  ['each customer has the orders and the sum that their orders add up to', listCustomerMismatches],
  ['invoices and credit notes are those that were made, and no number is missing', listDocumentViolations],
  ["an order's invoice and credit notes add up to what was paid and refunded", listDocumentSumMismatches],
  ['the audit log is the one that was written', listAuditViolations],
  ['no reservation outlives its session by more than an hour', repository.listStaleReservations],
];

export const RULE_COUNT = RULES.length;

/**
 * All violations, in the order of the rules. All rules read the same snapshot: otherwise an order that is paid meanwhile would look like an
 * error.
 */
export function verifyShop(db: Database, now: Date, pieceSize = PIECE_SIZE): Promise<Finding[]> {
  return db.transaction(
    async (tx) => {
      let ledger: ReturnType<typeof stockRepository.sumLedger> | undefined;
      const readLedger = () => {
        ledger ??= stockRepository.sumLedger({ db: tx, pieceSize });
        return ledger;
      };
      const orderRanges = await listKeyRanges(tx, { table: 'orders', column: 'id', type: 'uuid' }, pieceSize);
      const snapshot = { db: tx, now, pieceSize, orderRanges, readLedger };
      const findings: Finding[] = [];
      for (const [rule, find] of RULES) for await (const detail of find(snapshot)) findings.push({ rule, detail });
      return findings;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
