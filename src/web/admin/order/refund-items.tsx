/** The items of an order, how many of each to refund, and whether they can be sold again; then shipping. */
import { useState } from 'react';
import { getCurrencyStep, toCents, toDollars } from '../../../contract/money.ts';
import type { AdminOrder } from '../../../contract/order-fields.ts';
import { calculateRefund, calculateShippingPaid, type RefundableOrder } from '../../../contract/refund-amount.ts';
import { TextField } from '../../kit/field.tsx';
import { formatPrice } from '../../shared/format.ts';
import { adminOrder as words } from '../orders/messages.ts';
import { parseNumber, toPriceInput } from '../parts/values.ts';

/** The pieces that an admin chooses to refund, and the amount they come to. */

function toRefundable({ lines, shipping, fee = 0, charges = [], tax, taxIncluded, currency }: AdminOrder): RefundableOrder {
  return {
    lines: lines.map((line) => ({
      priceCents: toCents(line.price),
      quantity: line.quantity,
      discountCents: toCents(line.discount),
      taxCents: toCents(line.tax),
      refunded: line.refunded ?? 0,
    })),
    // Fees are given back with shipping.
    shippingCents: [shipping, fee, ...charges.map(({ amount }) => amount)].reduce((sum, it) => sum + toCents(it), 0),
    taxCents: toCents(tax),
    isTaxIncluded: taxIncluded,
    step: getCurrencyStep(currency),
  };
}

interface LineChoice {
  quantity: number;
  restock: boolean;
}

/** How many pieces of a line can still be refunded. */
const countLeft = ({ quantity, refunded = 0 }: AdminOrder['lines'][number]) => quantity - refunded;

type PiecesOfLine = { line: number; quantity: number };

/** What the customer asks to return, or has withdrawn from, is preselected. */
function chooseRequested({ lines }: AdminOrder, requested: readonly PiecesOfLine[]): LineChoice[] {
  return lines.map((line, index) => {
    const wanted = requested.filter((it) => it.line === index).reduce((sum, { quantity }) => sum + quantity, 0);
    return { quantity: Math.min(wanted, countLeft(line)), restock: true };
  });
}

/** `withShipping`: what was paid for shipping is refunded too if nothing else of the order is left, as the law asks after a withdrawal. */
export function useRefundSelection(order: AdminOrder, requested: readonly PiecesOfLine[], withShipping: boolean) {
  const refundable = toRefundable(order);
  const shippingLeft = toDollars(calculateShippingPaid(refundable) - toCents(order.shippingRefunded));
  const [choices, setChoices] = useState(() => chooseRequested(order, requested));
  const isWhole = order.lines.every((line, index) => choices[index]?.quantity === countLeft(line));
  const [shipping, setShipping] = useState(withShipping && isWhole && shippingLeft > 0 ? toPriceInput(shippingLeft) : '');
  const shippingCents = shipping.trim() === '' ? 0 : toCents(parseNumber(shipping) ?? Number.NaN);
  const lines = choices.flatMap(({ quantity, restock }, line) => (quantity > 0 ? [{ line, quantity, restock }] : []));
  const isEmpty = lines.length === 0 && shipping.trim() === '';
  return {
    choices,
    choose: (line: number, change: Partial<LineChoice>) =>
      setChoices(choices.map((it, index) => (index === line ? { ...it, ...change } : it))),
    shipping,
    setShipping,
    /** In the order's currency. */
    shippingLeft,
    isEmpty,
    /** In the order's currency. */
    amount: toDollars(calculateRefund(refundable, { lines, shippingCents })),
    body: isEmpty ? {} : { ...(lines.length && { lines }), ...(shipping.trim() && { shipping: toDollars(shippingCents) }) },
  };
}

type RefundSelection = ReturnType<typeof useRefundSelection>;

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

/** Anything but a number counts as 0. */
const clamp = (quantity: number, max: number) => Math.min(Math.max(Math.trunc(quantity) || 0, 0), max);
