/** What a checkout buys, once its stock is moved: what each line keeps of its product, or why it can't be bought. */
import type { GiftRecipient } from '../../../../contract/balance-fields.ts';
import { findMinimumAge } from '../../../../contract/checkout-fields.ts';
import type { LinePromise } from '../../../../contract/stock-policy.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { SoldBundle } from '../../database/schema/bundle.ts';
import { getTargetId, listUnmoved, type MovedProduct, type StockMove } from '../../inventory/stock.repository.ts';
import { listStock } from '../../inventory/stock-levels.repository.ts';
import { toBundlePromise, toLinePromise } from '../../inventory/stock-policy.ts';
import { type CountedItem, createNotSoldError, listTargets } from './cart-items.ts';

type Moved = ReadonlyMap<string, MovedProduct>;

/** Adds what isn't moved itself: bundles, whose parts were, and all of a test order. */
export async function addUnmoved(tx: Database, items: CountedItem[], moved: Moved, isTest: boolean): Promise<Moved> {
  const unmoved = isTest ? items.flatMap((item) => [item, ...listTargets(item)]) : items.filter(({ parts }) => parts);
  return unmoved.length ? new Map([...moved, ...(await listUnmoved(tx, unmoved))]) : moved;
}

interface BoughtItem extends MovedProduct {
  quantity: number;
  soldBy: LinePromise | null;
  bundle: SoldBundle | null;
  /** Of gift cards: to whom they go; null: to the buyer. */
  recipient: GiftRecipient | null;
}

/** Null if it wasn't moved. */
export function toBoughtItem(item: CountedItem, moved: Moved): BoughtItem | null {
  const { productId, quantity, parts } = item;
  const product = moved.get(getTargetId(item));
  if (!product) return null;
  const recipient = (product.isGiftCard && item.recipient) || null;
  if (!parts) return { ...product, quantity, soldBy: toLinePromise(product, quantity), bundle: null, recipient };
  const counted = parts.flatMap(({ count, ...target }) => {
    const part = moved.get(getTargetId(target));
    return part ? [{ part, count, promise: toLinePromise(part, count * quantity) }] : [];
  });
  const sold = counted.map(({ part: { variantId, slug, name, options, sku, stockPolicy, ...part }, count }) => ({
    ...{ productId: part.productId, variantId, slug, name, options, sku, count },
    isCounted: stockPolicy?.policy !== 'untracked',
  }));
  // Who may not buy a part may not buy it in a bundle.
  const minimumAge = findMinimumAge([product, ...counted.map(({ part }) => part)]);
  const bundle = { id: productId, parts: sold };
  return { ...product, minimumAge, quantity, soldBy: toBundlePromise(product, counted, quantity), bundle, recipient };
}

/** A product that wasn't moved may still be on sale, and only lack stock. */
const isSold = (product: Pick<MovedProduct, 'status'> | undefined): boolean => !product || product.status === 'active';

/** The item and what is taken off the stock for it, which is the same but for a bundle. */
const listIds = (item: CountedItem): string[] => [getTargetId(item), ...(item.parts?.map(getTargetId) ?? [])];

/** Throws `product_unavailable` for what isn't sold any more, a part of a bundle included, and `insufficient_stock`. */
export async function requireStock(tx: Database, items: CountedItem[], moved: Moved, releases: StockMove[]): Promise<void> {
  const unsold = items.filter((item) => !listIds(item).every((id) => isSold(moved.get(id))));
  if (unsold.length) throw createNotSoldError(unsold.map(getTargetId));
  const refused = items.filter((item) => !listIds(item).every((id) => moved.has(id)));
  if (refused.length) throw await createStockError(tx, { items, refused, moved, releases });
}

/**
 * `product_unavailable` for products that were deleted, aren't active or were given other variants; otherwise `insufficient_stock` with how many
 * are left, including those that the customer's own older checkouts have reserved. What other lines of the cart take of the same part isn't left.
 */
async function createStockError(
  tx: Database,
  { items, refused, moved, releases }: { items: CountedItem[]; refused: CountedItem[]; moved: Moved; releases: StockMove[] },
): Promise<AppError> {
  const sum = (moves: { quantity: number }[]) => moves.reduce((pieces, { quantity }) => pieces + quantity, 0);
  const taken = Map.groupBy(items.flatMap(listTargets), getTargetId);
  const released = Map.groupBy(releases, getTargetId);
  const stock = await listStock(
    tx,
    refused.flatMap((item) => [item, ...listTargets(item)]),
  );
  const byId = new Map(stock.map((it) => [it.targetId, it]));
  const missing = refused.filter((item) => listIds(item).some((id) => byId.get(id)?.status !== 'active'));
  if (missing.length) return createNotSoldError(missing.map(getTargetId));
  const countLeft = (item: CountedItem): number =>
    Math.min(
      ...listTargets(item).map((target) => {
        const id = getTargetId(target);
        const all = taken.get(id) ?? [];
        const there = (byId.get(id)?.quantity ?? 0) + sum(moved.has(id) ? all : (released.get(id) ?? []));
        return Math.max(0, Math.floor((there - (sum(all) - target.quantity)) / (target.quantity / item.quantity)));
      }),
    );
  const left = new Map(refused.map((item) => [getTargetId(item), countLeft(item)]));
  const shown = stock.flatMap((it) => {
    const limit = left.get(it.targetId);
    return limit === undefined ? [] : [{ ...it, limit }];
  });
  const names = shown.map(({ name, options, limit }) => `${options ? `${name}, ${options}` : name} (${limit} left)`).join(', ');
  const issues = shown.map(({ targetId: path, limit }) => ({
    path,
    code: 'insufficient_stock' as const,
    message: `${limit} left`,
    limit,
  }));
  return new AppError('insufficient_stock', `Not enough in stock: ${names}`, { issues });
}
