/** The result of "Buy again": how many items were added, and what wasn't and why. */
import { useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { priceCart } from '../../../contract/cart.ts';
import type { OrderLine } from '../../../contract/order-fields.ts';
import { api } from '../../api.ts';
import { LinkButton } from '../../kit/button.tsx';
import { addToCart, type CartItem, getItemId } from '../../state/cart.ts';
import { common } from '../messages/common.ts';
import { orders } from '../messages/orders.ts';
import { spec } from '../messages/specified-labels.ts';

export interface BuyAgainSummary {
  /** Items added to the cart. */
  added: number;
  /** Products that were not added, or not in full, and why. */
  missing: { name: string; why: string }[];
}

type Outcome = { state: 'none' } | { state: 'pending' } | { state: 'failed' } | ({ state: 'done' } & BuyAgainSummary);

/** By the id of the variant, or of a product without options: what is still sold. A deleted product has no id. */
async function findSoldItems(lines: OrderLine[], signal: AbortSignal): Promise<Map<string, CartItem>> {
  const products = lines.flatMap(({ product, variant, quantity: count }) =>
    product === null ? [] : [{ _id: product, ...(variant && { variant }), count }],
  );
  if (!products.length) return new Map();
  const { lines: sold, undecided } = await api(priceCart, { body: { products }, signal });
  // A product that was bought without options and now has a single variant: that variant is added.
  const only = sold.filter(({ item }) => !undecided.includes(item._id)).map(({ item }): [string, CartItem] => [item._id, item]);
  return new Map([...only, ...sold.map(({ item }): [string, CartItem] => [getItemId(item), item])]);
}

function addLineToCart(line: OrderLine, soldItems: ReadonlyMap<string, CartItem>): { added: number; why: string | null } {
  const product = line.product === null ? null : (soldItems.get(line.variant ?? line.product) ?? null);
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
    let soldItems: Map<string, CartItem>;
    try {
      soldItems = await findSoldItems(lines, controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      console.error(error);
      return setOutcome({ state: 'failed' });
    }
    if (controller.signal.aborted) return;
    const results = lines.map((line) => ({ name: line.name, ...addLineToCart(line, soldItems) }));
    const added = results.reduce((sum, result) => sum + result.added, 0);
    if (added > 0) toast.success(spec.added);
    setOutcome({ state: 'done', added, missing: results.flatMap(({ name, why }) => (why === null ? [] : [{ name, why }])) });
  };

  return { outcome, run };
}

export function BuyAgainResult({ outcome }: Pick<ReturnType<typeof useBuyAgain>, 'outcome'>) {
  return (
    <div role="status" className="print:hidden">
      {outcome.state === 'failed' && <p className="mb-4 rounded-card bg-danger/8 p-4 text-danger">{orders.buyAgainFailed}</p>}
      {outcome.state === 'done' && <BuyAgainNotice {...outcome} />}
    </div>
  );
}

function BuyAgainNotice({ added, missing }: BuyAgainSummary) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-raised p-4 sm:px-5">
      <div className="min-w-0">
        <p className="font-[560]">{added > 0 ? orders.buyAgainAdded(added) : orders.buyAgainNone}</p>
        {missing.length > 0 && (
          <>
            <p className="mt-2 text-soft">{orders.buyAgainMissing}</p>
            <ul className="mt-1 grid list-disc gap-1 pl-5 text-soft marker:text-edge">
              {missing.map(({ name, why }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two products can have the same name
                <li key={index}>
                  <bdi className="line-clamp-2 text-ink">{name}</bdi>
                  <span className="text-caution">{why}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {added > 0 && (
        <LinkButton to="/cart" variant="secondary">
          {orders.viewCart}
        </LinkButton>
      )}
    </div>
  );
}
