/** The files and licence keys of an order: shown, fetched by signed links, renewed and sent again; and keys that were owed, handed over. */
import type { Download, DownloadEnd, OrderDownloads } from '../../../../contract/order-downloads.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { openOrderKeys } from '../../catalog/downloads/license-keys.service.ts';
import { createDueDocuments } from '../documents/create-documents.ts';
import { createTicket, isDownloadSignature, isOrderSignature, loadGuestSecret, signDownload } from '../lifecycle/guest-link.ts';
import { giveKeys, renewHandedOver } from '../lifecycle/hand-over.ts';
import { createNotFoundError, createOwnNotFoundError } from '../lifecycle/order.service.ts';
import { notifyBuyer } from '../lifecycle/order-emails.ts';
import { endHandedOver, recordInHistory } from '../lifecycle/update-order.service.ts';
import { findGuest } from '../rows/order.repository.ts';
import * as repository from '../rows/order-downloads.repository.ts';
import { isHandedOver, OPEN_STATUSES } from '../rows/order-downloads.repository.ts';
import { lockOrderById, type Owner } from '../rows/order-lock.repository.ts';
import { getRefundedParts, listRefundedParts } from '../rows/refund.repository.ts';

type Context = Pick<Deps, 'db' | 'now' | 'publicUrl'>;

const isOpen = (status: repository.OrderFile['status']) => OPEN_STATUSES.some((it) => it === status);

const countLeft = ({ allowed, used }: Pick<repository.OrderFile, 'allowed' | 'used'>) =>
  allowed === null ? null : Math.max(0, allowed - used);

function findEnd(file: repository.OrderFile, refunded: number, now: Date): DownloadEnd | null {
  if (file.status === 'refunded' || refunded >= file.quantity) return 'refunded';
  if (!isOpen(file.status)) return 'unpaid';
  if (file.isDeleted) return 'deleted';
  if (file.expiresAt && file.expiresAt <= now) return 'expired';
  return countLeft(file) === 0 ? 'used_up' : null;
}

function toDownload(file: repository.OrderFile, refunded: number, now: Date): Download {
  const { id, line, name, bytes, expiresAt } = file;
  return {
    _id: id,
    line,
    name,
    bytes,
    left: countLeft(file),
    expiresAt: expiresAt?.toISOString() ?? null,
    ended: findEnd(file, refunded, now),
  };
}

/** `isSigned`: for the customer, who can fetch them. */
export async function listOrderDownloads(
  db: Database,
  orderId: string,
  now: Date,
  isSigned: boolean,
): Promise<Omit<OrderDownloads, 'success'>> {
  const files = await repository.listOrderFiles(db, orderId);
  const keyLines = await repository.listKeyLines(db, orderId);
  const refunded = getRefundedParts(await listRefundedParts(db, [orderId]), orderId).lines;
  const status = await repository.findStatus(db, orderId);
  const keys = keyLines.length && status && isOpen(status) ? await openOrderKeys(db, orderId) : new Map<number, string[]>();
  const secret = isSigned && files.length ? await loadGuestSecret(db) : null;
  return {
    downloads: files.map((file) => ({
      ...toDownload(file, refunded.get(file.line) ?? 0, now),
      ...(secret !== null && { signature: signDownload(secret, file.id) }),
    })),
    keys: keyLines.map(({ line, quantity, given, bought }) => ({
      line,
      keys: (refunded.get(line) ?? 0) >= bought ? [] : (keys.get(line) ?? []),
      owed: status && isOpen(status) ? quantity - given : 0,
    })),
  };
}

/** Throws `order_not_found` for another customer's order too. */
export async function readOwnDownloads({ db, now }: Context, owner: Owner, id: string): Promise<Omit<OrderDownloads, 'success'>> {
  if (!(await repository.isOwnOrder(db, owner, id))) throw createOwnNotFoundError();
  return listOrderDownloads(db, id, now(), true);
}

/** Throws `order_not_found` for any other signature. */
export async function readGuestDownloads(context: Context, id: string, signature: string): Promise<Omit<OrderDownloads, 'success'>> {
  const guest = isOrderSignature(await loadGuestSecret(context.db), id, signature) ? await findGuest(context.db, id) : null;
  if (!guest) throw createOwnNotFoundError();
  return readOwnDownloads(context, { hasGuestLink: true }, id);
}

/** Throws `order_not_found`. */
export async function readAnyDownloads({ db, now }: Context, id: string): Promise<Omit<OrderDownloads, 'success'>> {
  if (!(await repository.findStatus(db, id))) throw createNotFoundError();
  return listOrderDownloads(db, id, now(), false);
}

const ENDS: Record<DownloadEnd, string> = {
  unpaid: "This order isn't confirmed, so its files can't be downloaded.",
  refunded: 'This was refunded, so it can no longer be downloaded.',
  expired: 'The time to download this file is over. Contact the shop if you still need it.',
  used_up: 'This file was downloaded as often as it can be. Contact the shop if you still need it.',
  deleted: "The shop doesn't have this file any more. Contact the shop if you still need it.",
};

const createEndedError = (end: DownloadEnd) => new AppError('download_ended', ENDS[end]);
const createLinkError = () =>
  new AppError('not_found', "This link isn't complete, or its order no longer exists. Open it from your email again.");

async function requireFile(db: Database, id: string, signature: string) {
  const file = isDownloadSignature(await loadGuestSecret(db), id, signature) ? await repository.findOrderFile(db, id) : null;
  if (!file) throw createLinkError();
  const refunded = getRefundedParts(await listRefundedParts(db, [file.orderId]), file.orderId).lines.get(file.line) ?? 0;
  return { file, refunded };
}

/** Throws `not_found` for any other signature. */
export async function readDownload({ db, now }: Context, id: string, signature: string): Promise<{ download: Download; product: string }> {
  const { file, refunded } = await requireFile(db, id, signature);
  return { download: toDownload(file, refunded, now()), product: file.product };
}

/** Counts a download, and returns where its file is. Throws `not_found` and `download_ended`. */
export async function startDownload({ db, now }: Context, id: string, signature: string): Promise<{ url: string; left: number | null }> {
  const { file, refunded } = await requireFile(db, id, signature);
  const end = findEnd(file, refunded, now());
  if (end) throw createEndedError(end);
  // Another one may have taken the last download meanwhile.
  const counted = await repository.countDownload(db, file.id, now());
  if (!counted) throw createEndedError('used_up');
  const ticket = createTicket(await loadGuestSecret(db), file.id, now());
  return { url: `/downloads/${ticket}/${encodeURIComponent(file.name)}`, left: countLeft(counted) };
}

async function lockHandedOver(tx: Database, id: string) {
  const order = await lockOrderById(tx, id);
  if (!order) throw createNotFoundError();
  if (!order.hasDownloads || !isOpen(order.status))
    throw new AppError('wrong_order_status', 'This order has nothing to download: it has no files and keys, or they ended with a refund');
  return order;
}

/** Throws `order_not_found` and `wrong_order_status`. */
export async function renewDownloads(
  context: Context,
  caller: Pick<Caller, 'id' | 'name'>,
  id: string,
): Promise<Omit<OrderDownloads, 'success'>> {
  const at = context.now();
  await retryTransaction(context.db, async (tx) => {
    const order = await lockHandedOver(tx, id);
    await renewHandedOver(tx, id, at);
    await recordInHistory(tx, order, { actorId: caller.id, by: caller.name, why: 'Downloads renewed', at });
  });
  return readAnyDownloads(context, id);
}

/** Throws `order_not_found` and `wrong_order_status`. */
export async function resendDownloads(context: Context, caller: Pick<Caller, 'id' | 'name'>, id: string): Promise<void> {
  const at = context.now();
  await retryTransaction(context.db, async (tx) => {
    const order = await lockHandedOver(tx, id);
    await recordInHistory(tx, order, { actorId: caller.id, by: caller.name, why: 'Downloads sent again', at });
    await notifyBuyer(tx, context, id, 'downloads', at);
  });
}

/** Orders for which one transaction each gives keys. */
const AT_ONCE = 100;

/** Keys that were owed and are there now, the oldest order first. Each customer gets an email. Returns how many orders got some. */
export async function giveOwedKeys(context: Context, signal?: AbortSignal): Promise<number> {
  let served = 0;
  for (;;) {
    const ids = await repository.listOrdersOwed(context.db, AT_ONCE);
    let servedNow = 0;
    for (const id of ids) {
      if (signal?.aborted) return served;
      if (await giveOrderKeys(context, id)) servedNow += 1;
    }
    served += servedNow;
    // Others are at work on what is left.
    if (ids.length < AT_ONCE || !servedNow) return served;
  }
}

async function giveOrderKeys(context: Context, id: string): Promise<boolean> {
  return retryTransaction(context.db, async (tx) => {
    const at = context.now();
    const order = await lockOrderById(tx, id);
    if (!order || !isOpen(order.status) || !(await giveKeys(tx, id, at))) return false;
    if (order.status === 'paid' && (await isHandedOver(tx, id))) await endHandedOver(tx, order, at);
    await createDueDocuments(tx, order, at);
    await notifyBuyer(tx, context, id, 'downloads', at);
    return true;
  });
}
