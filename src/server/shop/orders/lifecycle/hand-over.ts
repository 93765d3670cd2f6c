/** Hands over what nobody ships: the files and licence keys of an order that was paid, in the transaction that marks it as paid. */
import { DAY } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { issueSoldCards } from '../../balances/issue-gift-cards.ts';
import { takeKeys } from '../../catalog/downloads/key-list.repository.ts';
import { readDownloadLimits } from '../../settings/download-limits.service.ts';
import { findSoldCards } from '../rows/gift-lines.repository.ts';
import {
  addGiven,
  createOrderDownloads,
  createOrderKeys,
  isHandedOver,
  listOwedOf,
  renewDownloads,
} from '../rows/order-downloads.repository.ts';

/** How often and until when files can be fetched that are bought now. */
async function readLimits(tx: Database, at: Date) {
  const { limits } = await readDownloadLimits(tx);
  return { downloads: limits.downloads, expiresAt: limits.days === null ? null : new Date(at.getTime() + limits.days * DAY) };
}

/** Gives an order the keys that it is owed, as far as there are any. Returns how many it got. */
export async function giveKeys(tx: Database, orderId: string, at: Date): Promise<number> {
  let sum = 0;
  for (const owed of await listOwedOf(tx, orderId)) {
    const given = await takeKeys(tx, owed, at);
    if (given) await addGiven(tx, owed, given);
    sum += given;
  }
  return sum;
}

/**
 * Files with their links, and one key a piece. Where keys run out, the order is paid all the same, and what is missing is owed. A test order takes no
 * key: nobody else could have it. Returns whether nothing is left to do, so that the order is at its end.
 */
export async function handOver(tx: Database, { id, isTest }: { id: string; isTest: boolean }, at: Date): Promise<boolean> {
  await createOrderDownloads(tx, id, await readLimits(tx, at), at);
  if (!isTest) {
    await createOrderKeys(tx, id, at);
    await giveKeys(tx, id, at);
  }
  return isHandedOver(tx, id);
}

/** The gift cards that an order has bought, each once. A test order gets none. Returns whether nothing is left to do. */
export async function handOverGiftCards(tx: Database, { id, isTest }: { id: string; isTest: boolean }, at: Date): Promise<boolean> {
  const sold = isTest ? null : await findSoldCards(tx, id);
  if (sold?.cards.length) await issueSoldCards(tx, sold, sold.cards, { actorId: null, by: 'System', why: 'Sold', at });
  return isHandedOver(tx, id);
}

/** As many downloads and days again as for a new order. */
export async function renewHandedOver(tx: Database, orderId: string, at: Date): Promise<void> {
  await renewDownloads(tx, orderId, await readLimits(tx, at), at);
}
