/** The items of an order, how many of each to refund, and whether they can be sold again; then shipping. */
import type { AdminOrder } from '../../../contract/order-fields.ts';
import { TextField } from '../../kit/field.tsx';
import { formatPrice } from '../../shared/format.ts';
import { adminOrder as words } from '../orders/messages.ts';
import { countLeft, type RefundSelection } from './use-refund-selection.ts';

interface RefundItemsProps {
  order: AdminOrder;
  selection: RefundSelection;
  /** The error of the amount for shipping. */
  error: string | undefined;
}

export function RefundItems({ order, selection, error }: RefundItemsProps) {
  const { choices, choose, shipping, setShipping, shippingLeft } = selection;
  return (
    <fieldset>
      <legend className="text-small font-[560]">{words.refundItems}</legend>
      <p className="mt-1 text-small text-soft">{words.refundItemsHint}</p>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {order.lines.map((line, index) => {
          const left = countLeft(line);
          const { quantity = 0, restock = true } = choices[index] ?? {};
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change, and a deleted product has no id
            <li key={index} className="py-2">
              <label className="flex items-center gap-3">
                <span className="min-w-0 grow">
                  <bdi className="line-clamp-2 font-[560]">{line.name}</bdi>
                  {line.options && <span className="block text-small">{line.options}</span>}
                  <span className="tabular-nums block text-small text-soft">
                    {words.refundLeft(left, formatPrice(line.price, order.currency))}
                  </span>
                </span>
                <input
                  type="number"
                  aria-label={words.refundQuantity(line.name)}
                  min={0}
                  max={left}
                  step={1}
                  value={quantity}
                  disabled={left === 0}
                  onChange={(event) => choose(index, { quantity: clamp(event.target.valueAsNumber, left) })}
                  className="input w-20! shrink-0 text-right tabular-nums"
                />
              </label>
              {quantity > 0 && order.stock === 'sold' && (
                <label className="mt-1 inline-flex min-h-9 cursor-pointer items-center gap-2 text-small">
                  <input
                    type="checkbox"
                    checked={restock}
                    onChange={(event) => choose(index, { restock: event.target.checked })}
                    className="size-4.5 accent-accent"
                  />
                  {words.restockLine}
                </label>
              )}
            </li>
          );
        })}
      </ul>
      {shippingLeft > 0 && (
        <TextField
          label={words.refundShipping}
          name="shipping"
          hint={words.refundShippingHint(formatPrice(shippingLeft, order.currency))}
          error={error}
          inputMode="decimal"
          autoComplete="off"
          value={shipping}
          onChange={(event) => setShipping(event.target.value)}
          className="mt-3"
        />
      )}
    </fieldset>
  );
}

/** What is no number counts as none. */
const clamp = (quantity: number, max: number) => Math.min(Math.max(Math.trunc(quantity) || 0, 0), max);
