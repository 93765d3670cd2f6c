/** Adds an order's items to the cart again: what is still sold, at current prices, limited by stock. */
import { useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast/headless';
import type { OrderLine } from '../../../contract/order.ts';
import { common } from '../../messages/common.ts';
import { orders } from '../../messages/orders.ts';
import { spec } from '../../messages/specification.ts';
import { addToCart } from '../../state/cart.ts';
import { fetchProducts } from '../fetch-products.ts';

export interface BuyAgainSummary {
  /** Items added to the cart. */
  added: number;
  /** Products that were not added, or not in full, and why. */
  missing: { name: string; why: string }[];
}

type Outcome = { state: 'none' } | { state: 'pending' } | { state: 'failed' } | ({ state: 'done' } & BuyAgainSummary);

/** A deleted product has no id. */
const toProductRefs = ({ product, slug, variant }: OrderLine) =>
  product === null ? [] : [{ _id: product, slug, ...(variant && { variant }) }];

function addLineToCart(
  line: OrderLine,
  currentById: Awaited<ReturnType<typeof fetchProducts>>['currentById'],
): { added: number; why: string | null } {
  const product = line.product === null ? null : (currentById.get(line.variant ?? line.product) ?? null);
  if (!product) return { added: 0, why: orders.buyAgainDiscontinued };
  const { added, isSaved } = addToCart(product, line.quantity);
  if (!isSaved) toast.error(common.cartNotSaved, { id: 'cart-not-saved' });
  if (product.quantity <= 0) return { added, why: orders.buyAgainSoldOut };
  return { added, why: added < line.quantity ? orders.buyAgainLimitedStock(added, line.quantity) : null };
}

export function useBuyAgain(lines: OrderLine[]) {
  const [outcome, setOutcome] = useState<Outcome>({ state: 'none' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async () => {
    const controller = new AbortController();
    running.current = controller;
    setOutcome({ state: 'pending' });
    const { currentById, hasFailed } = await fetchProducts(lines.flatMap(toProductRefs), controller.signal);
    if (controller.signal.aborted) return;
    // All or nothing: after adding only a part, a retry would add it twice.
    if (hasFailed) return setOutcome({ state: 'failed' });
    const results = lines.map((line) => ({ name: line.name, ...addLineToCart(line, currentById) }));
    const added = results.reduce((sum, result) => sum + result.added, 0);
    if (added > 0) toast.success(spec.added);
    setOutcome({ state: 'done', added, missing: results.flatMap(({ name, why }) => (why === null ? [] : [{ name, why }])) });
  };

  return { outcome, run };
}
