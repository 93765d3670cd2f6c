import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { common } from '../../shared/messages/common.ts';
import { spec } from '../../shared/messages/specified-labels.ts';
import { getItemId } from '../../state/cart.ts';
import { type CartLine, type RemovedItem, removeFromCart, restoreToCart } from '../../state/cart-changes.ts';
import { CartLineRow } from './cart-line.tsx';
import { getLineStatus } from './line-status.ts';
import { cart } from './messages.ts';
import type { PricedCart } from './use-cart-price.ts';

/** The line that was removed last, for the undo. */
interface RemovedLine {
  line: CartLine;
  index: number;
  removedItems: RemovedItem[];
}

interface CartLinesProps {
  lines: CartLine[];
  priced: PricedCart;
}

function withRemoved(lines: CartLine[], removed: RemovedLine | null): CartLine[] {
  if (!removed || lines.some(({ product }) => getItemId(product) === getItemId(removed.line.product))) return lines;
  return lines.toSpliced(removed.index, 0, removed.line);
}

export function CartLines({ lines, priced }: CartLinesProps) {
  const [removed, setRemoved] = useState<RemovedLine | null>(null);
  const visibleLines = withRemoved(lines, removed);
  if (!visibleLines.length) return null;

  const remove = (line: CartLine, count: number) => {
    const removedItems = removeFromCart(getItemId(line.product), count);
    toast.success(spec.removed);
    if (count >= line.count) setRemoved({ line, index: lines.indexOf(line), removedItems });
  };
  const undo = ({ removedItems }: RemovedLine) => {
    if (!restoreToCart(removedItems)) toast.error(common.cartNotSaved);
    setRemoved(null);
  };

  return (
    <section>
      <h2 className="sr-only">{cart.items}</h2>
      <ul className="border-t border-line">
        {visibleLines.map((line) => (
          <CartLineRow
            key={getItemId(line.product)}
            line={line}
            status={getLineStatus(line, priced)}
            isLoading={priced.isLoading}
            remove={(count) => remove(line, count)}
            undo={removed?.line === line ? () => undo(removed) : null}
          />
        ))}
      </ul>
    </section>
  );
}
