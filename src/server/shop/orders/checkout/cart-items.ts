/** The items of a cart as the browser sends them: counts them, and resolves which variant each stands for. */
import type { GiftRecipient } from '../../../../contract/balance-fields.ts';
import { CHECKOUT_MAX_LINES } from '../../../../contract/limits.ts';
import { isUuid } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CheckoutConfig } from '../../../platform/settings/config.ts';
import { listChoices, type PartCount } from '../../catalog/bundles/bundle.repository.ts';
import { getTargetId, type StockTarget } from '../../inventory/stock.repository.ts';

export interface CartItem {
  _id: string;
  /** Absent: the product's only variant. */
  variant?: string | undefined;
  /** How many pieces it stands for; absent: one. */
  count?: number | undefined;
  /** Of gift cards: to whom they go. */
  recipient?: GiftRecipient | undefined;
}

/** How many pieces of a variant, or of a product without options. */
export interface CountedItem extends StockTarget {
  quantity: number;
  /** Of a bundle: what it is made of. */
  parts?: PartCount[];
  /** Of gift cards: to whom they go. */
  recipient?: GiftRecipient | null | undefined;
}

/** What is taken off the stock for an item: a bundle's parts, or the item itself. */
export function listTargets({
  productId,
  variantId,
  quantity,
  parts,
}: CountedItem): (StockTarget & { bundleId: string | null; quantity: number })[] {
  if (!parts) return [{ productId, variantId, bundleId: null, quantity }];
  return parts.map(({ count, ...part }) => ({ ...part, bundleId: productId, quantity: quantity * count }));
}

type Limits = Pick<CheckoutConfig, 'maxItems' | 'maxPerProduct'>;

export const createNotSoldError = (ids: string[]): AppError =>
  new AppError('product_unavailable', 'A product in your cart is no longer sold. Please remove it to continue.', {
    issues: ids.map((path) => ({ path, code: 'unavailable', message: 'is no longer sold' })),
  });

const createChoiceError = (ids: string[]): AppError =>
  new AppError('variant_required', 'A product in your cart comes in several variants. Choose one on its page.', {
    issues: ids.map((path) => ({ path, code: 'variant_required', message: 'has options to choose from' })),
  });

/** In the order of the cart. */
function sumByTarget(items: CountedItem[]): CountedItem[] {
  const sums = new Map<string, CountedItem>();
  for (const item of items) {
    const key = `${item.productId} ${item.variantId}`;
    const earlier = sums.get(key);
    sums.set(key, { ...earlier, ...item, quantity: (earlier?.quantity ?? 0) + item.quantity });
  }
  return [...sums.values()];
}

/**
 * In the order of the cart; ids are compared ignoring case. `variantId` is the requested one, which may not belong to this product. Throws
 * `checkout_too_large` or `product_unavailable`.
 */
function countItems(items: CartItem[]): CountedItem[] {
  const counted = sumByTarget(
    items.map(({ _id, variant, count = 1, recipient }) => ({
      productId: _id.toLowerCase(),
      variantId: variant?.toLowerCase() ?? null,
      quantity: count,
      ...(recipient && { recipient }),
    })),
  );
  if (counted.length > CHECKOUT_MAX_LINES) {
    throw new AppError(
      'checkout_too_large',
      `One checkout takes ${CHECKOUT_MAX_LINES} different products at most. Please split your order.`,
    );
  }
  const invalidIds = counted
    .flatMap(({ productId, variantId }) => [productId, ...(variantId ? [variantId] : [])])
    .filter((id) => !isUuid(id));
  if (invalidIds.length) throw createNotSoldError(invalidIds);
  return counted;
}

export interface ResolvedItems {
  items: CountedItem[];
  /** Ids of variants that don't belong to their product. */
  unknownIds: string[];
  /** Products with several variants, of which the cart names none. */
  undecidedIds: string[];
}

/**
 * The requested items, in the order of the cart. A product without options is its own variant; if it has a single variant, that is taken.
 * Whether the products exist is checked later. Throws `checkout_too_large`, and `product_unavailable` for a malformed id.
 */
export async function resolveItems(db: Database, cart: CartItem[]): Promise<ResolvedItems> {
  const counted = countItems(cart);
  const { variantIds, parts } = await listChoices(
    db,
    counted.map(({ productId }) => productId),
  );
  const unknownIds: string[] = [];
  const undecidedIds: string[] = [];
  const resolved = counted.flatMap((item): CountedItem[] => {
    const { productId, variantId } = item;
    const ids = variantIds.get(productId) ?? [productId];
    const chosenId = variantId ?? (ids.length === 1 ? ids[0] : undefined);
    if (chosenId === undefined) undecidedIds.push(productId);
    else if (!ids.includes(chosenId)) unknownIds.push(chosenId);
    else {
      const ofBundle = parts.get(productId);
      return [{ ...item, variantId: chosenId === productId ? null : chosenId, ...(ofBundle && { parts: ofBundle }) }];
    }
    return [];
  });
  return { items: sumByTarget(resolved), unknownIds, undecidedIds };
}

/**
 * Throws what resolveItems throws, `quantity_too_large`, `product_unavailable` for a variant that doesn't belong to its product, and
 * `variant_required`.
 */
export async function requireItems(db: Database, cart: CartItem[], limits: Limits): Promise<CountedItem[]> {
  const { items, unknownIds, undecidedIds } = await resolveItems(db, cart);
  if (unknownIds.length) throw createNotSoldError(unknownIds);
  if (undecidedIds.length) throw createChoiceError(undecidedIds);
  checkQuantities(items, limits);
  return items;
}

/** Limits how much stock one checkout can reserve, because nobody else can buy it until the checkout is paid or has expired. */
function checkQuantities(items: CountedItem[], { maxItems, maxPerProduct }: Limits) {
  const excessIds = items.flatMap((item) => (item.quantity > maxPerProduct ? [getTargetId(item)] : []));
  if (excessIds.length) {
    const message = `${maxPerProduct} at most`;
    throw new AppError('quantity_too_large', `You can buy up to ${maxPerProduct} of one product per order. Please reduce the quantity.`, {
      issues: excessIds.map((path) => ({ path, code: 'above_order_limit', message, limit: maxPerProduct })),
    });
  }
  const itemCount = items.reduce((sum, { quantity }) => sum + quantity, 0);
  if (itemCount > maxItems) {
    throw new AppError('checkout_too_large', `You can buy up to ${maxItems} items per order; your cart has ${itemCount}. Please split it.`);
  }
}
